/* Random microc programs: expressions that are numbers.

   An expression that could fail is used in one of three ways: unprotected, as in the thesis; not at
   all (is_safe_only); or with the condition that makes it safe (is_guarding), which the statement
   then tests first, in nested ifs, since && evaluates both sides. A guard can be wrong: a call
   between test and use may change what was tested. */
#include "front/microc_gen/gen_parts.h"

#include <stdlib.h>
#include <string.h>

bool gen_may_risk(struct gen *gen, const char *condition, ...) {
  if (gen->is_safe_only) return false;
  if (!gen->is_guarding) return true;
  va_list arguments;
  va_start(arguments, condition);
  char *text = alloc_format_list(condition, arguments);
  va_end(arguments);
  for (size_t i = 0; i < gen->guards.count; i++)
    if (strcmp(gen->guards.data[i], text) == 0) {
      free(text);
      return true;
    }
  vec_push(&gen->guards, text);
  return true;
}

static void add_literal(struct gen *gen, struct buffer *text) {
  int value = (int)gen_below(gen, 11);
  buffer_add(text, "%d", gen_below(gen, 8) == 0 ? -value : value);
}

static bool add_variable(struct gen *gen, struct buffer *text) {
  const struct gen_variable *variable = gen_pick(gen, GEN_NUMBER, false);
  if (variable == NULL) return false;
  buffer_add(text, "%s", variable->name);
  return true;
}

static bool add_input(struct gen *gen, struct buffer *text) {
  bool is_main = gen->func->name[0] == 'm';
  if (gen->options->max_inputs != 0 && (!is_main || gen->loop_depth > 0)) return false;
  if (gen->inputs_left == 0) return false;
  gen->inputs_left--;
  buffer_add(text, "input");
  return true;
}

static bool add_division(struct gen *gen, struct buffer *text, unsigned depth) {
  if (!gen->options->generate_divisions) return false;
  buffer_add(text, "(");
  gen_add_number(gen, text, depth);
  buffer_add(text, " / ");
  const struct gen_variable *divisor = gen->is_guarding ? gen_pick(gen, GEN_NUMBER, false) : NULL;
  if (gen->is_safe_only)
    buffer_add(text, "%d", 1 + (int)gen_below(gen, 10));
  else if (divisor != NULL && gen_may_risk(gen, "%s != 0", divisor->name))
    buffer_add(text, "%s", divisor->name);
  else
    gen_add_number(gen, text, depth);
  buffer_add(text, ")");
  return true;
}

static void add_binary(struct gen *gen, struct buffer *text, unsigned depth) {
  static const char *const operators[] = {"+",  "-", "*",  "==", "!=", "<",
                                          "<=", ">", ">=", "&&", "||"};
  enum { COUNT = sizeof operators / sizeof *operators };
  uint64_t chosen = gen_below(gen, COUNT + 1);
  if (chosen == COUNT) {
    if (add_division(gen, text, depth)) return;
    chosen = gen_below(gen, COUNT);
  }
  buffer_add(text, "(");
  gen_add_number(gen, text, depth);
  buffer_add(text, " %s ", operators[chosen]);
  gen_add_number(gen, text, depth);
  buffer_add(text, ")");
}

/* An index of an array: a number, or a variable if the parameters allow that. */
static void add_index(struct gen *gen, struct buffer *text, unsigned length, bool is_steady) {
  if (gen->options->variable_indices && gen_below(gen, 2) == 0) {
    const struct gen_variable *index = gen_pick(gen, GEN_NUMBER, false);
    if (index != NULL &&
        gen_may_risk(gen, "%s >= 0 && %s < %u", index->name, index->name, length)) {
      buffer_add(text, "[%s]", index->name);
      return;
    }
  }
  /* No array is empty. */
  bool is_first = gen->is_safe_only && !is_steady;
  buffer_add(text, "[%u]", is_first ? 0 : (unsigned)gen_below(gen, length));
}

static bool add_field(struct gen *gen, struct buffer *text) {
  const struct gen_variable *record = gen_pick(gen, GEN_RECORD, false);
  if (record == NULL) return false;
  switch (gen_below(gen, 3)) {
  case 0: buffer_add(text, "%s.f", record->name); return true;
  case 1: buffer_add(text, "%s.g", record->name); return true;
  default:
    if (!gen_may_risk(gen, "%s.p != null", record->name)) return false;
    buffer_add(text, "*%s.p", record->name);
    return true;
  }
}

static bool add_nested_place(struct gen *gen, struct buffer *text) {
  enum gen_kind kind =
      GEN_POINTER_POINTER + (enum gen_kind)gen_below(gen, GEN_KIND_COUNT - GEN_POINTER_POINTER);
  const struct gen_variable *variable = gen_pick(gen, kind, false);
  if (variable == NULL) return false;
  const char *name = variable->name;
  unsigned element = (unsigned)gen_below(gen, variable->length);
  switch (kind) {
  case GEN_POINTER_POINTER:
    if (!gen_may_risk(gen, "%s != null", name) || !gen_may_risk(gen, "*%s != null", name))
      return false;
    buffer_add(text, "**%s", name);
    return true;
  case GEN_RECORD_POINTER:
    if (!gen_may_risk(gen, "%s != null", name)) return false;
    buffer_add(text, "(*%s).%c", name, gen_below(gen, 2) == 0 ? 'f' : 'g');
    return true;
  case GEN_POINTER_ARRAY:
    if (!gen_may_risk(gen, "%s[%u] != null", name, element)) return false;
    buffer_add(text, "*%s[%u]", name, element);
    return true;
  default:
    buffer_add(text, "%s", name);
    add_index(gen, text, variable->length, true);
    add_index(gen, text, variable->inner, true);
    return true;
  }
}

bool gen_add_place(struct gen *gen, struct buffer *text) {
  const struct gen_variable *variable;
  switch (gen_below(gen, gen->options->nested_types ? 4 : 3)) {
  case 0:
    variable = gen_pick(gen, GEN_POINTER, false);
    if (variable == NULL || !gen_may_risk(gen, "%s != null", variable->name)) return false;
    buffer_add(text, "*%s", variable->name);
    return true;
  case 1:
    variable = gen_pick(gen, GEN_ARRAY, false);
    if (variable == NULL) return false;
    buffer_add(text, "%s", variable->name);
    add_index(gen, text, variable->length, variable->is_steady);
    return true;
  case 2: return add_field(gen, text);
  default: return add_nested_place(gen, text);
  }
}

/* A call of an earlier function; false if there is none. */
static bool add_call(struct gen *gen, struct buffer *text, unsigned depth) {
  const struct gen_variable *held = gen_pick(gen, GEN_FUNC, false);
  if (held != NULL && gen_below(gen, 2) == 0) {
    buffer_add(text, "%s(", held->name);
    gen_add_number(gen, text, depth);
    buffer_add(text, ", ");
    gen_add_number(gen, text, depth);
    buffer_add(text, ")");
    return true;
  }
  size_t before = gen->funcs.count - 1;
  if (before == 0) return false;
  const struct gen_func *callee = &gen->funcs.data[gen_below(gen, before)];
  buffer_add(text, "%s(", callee->name);
  for (size_t i = 0; i < callee->parameter_count; i++) {
    const struct gen_variable *parameter = &callee->variables.data[i];
    if (i > 0) buffer_add(text, ", ");
    if (i == 0 && callee->is_recursive)
      buffer_add(text, "%u", 1 + (unsigned)gen_below(gen, (uint64_t)gen->options->recursion));
    else if (parameter->kind == GEN_NUMBER)
      gen_add_number(gen, text, depth);
    else
      gen_add_value(gen, text, parameter, false);
  }
  buffer_add(text, ")");
  return true;
}

static bool add_risky(struct gen *gen, struct buffer *text, unsigned depth) {
  if (gen_below(gen, 2) == 0) return add_division(gen, text, depth);
  return gen_add_place(gen, text);
}

void gen_add_number(struct gen *gen, struct buffer *text, unsigned depth) {
  unsigned below = depth == 0 ? 0 : depth - 1;
  if (depth > 0 && gen_happens(gen, gen->options->risky_prob) && add_risky(gen, text, below))
    return;
  /* The last cases nest, and calls are not leaves either. */
  switch (gen_below(gen, depth == 0 ? 5 : 8)) {
  case 0: break;
  case 1:
    if (add_input(gen, text)) return;
    break;
  case 2:
  case 3:
    if (gen_add_place(gen, text)) return;
    break;
  case 4: break;
  case 5: add_binary(gen, text, below); return;
  case 6:
    buffer_add(text, "!");
    gen_add_number(gen, text, below);
    return;
  case 7:
    if (add_call(gen, text, below)) return;
    add_binary(gen, text, below);
    return;
  }
  if (gen_below(gen, 2) == 0 && add_variable(gen, text)) return;
  add_literal(gen, text);
}

/* Random microc programs: the variables of a function.

   A variable has one type. The name shows it, for readers of the program: v numbers, p pointers, a
   arrays, r records, h functions, c counters of loops. */
#include "front/microc_gen/gen_parts.h"

#include <stdio.h>
#include <stdlib.h>

static const char prefixes[GEN_KIND_COUNT][3] = {
    [GEN_NUMBER] = "v",          [GEN_POINTER] = "p",        [GEN_ARRAY] = "a",
    [GEN_RECORD] = "r",          [GEN_FUNC] = "h",           [GEN_POINTER_POINTER] = "pp",
    [GEN_RECORD_POINTER] = "pr", [GEN_POINTER_ARRAY] = "ap", [GEN_MATRIX] = "aa",
};

static struct gen_variable *add_named(struct gen *gen, const char *prefix, enum gen_kind kind) {
  struct gen_variable variable = {.kind = kind};
  snprintf(variable.name, GEN_NAME_SIZE, "%s%zu", prefix, gen->func->variables.count);
  vec_push(&gen->func->variables, variable);
  return &vec_last(&gen->func->variables);
}

const struct gen_variable *gen_add_variable(struct gen *gen, enum gen_kind kind) {
  struct gen_variable *variable = add_named(gen, prefixes[kind], kind);
  variable->length = 1 + (unsigned)gen_below(gen, GEN_MAX_LENGTH);
  variable->inner = 1 + (unsigned)gen_below(gen, GEN_MAX_LENGTH);
  variable->is_steady = kind == GEN_ARRAY ? gen_happens(gen, gen->options->guard_prob) : true;
  return variable;
}

const struct gen_variable *gen_add_counter(struct gen *gen) {
  struct gen_variable *counter = add_named(gen, "c", GEN_NUMBER);
  counter->is_fixed = true;
  return counter;
}

static void add_first_value(struct gen *gen) {
  struct buffer value = {0};
  struct gen_variable variable = vec_last(&gen->func->variables);
  gen->func->variables.count--; /* it must not be read yet */
  gen_add_value(gen, &value, &variable, true);
  gen->func->variables.count++;
  gen_line(gen, "%s = %s;", variable.name, value.text);
  buffer_free(&value);
}

static bool has_plain_func(const struct gen *gen) {
  for (size_t i = 0; i + 1 < gen->funcs.count; i++)
    if (gen->funcs.data[i].is_plain) return true;
  return false;
}

void gen_add_locals(struct gen *gen, bool is_main) {
  unsigned more = is_main ? 3 : 1;
  unsigned counts[GEN_KIND_COUNT] = {
      [GEN_NUMBER] = 2 + (unsigned)gen_below(gen, 2 * more),
      [GEN_POINTER] = 1 + (unsigned)gen_below(gen, more),
      [GEN_ARRAY] = (unsigned)gen_below(gen, more + 1),
      [GEN_RECORD] = (unsigned)gen_below(gen, 2),
  };
  if (gen->options->function_values && has_plain_func(gen)) counts[GEN_FUNC] = 1;
  if (gen->options->nested_types)
    for (int kind = GEN_POINTER_POINTER; kind < GEN_KIND_COUNT; kind++)
      counts[kind] = (unsigned)gen_below(gen, 2);
  bool is_safe = gen->is_safe_only;
  gen->is_safe_only = true;
  for (int kind = 0; kind < GEN_KIND_COUNT; kind++)
    for (unsigned i = 0; i < counts[kind]; i++) {
      gen_add_variable(gen, (enum gen_kind)kind);
      add_first_value(gen);
    }
  gen->is_safe_only = is_safe;
}

const struct gen_variable *gen_pick(struct gen *gen, enum gen_kind kind, bool is_target) {
  size_t count = 0, all = gen->func->variables.count;
  const struct gen_variable *variables = gen->func->variables.data;
  for (size_t i = 0; i < all; i++)
    count += variables[i].kind == kind && !(is_target && variables[i].is_fixed);
  if (count == 0) return NULL;
  size_t chosen = gen_below(gen, count);
  for (size_t i = 0;; i++) {
    bool fits = variables[i].kind == kind && !(is_target && variables[i].is_fixed);
    if (fits && chosen-- == 0) return &variables[i];
  }
}

bool gen_have_same_length(const struct gen_variable *a, const struct gen_variable *b) {
  return a->is_steady && b->is_steady && a->length == b->length;
}

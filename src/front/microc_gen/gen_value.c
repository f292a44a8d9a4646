/* Random microc programs: values of any type, to assign or to pass.

   Arrays change their length only where the generator of the thesis would let an index go beyond
   the end (its listing 6.1), which is rare, as are null pointers. */
#include "front/microc_gen/gen_parts.h"

enum { SELDOM = 32 };

static void add_any_number(struct gen *gen, struct buffer *text) {
  gen_add_number(gen, text, GEN_EXPR_DEPTH - 1);
}

static void add_first_number(struct gen *gen, struct buffer *text) {
  if (gen_below(gen, 2) == 0)
    gen_add_number(gen, text, 0);
  else if (gen->inputs_left > 0 && (gen->options->max_inputs == 0 || gen->func->name[0] == 'm')) {
    gen->inputs_left--;
    buffer_add(text, "input");
  } else
    buffer_add(text, "%d", (int)gen_below(gen, 11));
}

static void add_allocated_number(struct gen *gen, struct buffer *text) {
  buffer_add(text, "alloc ");
  add_any_number(gen, text);
}

static void add_pointer(struct gen *gen, struct buffer *text, bool is_first) {
  if (!is_first && gen_below(gen, SELDOM) == 0) {
    buffer_add(text, "null");
    return;
  }
  const struct gen_variable *pointer = is_first ? NULL : gen_pick(gen, GEN_POINTER, false);
  const struct gen_variable *number = gen_pick(gen, GEN_NUMBER, true);
  unsigned chosen = (unsigned)gen_below(gen, 3);
  if (chosen == 0 && pointer != NULL)
    buffer_add(text, "%s", pointer->name);
  else if (chosen == 1 || number == NULL)
    add_allocated_number(gen, text);
  else
    buffer_add(text, "&%s", number->name);
}

static void add_numbers(struct gen *gen, struct buffer *text, unsigned length) {
  buffer_add(text, "[");
  for (unsigned i = 0; i < length; i++) {
    if (i > 0) buffer_add(text, ", ");
    gen_add_number(gen, text, 0);
  }
  buffer_add(text, "]");
}

static void add_array(struct gen *gen, struct buffer *text, const struct gen_variable *variable,
                      bool is_first) {
  const struct gen_variable *other = is_first ? NULL : gen_pick(gen, GEN_ARRAY, false);
  bool may_copy = other != NULL && gen_have_same_length(variable, other);
  if (other != NULL && !variable->is_steady) may_copy = other->length >= variable->length;
  unsigned length = variable->length;
  if (!is_first && !variable->is_steady && gen_below(gen, SELDOM) == 0)
    length = 1 + (unsigned)gen_below(gen, GEN_MAX_LENGTH);
  if (may_copy && gen_below(gen, 2) == 0)
    buffer_add(text, "%s", other->name);
  else
    add_numbers(gen, text, length);
}

static void add_new_record(struct gen *gen, struct buffer *text) {
  buffer_add(text, "{f: ");
  add_any_number(gen, text);
  buffer_add(text, ", g: ");
  gen_add_number(gen, text, 0);
  buffer_add(text, ", p: ");
  add_pointer(gen, text, true);
  buffer_add(text, "}");
}

static void add_record(struct gen *gen, struct buffer *text, bool is_first) {
  const struct gen_variable *other = is_first ? NULL : gen_pick(gen, GEN_RECORD, false);
  const struct gen_variable *pointer = is_first ? NULL : gen_pick(gen, GEN_RECORD_POINTER, false);
  unsigned chosen = (unsigned)gen_below(gen, 4);
  if (chosen == 0 && other != NULL)
    buffer_add(text, "%s", other->name);
  else if (chosen == 1 && pointer != NULL && gen_may_risk(gen, "%s != null", pointer->name))
    buffer_add(text, "*%s", pointer->name);
  else
    add_new_record(gen, text);
}

static void add_record_pointer(struct gen *gen, struct buffer *text) {
  const struct gen_variable *record = gen_pick(gen, GEN_RECORD, true);
  if (record != NULL && gen_below(gen, 2) == 0) {
    buffer_add(text, "&%s", record->name);
    return;
  }
  buffer_add(text, "alloc ");
  add_new_record(gen, text);
}

static void add_pointer_pointer(struct gen *gen, struct buffer *text) {
  const struct gen_variable *pointer = gen_pick(gen, GEN_POINTER, true);
  if (pointer == NULL)
    buffer_add(text, "alloc alloc 0");
  else
    buffer_add(text, "%s%s", gen_below(gen, 2) == 0 ? "&" : "alloc ", pointer->name);
}

static void add_list(struct gen *gen, struct buffer *text, const struct gen_variable *variable,
                     bool is_first) {
  buffer_add(text, "[");
  for (unsigned i = 0; i < variable->length; i++) {
    if (i > 0) buffer_add(text, ", ");
    if (variable->kind == GEN_MATRIX)
      add_numbers(gen, text, variable->inner);
    else
      add_pointer(gen, text, is_first);
  }
  buffer_add(text, "]");
}

/* There are variables for functions only if some function is plain. */
static void add_func_name(struct gen *gen, struct buffer *text) {
  size_t count = 0, at = 0;
  for (size_t i = 0; i + 1 < gen->funcs.count; i++) count += gen->funcs.data[i].is_plain;
  for (size_t chosen = gen_below(gen, count);; at++)
    if (gen->funcs.data[at].is_plain && chosen-- == 0) break;
  buffer_add(text, "%s", gen->funcs.data[at].name);
}

void gen_add_value(struct gen *gen, struct buffer *text, const struct gen_variable *variable,
                   bool is_first) {
  switch (variable->kind) {
  case GEN_NUMBER:
    if (is_first)
      add_first_number(gen, text);
    else
      gen_add_number(gen, text, GEN_EXPR_DEPTH);
    break;
  case GEN_POINTER: add_pointer(gen, text, is_first); break;
  case GEN_ARRAY: add_array(gen, text, variable, is_first); break;
  case GEN_RECORD: add_record(gen, text, is_first); break;
  case GEN_FUNC: add_func_name(gen, text); break;
  case GEN_POINTER_POINTER: add_pointer_pointer(gen, text); break;
  case GEN_RECORD_POINTER: add_record_pointer(gen, text); break;
  default: add_list(gen, text, variable, is_first); break;
  }
}

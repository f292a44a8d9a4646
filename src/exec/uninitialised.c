/* Whether a value depends on unwritten bytes.

   It does not if it is computed without them (exec/defined.h). It does if it differs between two
   choices of these bytes, for the same inputs. The witness and
   a few patterns show that for nearly every mistake; if they do not, the solver is asked, with
   every unwritten byte twice. The two choices it finds are substituted in the value: inputs for
   which the results differ are an error, and for the others the question is repeated. This ends
   soon, since programs that read unwritten bytes for only some inputs do so under a flag or a
   length. */
#include "exec/uninitialised.h"

#include "exec/decide.h"
#include "exec/defined.h"
#include "exec/machine.h"
#include "exec/witness.h"
#include "expr/assignment.h"
#include "expr/expr.h"
#include "expr/id_map.h"
#include "expr/substitute.h"
#include "ir/ir.h"
#include "memory/unwritten.h"
#include "solver/rewriter.h"
#include "util/buffer.h"

#include <stdlib.h>
#include <string.h>

enum { MOST_ROUNDS = 16, MOST_WORDS = EXPR_MAX_WIDTH / 64 };

/* The unwritten bytes of a value, as inputs and as whole arrays. */
struct leaves {
  VEC(struct expr *) inputs;
  VEC(struct expr *) arrays;
};

static void free_leaves(struct leaves *leaves) {
  vec_free(&leaves->inputs);
  vec_free(&leaves->arrays);
}

static void add_leaf(const struct machine *machine, struct expr *e, struct leaves *leaves) {
  uint32_t number = expr_array_of(machine->exprs, e)->number;
  if (unwritten_find_array(&machine->memory, number) == NULL) return;
  if (e->kind == EXPR_INPUT)
    vec_push(&leaves->inputs, e);
  else
    vec_push(&leaves->arrays, e);
}

static void find_leaves(const struct machine *machine, struct expr *e, struct leaves *leaves) {
  VEC(struct expr *) stack = {0};
  struct id_map seen = {0};
  vec_push(&stack, e);
  while (stack.count > 0) {
    struct expr *top = vec_pop(&stack);
    if (id_map_find(&seen, top->id) != NULL || !unwritten_concerns(&machine->memory, top)) continue;
    id_map_add(&seen, top->id, 1);
    if (top->kind == EXPR_INPUT || top->kind == EXPR_ARRAY) add_leaf(machine, top, leaves);
    for (unsigned k = 0; k < expr_child_count(top); k++) vec_push(&stack, expr_child(top, k));
  }
  vec_free(&stack);
  id_map_free(&seen);
}

bool uninitialised_concerns(const struct machine *machine, const struct expr *e) {
  return machine->memory.unwritten.mode == UNWRITTEN_ERROR &&
         unwritten_concerns(&machine->memory, e);
}

/* ---- two choices ---- */

static void set_leaves(const struct machine *machine, const struct leaves *leaves,
                       struct assignment *values, uint64_t pattern) {
  for (size_t i = 0; i < leaves->inputs.count; i++)
    assignment_set(values, expr_array_of(machine->exprs, leaves->inputs.data[i])->number,
                   expr_input_index(leaves->inputs.data[i]), (uint8_t)(pattern >> i % 8 * 8));
}

/* Whether two patterns give different values under the witness; then these are the choices,
   owned. */
static bool try_patterns(struct machine *machine, struct expr *e, const struct leaves *leaves,
                         struct assignment *choices[2]) {
  static const uint64_t patterns[] = {0,
                                      ~UINT64_C(0),
                                      1,
                                      UINT64_C(0x8040201008040281),
                                      UINT64_C(0x5555555555555555),
                                      UINT64_C(0x3020100)};
  uint64_t first[MOST_WORDS] = {0}, words[MOST_WORDS] = {0};
  size_t bytes = (e->width + 63) / 64 * sizeof *words;
  for (size_t i = 0; i < sizeof patterns / sizeof *patterns; i++) {
    struct assignment *values = assignment_copy(machine->state->witness->values);
    set_leaves(machine, leaves, values, patterns[i]);
    struct evaluator *evaluator = evaluator_new(machine->exprs, values);
    evaluator_words(evaluator, e, i == 0 ? first : words);
    evaluator_free(evaluator);
    choices[i == 0 ? 0 : 1] = values;
    if (i > 0 && memcmp(first, words, bytes) != 0) return true;
    if (i > 0) assignment_free(values);
  }
  assignment_free(choices[0]);
  return false;
}

/* The value with every unwritten byte replaced by another. */
static struct expr *other_value(struct machine *machine, struct expr *e,
                                const struct leaves *leaves) {
  struct exprs *exprs = machine->exprs;
  struct substitution *substitution = substitution_new(exprs);
  for (size_t i = 0; i < leaves->inputs.count; i++) {
    struct expr *input = leaves->inputs.data[i];
    const struct unwritten_array *array =
        unwritten_find_array(&machine->memory, expr_array_of(exprs, input)->number);
    substitution_add(substitution, input, expr_input(exprs, array->other, expr_input_index(input)));
  }
  for (size_t i = 0; i < leaves->arrays.count; i++) {
    const struct unwritten_array *array = unwritten_find_array(
        &machine->memory, expr_array_of(exprs, leaves->arrays.data[i])->number);
    substitution_add(substitution, leaves->arrays.data[i], expr_array_value(exprs, array->other));
  }
  struct expr *other = substitution_apply(substitution, e);
  substitution_free(substitution);
  return other;
}

/* Copies the values that a model has for the other bytes to the bytes themselves. */
struct move {
  const struct memory *memory;
  struct assignment *to;
};

static void move_byte(uint32_t array, uint64_t index, uint64_t value, void *context) {
  struct move *move = context;
  for (size_t i = 0; i < move->memory->unwritten.arrays.count; i++) {
    const struct unwritten_array *entry = &move->memory->unwritten.arrays.data[i];
    if (entry->other->number == array) assignment_set(move->to, entry->array->number, index, value);
  }
}

static bool ask_solver(struct machine *machine, struct expr *e, const struct leaves *leaves,
                       struct assignment *choices[2]) {
  struct expr *differs = expr_ne(machine->exprs, e, other_value(machine, e, leaves));
  if (expr_is_false(differs)) return false;
  choices[0] = decide_find_model(machine, differs);
  if (choices[0] == NULL) return false;
  choices[1] = assignment_new();
  assignment_walk(choices[0], move_byte,
                  &(struct move){.memory = &machine->memory, .to = choices[1]});
  return true;
}

static struct expr *table_of(struct machine *machine, struct expr *value,
                             const struct assignment *choice) {
  const struct expr_array *array = expr_array_of(machine->exprs, value);
  uint8_t *bytes = alloc_bytes(array->size);
  for (uint64_t i = 0; i < array->size; i++)
    bytes[i] = (uint8_t)assignment_get(choice, array->number, i);
  const struct expr_array *table =
      expr_new_array(machine->exprs, "unwritten", 8, 64, array->size, bytes);
  free(bytes);
  return expr_array_value(machine->exprs, table);
}

/* The value under one choice. */
static struct expr *under(struct machine *machine, struct expr *e, const struct leaves *leaves,
                          const struct assignment *choice) {
  struct substitution *substitution = substitution_new(machine->exprs);
  for (size_t i = 0; i < leaves->inputs.count; i++) {
    struct expr *input = leaves->inputs.data[i];
    uint64_t value = assignment_get(choice, expr_array_of(machine->exprs, input)->number,
                                    expr_input_index(input));
    substitution_add(substitution, input, expr_const(machine->exprs, 8, value));
  }
  for (size_t i = 0; i < leaves->arrays.count; i++)
    substitution_add(substitution, leaves->arrays.data[i],
                     table_of(machine, leaves->arrays.data[i], choice));
  struct expr *value = substitution_apply(substitution, e);
  substitution_free(substitution);
  return value;
}

/* The condition under which the choices give the same value; NULL: no choices differ. */
static struct expr *find_condition(struct machine *machine, struct expr *e,
                                   const struct leaves *leaves) {
  struct assignment *choices[2];
  bool is_found = try_patterns(machine, e, leaves, choices) ||
                  (machine->limits.test == NULL && ask_solver(machine, e, leaves, choices));
  if (!is_found) return NULL;
  struct expr *first = under(machine, e, leaves, choices[0]);
  struct expr *second = under(machine, e, leaves, choices[1]);
  assignment_free(choices[0]);
  assignment_free(choices[1]);
  return expr_eq(machine->exprs, first, second);
}

/* ---- the report ---- */

static struct unwritten_source source_of(const struct machine *machine, const struct expr *leaf) {
  return unwritten_find_source(&machine->memory, expr_array_of(machine->exprs, leaf)->number,
                               leaf->kind == EXPR_INPUT ? expr_input_index(leaf) : 0);
}

static bool is_same_object(const struct unwritten_source *a, const struct unwritten_source *b) {
  return a->kind == b->kind && a->site == b->site && a->name == b->name && a->size == b->size;
}

static void describe(const struct machine *machine, const struct leaves *leaves,
                     struct buffer *text) {
  const struct expr *leaf = leaves->inputs.count ? leaves->inputs.data[0] : leaves->arrays.data[0];
  struct unwritten_source source = source_of(machine, leaf);
  if (source.kind == UNWRITTEN_REGISTER) {
    const struct ir_func *func = machine->program->funcs.data[source.site];
    uint32_t name = func->consts.data[source.offset].ref;
    if (name != 0)
      buffer_add(text, "variable '%s', which has no value", machine->program->strings.data[name]);
    else
      buffer_add(text, "a variable of %s that has no value", func->name);
    return;
  }
  uint64_t low = source.offset, high = source.offset;
  for (size_t i = 0; i < leaves->inputs.count; i++) {
    struct unwritten_source other = source_of(machine, leaves->inputs.data[i]);
    if (!is_same_object(&source, &other)) continue;
    if (other.offset < low) low = other.offset;
    if (other.offset > high) high = other.offset;
  }
  if (source.is_copy)
    buffer_add(text, "bytes copied from ");
  else if (leaves->inputs.count == 0)
    buffer_add(text, "bytes of ");
  else if (low == high)
    buffer_add(text, "byte %llu of ", (unsigned long long)low);
  else
    buffer_add(text, "bytes %llu..%llu of ", (unsigned long long)low, (unsigned long long)high);
  struct object object = {
      .kind = source.kind, .site = source.site, .name = source.name, .size = source.size};
  error_describe_object(machine, &object, text);
  buffer_add(text, " that %s never written", low == high && !source.is_copy ? "was" : "were");
}

static void raise_error(struct machine *machine, const struct leaves *leaves, const char *what) {
  struct buffer text = {0};
  describe(machine, leaves, &text);
  error_raise(machine, ERROR_UNINITIALISED, "%s depends on %s", what, text.text);
  buffer_free(&text);
}

/* The value with zeros for the unwritten bytes. */
static struct expr *as_zero(struct machine *machine, struct expr *e) {
  struct leaves leaves = {0};
  struct assignment *zeros = assignment_new();
  find_leaves(machine, e, &leaves);
  e = under(machine, e, &leaves, zeros);
  assignment_free(zeros);
  free_leaves(&leaves);
  return e;
}

static bool must_hold(struct machine *machine, struct expr *condition) {
  if (!decide_witness_value(machine, condition)) return false;
  return machine->limits.test != NULL || expr_is_true(condition) ||
         !decide_may(machine, expr_not(machine->exprs, condition));
}

bool uninitialised_is_defined(struct machine *machine, struct expr **e) {
  if (!uninitialised_concerns(machine, *e)) return true;
  struct defined defined = defined_find(machine, *e);
  if (!must_hold(machine, defined.condition)) return false;
  *e = defined.value;
  return true;
}

bool uninitialised_are_defined(struct machine *machine, struct expr *const *list, size_t count) {
  struct expr *all = expr_const(machine->exprs, 1, 1);
  for (size_t i = 0; i < count; i++) {
    if (!uninitialised_concerns(machine, list[i])) continue;
    struct expr *e = rewriter_rewrite(machine->rewriter, machine->state->path, list[i]);
    if (uninitialised_concerns(machine, e))
      all = expr_and(machine->exprs, all, defined_find(machine, e).condition);
  }
  return must_hold(machine, all);
}

bool uninitialised_check(struct machine *machine, struct expr **value, const char *what) {
  if (!uninitialised_concerns(machine, *value)) return true;
  struct expr *e = *value;
  for (unsigned round = 0; round < MOST_ROUNDS; round++) {
    e = rewriter_rewrite(machine->rewriter, machine->state->path, e);
    if (uninitialised_is_defined(machine, &e)) {
      *value = e;
      return true;
    }
    struct leaves leaves = {0};
    find_leaves(machine, e, &leaves);
    struct expr *is_same = find_condition(machine, e, &leaves);
    enum decision decision = is_same == NULL ? DECIDE_TRUE : decide_good(machine, is_same);
    if (decision == DECIDE_FALSE) raise_error(machine, &leaves, what);
    free_leaves(&leaves);
    if (decision != DECIDE_TRUE) return false;
    if (is_same == NULL) break;
  }
  *value = as_zero(machine, e);
  return true;
}

struct expr *uninitialised_result(struct machine *machine, struct expr *e, unsigned width) {
  struct leaves leaves = {0};
  struct expr *value = NULL;
  find_leaves(machine, e, &leaves);
  struct expr *byte =
      leaves.inputs.count
          ? leaves.inputs.data[0]
          : expr_input(machine->exprs, expr_array_of(machine->exprs, leaves.arrays.data[0]), 0);
  for (unsigned i = 0; i < (width + 7) / 8; i++)
    value = value ? expr_concat(machine->exprs, byte, value) : byte;
  free_leaves(&leaves);
  return expr_extract(machine->exprs, value, 0, width);
}

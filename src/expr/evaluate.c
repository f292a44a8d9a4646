/* Evaluation under an assignment.

   It uses a stack of pending nodes instead of recursion, and a memo that lives as long as the
   evaluator. Only what is needed is evaluated: the taken branch of an ite, enough of a conjunction
   or disjunction to decide it, the indices of a chain of stores down to the one that is read.
   Merged states are nests of conditions, most of which do not matter for any one input. Values
   wider than 64 bits are kept in one growing vector of words, and the memo holds their index. */
#include "expr/assignment.h"
#include "expr/expr.h"
#include "expr/float_value.h"
#include "expr/id_map.h"
#include "expr/node.h"
#include "expr/words.h"

#include <stdlib.h>
#include <string.h>

/* `array` is how far a READ has moved down its stores. */
struct pending {
  struct expr *e, *array;
};

struct evaluator {
  struct exprs *exprs;
  const struct assignment *assignment;
  struct id_map memo;
  VEC(uint64_t) words;
  VEC(struct pending) stack;
};

struct evaluator *evaluator_new(struct exprs *exprs, const struct assignment *assignment) {
  struct evaluator *evaluator = alloc_zeroed(sizeof *evaluator);
  evaluator->exprs = exprs;
  evaluator->assignment = assignment;
  return evaluator;
}

void evaluator_free(struct evaluator *evaluator) {
  if (evaluator == NULL) return;
  id_map_free(&evaluator->memo);
  vec_free(&evaluator->words);
  vec_free(&evaluator->stack);
  free(evaluator);
}

void evaluator_reset(struct evaluator *evaluator, const struct assignment *assignment) {
  evaluator->assignment = assignment;
  id_map_clear(&evaluator->memo);
  vec_clear(&evaluator->words);
}

size_t evaluator_bytes(const struct evaluator *evaluator) {
  return sizeof *evaluator + evaluator->memo.capacity * sizeof *evaluator->memo.entries +
         evaluator->words.capacity * sizeof *evaluator->words.data +
         evaluator->stack.capacity * sizeof *evaluator->stack.data;
}

size_t evaluator_count(const struct evaluator *evaluator) { return evaluator->memo.count; }

static void remember(struct evaluator *evaluator, const struct expr *e, uint64_t value) {
  id_map_add(&evaluator->memo, e->id, value);
}

static void remember_words(struct evaluator *evaluator, const struct expr *e,
                           const uint64_t *words) {
  size_t at = evaluator->words.count;
  for (unsigned k = 0; k < word_count(e->width); k++) vec_push(&evaluator->words, words[k]);
  remember(evaluator, e, at);
}

static uint64_t element_value(const struct evaluator *evaluator, uint64_t number, uint64_t index) {
  const struct expr_array *array = evaluator->exprs->arrays.data[number].array;
  if (array->size && index >= array->size) return 0;
  if (array->table) return expr_table_element(array, index);
  return assignment_get(evaluator->assignment, array->number, index) &
         value_mask(array->element_width);
}

/* True, with the value (or the index of the words), if it is known. */
static bool knows_value(const struct evaluator *evaluator, const struct expr *e, uint64_t *value) {
  if (e->kind == EXPR_CONST && e->width <= 64) {
    *value = const_value(e);
    return true;
  }
  if (e->kind == EXPR_INPUT) {
    *value = element_value(evaluator, leaf_array(e), ((const struct node_input *)e)->index);
    return true;
  }
  const uint64_t *known = id_map_find(&evaluator->memo, e->id);
  if (known) *value = *known;
  return known != NULL;
}

/* The same; pushes it if it is not known. */
static bool has_value(struct evaluator *evaluator, struct expr *e, uint64_t *value) {
  if (knows_value(evaluator, e, value)) return true;
  struct pending pending = {.e = e, .array = e->kind == EXPR_READ ? child(e, 0) : NULL};
  vec_push(&evaluator->stack, pending);
  return false;
}

static const uint64_t *get_words(const struct evaluator *evaluator, const struct expr *e,
                                 const uint64_t *value) {
  if (e->width <= 64) return value;
  return e->kind == EXPR_CONST ? const_words(e) : evaluator->words.data + *value;
}

/* Each of these returns false if it needs another value first, which it has pushed. */

static bool evaluate_ite(struct evaluator *evaluator, struct expr *e) {
  uint64_t condition, value;
  if (!has_value(evaluator, child(e, 0), &condition)) return false;
  struct expr *taken = child(e, condition ? 1 : 2);
  if (!has_value(evaluator, taken, &value)) return false;
  if (e->width > 64 && taken->kind == EXPR_CONST)
    remember_words(evaluator, e, const_words(taken));
  else
    remember(evaluator, e, value);
  return true;
}

static bool is_leaf(const struct expr *e) { return e->kind <= EXPR_INPUT; }

/* A comparison of leaves, mostly of an input byte with a constant. */
static bool is_shallow(const struct expr *e) {
  if (e->kind == EXPR_NOT) e = child(e, 0);
  return e->kind >= EXPR_EQ && e->kind <= EXPR_SLE && is_leaf(child(e, 0)) && is_leaf(child(e, 1));
}

/* A conjunction or disjunction: operands that are known, or cheap to evaluate, come first. */
static bool evaluate_logic(struct evaluator *evaluator, struct expr *e) {
  uint64_t deciding = e->kind == EXPR_OR, value;
  bool is_swapped = !is_shallow(child(e, 0)) && is_shallow(child(e, 1));
  struct expr *first = child(e, is_swapped), *second = child(e, !is_swapped);
  bool is_first_known = knows_value(evaluator, first, &value);
  if (!is_first_known && !(knows_value(evaluator, second, &value) && value == deciding))
    return has_value(evaluator, first, &value);
  if (value != deciding && !has_value(evaluator, second, &value)) return false;
  remember(evaluator, e, value);
  return true;
}

static bool evaluate_read(struct evaluator *evaluator, struct expr *e, size_t at) {
  uint64_t index, other, value;
  if (!has_value(evaluator, child(e, 1), &index)) return false;
  struct expr *array = evaluator->stack.data[at].array;
  for (; array->kind == EXPR_STORE; array = child(array, 0)) {
    evaluator->stack.data[at].array = array;
    if (!has_value(evaluator, child(array, 1), &other)) return false;
    if (other != index) continue;
    if (!has_value(evaluator, child(array, 2), &value)) return false;
    remember(evaluator, e, value);
    return true;
  }
  remember(evaluator, e, element_value(evaluator, leaf_array(array), index));
  return true;
}

static bool evaluate_narrow(struct evaluator *evaluator, struct expr *e, const uint64_t *values) {
  struct expr *a = child(e, 0);
  uint64_t value;
  switch (e->kind) {
  case EXPR_NOT: value = ~values[0] & value_mask(e->width); break;
  case EXPR_ZEXT: value = values[0]; break;
  case EXPR_SEXT: value = (uint64_t)value_signed(a->width, values[0]) & value_mask(e->width); break;
  case EXPR_EXTRACT: value = values[0] >> extract_low(e) & value_mask(e->width); break;
  case EXPR_CONCAT: value = values[0] << child(e, 1)->width | values[1]; break;
  default: value = value_binary(e->kind, a->width, values[0], values[1]);
  }
  remember(evaluator, e, value);
  return true;
}

static bool evaluate_wide(struct evaluator *evaluator, struct expr *e, const uint64_t *values) {
  uint64_t out[WORDS_MAX];
  struct expr *a = child(e, 0), *b = expr_kind_children[e->kind] > 1 ? child(e, 1) : NULL;
  const uint64_t *first = get_words(evaluator, a, &values[0]);
  const uint64_t *second = b ? get_words(evaluator, b, &values[1]) : NULL;
  switch (e->kind) {
  case EXPR_NOT: words_not(e->width, first, out); break;
  case EXPR_ZEXT: words_zext(first, a->width, e->width, out); break;
  case EXPR_SEXT: words_sext(first, a->width, e->width, out); break;
  case EXPR_EXTRACT: words_extract(first, a->width, extract_low(e), e->width, out); break;
  case EXPR_CONCAT: words_concat(first, a->width, second, b->width, out); break;
  default: words_binary(e->kind, a->width, first, second, out);
  }
  if (e->width <= 64)
    remember(evaluator, e, out[0]);
  else
    remember_words(evaluator, e, out);
  return true;
}

static bool evaluate_float(struct evaluator *evaluator, struct expr *e) {
  uint64_t values[3] = {0}, out[WORDS_MAX];
  const uint64_t *words[3];
  bool is_ready = true;
  unsigned count = expr_kind_children[e->kind];
  for (unsigned k = 0; k < count; k++)
    is_ready = has_value(evaluator, child(e, k), &values[k]) && is_ready;
  if (!is_ready) return false;
  for (unsigned k = 0; k < count; k++) words[k] = get_words(evaluator, child(e, k), &values[k]);
  float_value(e->kind, e->width, child(e, 1)->width, words, out);
  if (e->width <= 64)
    remember(evaluator, e, out[0]);
  else
    remember_words(evaluator, e, out);
  return true;
}

static bool evaluate_node(struct evaluator *evaluator, struct expr *e, size_t at) {
  uint64_t values[2] = {0};
  if (expr_is_float(e)) return evaluate_float(evaluator, e);
  switch (e->kind) {
  case EXPR_CONST: remember_words(evaluator, e, const_words(e)); return true;
  case EXPR_ITE: return evaluate_ite(evaluator, e);
  case EXPR_READ: return evaluate_read(evaluator, e, at);
  case EXPR_AND:
  case EXPR_OR:
    if (e->width == 1) return evaluate_logic(evaluator, e);
    break;
  case EXPR_ARRAY:
  case EXPR_STORE: FAULT("an array has no value");
  default: break;
  }
  bool is_ready = true;
  for (unsigned k = 0; k < expr_kind_children[e->kind]; k++)
    is_ready = has_value(evaluator, child(e, k), &values[k]) && is_ready;
  if (!is_ready) return false;
  bool is_narrow = e->width <= 64 && child(e, 0)->width <= 64;
  return is_narrow ? evaluate_narrow(evaluator, e, values) : evaluate_wide(evaluator, e, values);
}

/* The value, or for wide ones the index of its words. */
static uint64_t evaluate(struct evaluator *evaluator, struct expr *e) {
  uint64_t value;
  if (has_value(evaluator, e, &value)) return value;
  while (evaluator->stack.count) {
    size_t at = evaluator->stack.count - 1;
    struct expr *top = evaluator->stack.data[at].e;
    /* Two parents may both have pushed it. */
    if (id_map_find(&evaluator->memo, top->id) || evaluate_node(evaluator, top, at)) {
      /* Whatever was pushed above it in the meantime has been evaluated. */
      evaluator->stack.count = at;
    }
  }
  has_value(evaluator, e, &value);
  return value;
}

uint64_t evaluator_value(struct evaluator *evaluator, struct expr *e) {
  REQUIRE(e->width <= 64);
  return evaluate(evaluator, e);
}

void evaluator_words(struct evaluator *evaluator, struct expr *e, uint64_t *words) {
  uint64_t value = evaluate(evaluator, e);
  memcpy(words, get_words(evaluator, e, &value), word_count(e->width) * sizeof *words);
}

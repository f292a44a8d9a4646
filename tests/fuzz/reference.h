/* What recipes mean, bit by bit and as plainly as can be: the judge of all the rest. */
#ifndef FUZZ_REFERENCE_H
#define FUZZ_REFERENCE_H

#include "expr/assignment.h"
#include "recipe.h"

struct value {
  uint8_t bits[RECIPE_MAX_WIDTH];
};

/* The elements of input arrays that were looked at. */
struct touched {
  struct touched_element {
    uint32_t array;
    uint64_t index;
  } list[RECIPE_MAX_STEPS];
  int count;
};

static inline struct value value_from_words(unsigned width, const uint64_t *words) {
  struct value value = {{0}};
  for (unsigned i = 0; i < width; i++) value.bits[i] = words[i / 64] >> (i % 64) & 1;
  return value;
}

static inline void value_to_words(unsigned width, const struct value *value, uint64_t *words) {
  memset(words, 0, RECIPE_WORDS * sizeof *words);
  for (unsigned i = 0; i < width; i++) words[i / 64] |= (uint64_t)value->bits[i] << (i % 64);
}

static inline struct value value_add(unsigned width, struct value a, struct value b,
                                     unsigned carry) {
  for (unsigned i = 0; i < width; i++) {
    unsigned sum = a.bits[i] + b.bits[i] + carry;
    a.bits[i] = sum & 1;
    carry = sum >> 1;
  }
  return a;
}

static inline struct value value_not(unsigned width, struct value a) {
  for (unsigned i = 0; i < width; i++) a.bits[i] ^= 1;
  return a;
}

static inline struct value value_neg(unsigned width, struct value a) {
  return value_add(width, value_not(width, a), (struct value){{0}}, 1);
}

static inline struct value value_shift_left(unsigned width, struct value a, unsigned distance) {
  for (unsigned i = width; i-- > 0;) a.bits[i] = i >= distance ? a.bits[i - distance] : 0;
  return a;
}

static inline struct value value_shift_right(unsigned width, struct value a, unsigned distance,
                                             unsigned fill) {
  for (unsigned i = 0; i < width; i++)
    a.bits[i] = distance < width - i ? a.bits[i + distance] : (uint8_t)fill;
  return a;
}

/* Less, from the highest bit down; 0 where they are equal. */
static inline int value_compare(unsigned width, const struct value *a, const struct value *b) {
  for (unsigned i = width; i-- > 0;)
    if (a->bits[i] != b->bits[i]) return a->bits[i] ? 1 : -1;
  return 0;
}

static inline bool value_is_signed_less(unsigned width, struct value a, struct value b) {
  a.bits[width - 1] ^= 1;
  b.bits[width - 1] ^= 1;
  return value_compare(width, &a, &b) < 0;
}

static inline struct value value_mul(unsigned width, struct value a, struct value b) {
  struct value result = {{0}};
  for (unsigned i = 0; i < width; i++)
    if (b.bits[i]) result = value_add(width, result, value_shift_left(width, a, i), 0);
  return result;
}

/* Long division; by zero every subtraction succeeds, which is what SMT-LIB wants. */
static inline void value_divide(unsigned width, struct value a, struct value b,
                                struct value *quotient, struct value *remainder) {
  struct value rest = {{0}};
  for (unsigned i = width; i-- > 0;) {
    unsigned out = rest.bits[width - 1];
    rest = value_shift_left(width, rest, 1);
    rest.bits[0] = a.bits[i];
    quotient->bits[i] = out || value_compare(width, &rest, &b) >= 0;
    if (quotient->bits[i]) rest = value_add(width, rest, value_neg(width, b), 0);
  }
  *remainder = rest;
}

static inline struct value value_division(unsigned kind, unsigned width, struct value a,
                                          struct value b) {
  struct value quotient = {{0}}, remainder = {{0}};
  bool is_signed = kind == EXPR_SDIV || kind == EXPR_SREM;
  bool is_a_negative = is_signed && a.bits[width - 1],
       is_b_negative = is_signed && b.bits[width - 1];
  value_divide(width, is_a_negative ? value_neg(width, a) : a,
               is_b_negative ? value_neg(width, b) : b, &quotient, &remainder);
  if (kind == EXPR_UREM || kind == EXPR_SREM)
    return is_a_negative ? value_neg(width, remainder) : remainder;
  return is_a_negative != is_b_negative ? value_neg(width, quotient) : quotient;
}

/* At most the width. */
static inline unsigned value_distance(unsigned width, const struct value *amount) {
  unsigned distance = 0;
  for (unsigned i = width; i-- > 0;) {
    distance = 2 * distance + amount->bits[i];
    if (distance > width) distance = width;
  }
  return distance;
}

static inline struct value value_binary(unsigned kind, unsigned width, struct value a,
                                        struct value b) {
  struct value result = {{0}};
  unsigned distance = value_distance(width, &b);
  int order = value_compare(width, &a, &b);
  switch (kind) {
  case EXPR_ADD: return value_add(width, a, b, 0);
  case RECIPE_SUB: return value_add(width, a, value_not(width, b), 1);
  case EXPR_MUL: return value_mul(width, a, b);
  case EXPR_UDIV:
  case EXPR_SDIV:
  case EXPR_UREM:
  case EXPR_SREM: return value_division(kind, width, a, b);
  case EXPR_SHL: return value_shift_left(width, a, distance);
  case EXPR_LSHR: return value_shift_right(width, a, distance, 0);
  case EXPR_ASHR: return value_shift_right(width, a, distance, a.bits[width - 1]);
  case EXPR_EQ: result.bits[0] = order == 0; return result;
  case RECIPE_NE: result.bits[0] = order != 0; return result;
  case EXPR_ULT: result.bits[0] = order < 0; return result;
  case EXPR_ULE: result.bits[0] = order <= 0; return result;
  case EXPR_SLT: result.bits[0] = value_is_signed_less(width, a, b); return result;
  case EXPR_SLE: result.bits[0] = !value_is_signed_less(width, b, a); return result;
  default: break;
  }
  for (unsigned i = 0; i < width; i++)
    result.bits[i] = kind == EXPR_AND  ? a.bits[i] & b.bits[i]
                     : kind == EXPR_OR ? a.bits[i] | b.bits[i]
                                       : a.bits[i] ^ b.bits[i];
  return result;
}

static inline struct value reference_element(const struct expr_array *array,
                                             const struct assignment *assignment, uint64_t index,
                                             struct touched *touched) {
  uint64_t words[RECIPE_WORDS] = {0};
  if (array->size != 0 && index >= array->size) return (struct value){{0}};
  if (array->table != NULL) {
    words[0] = expr_table_element(array, index);
  } else {
    words[0] = assignment_get(assignment, array->number, index);
    touched->list[touched->count++] = (struct touched_element){array->number, index};
  }
  return value_from_words(array->element_width, words);
}

static inline struct value reference_read(const struct recipe *recipe,
                                          const struct recipe_arrays *arrays,
                                          const struct assignment *assignment,
                                          const struct step *step, const struct value *values,
                                          struct touched *touched) {
  const struct step *at = &recipe->steps[step->operands[0]];
  const struct expr_array *array = arrays->list[step->array];
  const struct value *index = &values[step->operands[1]];
  for (; at->kind == EXPR_STORE; at = &recipe->steps[at->operands[0]])
    if (value_compare(array->index_width, index, &values[at->operands[1]]) == 0)
      return values[at->operands[2]];
  uint64_t words[RECIPE_WORDS];
  value_to_words(array->index_width, index, words);
  return reference_element(array, assignment, words[0], touched);
}

static inline struct value reference_step(const struct recipe *recipe,
                                          const struct recipe_arrays *arrays,
                                          const struct assignment *assignment,
                                          const struct step *step, const struct value *values,
                                          struct touched *touched) {
  const struct value *a = &values[step->operands[0]], *b = &values[step->operands[1]];
  unsigned width = recipe->steps[step->operands[0]].width;
  struct value result = {{0}};
  switch (step->kind) {
  case EXPR_CONST: return value_from_words(step->width, step->words);
  case EXPR_INPUT:
    return reference_element(arrays->list[step->array], assignment, step->index, touched);
  case EXPR_ARRAY:
  case EXPR_STORE: return result;
  case EXPR_READ: return reference_read(recipe, arrays, assignment, step, values, touched);
  case EXPR_NOT: return value_not(width, *a);
  case RECIPE_NEG: return value_neg(width, *a);
  case EXPR_ITE: return a->bits[0] ? *b : values[step->operands[2]];
  case EXPR_EXTRACT:
    for (unsigned i = 0; i < step->width; i++) result.bits[i] = a->bits[i + step->low];
    return result;
  case EXPR_ZEXT:
  case EXPR_SEXT:
    for (unsigned i = 0; i < step->width; i++)
      result.bits[i] = i < width ? a->bits[i] : step->kind == EXPR_SEXT ? a->bits[width - 1] : 0;
    return result;
  case EXPR_CONCAT: {
    unsigned low = recipe->steps[step->operands[1]].width;
    for (unsigned i = 0; i < step->width; i++)
      result.bits[i] = i < low ? b->bits[i] : a->bits[i - low];
    return result;
  }
  default: return value_binary(step->kind, width, *a, *b);
  }
}

/* The values of all steps. */
static inline void reference_evaluate(const struct recipe *recipe,
                                      const struct recipe_arrays *arrays,
                                      const struct assignment *assignment, struct value *values,
                                      struct touched *touched) {
  touched->count = 0;
  for (int i = 0; i < recipe->count; i++)
    values[i] = reference_step(recipe, arrays, assignment, &recipe->steps[i], values, touched);
}

#endif

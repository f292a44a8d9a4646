/* Bitwise operators, which on width 1 are the boolean ones.

   Complements are recognised by structure, comparisons included: a < b is the
   complement of b <= a. */
#include "expr/interval.h"
#include "expr/range.h"
#include "expr/rewrite.h"

bool is_complement(const struct expr *a, const struct expr *b) {
  if (a->kind == EXPR_NOT && child(a, 0) == b) return true;
  if (b->kind == EXPR_NOT && child(b, 0) == a) return true;
  bool are_orders = (a->kind == EXPR_ULT && b->kind == EXPR_ULE) ||
                    (a->kind == EXPR_ULE && b->kind == EXPR_ULT) ||
                    (a->kind == EXPR_SLT && b->kind == EXPR_SLE) ||
                    (a->kind == EXPR_SLE && b->kind == EXPR_SLT);
  return are_orders && child(a, 0) == child(b, 1) && child(a, 1) == child(b, 0);
}

struct expr *rewrite_not(struct exprs *exprs, struct expr *a) {
  switch (a->kind) {
  case EXPR_NOT:
    /* match:  ~~x
       result: x */
    RULE(exprs, not_not);
    return child(a, 0);
  case EXPR_ULT:
  case EXPR_ULE:
  case EXPR_SLT:
  case EXPR_SLE: {
    /* match:  ~(x < y), ~(x <= y)
       result: y <= x, y < x */
    RULE(exprs, not_order);
    static const uint8_t flipped[EXPR_KIND_COUNT] = {
        [EXPR_ULT] = EXPR_ULE, [EXPR_ULE] = EXPR_ULT, [EXPR_SLT] = EXPR_SLE, [EXPR_SLE] = EXPR_SLT};
    return expr_binary(exprs, flipped[a->kind], child(a, 1), child(a, 0));
  }
  case EXPR_MUL:
    /* match:  ~-x
       result: x + ~0 */
    if (is_ones(child(a, 1))) {
      RULE(exprs, not_neg);
      return expr_add(exprs, child(a, 0), child(a, 1));
    }
    return NULL;
  case EXPR_ADD:
    /* match:  ~(x + ~0)
       result: -x */
    if (is_ones(child(a, 1))) {
      RULE(exprs, not_decrement);
      return expr_neg(exprs, child(a, 0));
    }
    return NULL;
  case EXPR_XOR:
    /* match:  ~(x ^ C)
       result: x ^ ~C */
    if (is_const(child(a, 1))) {
      RULE(exprs, not_xor_const);
      return expr_xor(exprs, child(a, 0), expr_not(exprs, child(a, 1)));
    }
    return NULL;
  default: return rewrite_choice_not(exprs, a);
  }
}

/* Rules shared by and, or, xor. */

static struct expr *rewrite_logic_const(struct exprs *exprs, enum expr_kind kind, struct expr *a,
                                        struct expr *b) {
  /* match:  (x op C) op D
     result: x op (C op D) */
  if (has_const(a, kind)) {
    RULE(exprs, logic_const_const);
    return expr_binary(exprs, kind, child(a, 0), expr_binary(exprs, kind, child(a, 1), b));
  }
  /* match:  concat(x, y) op C, where C leaves one part alone or decides it
     result: concat(x op C's part, y op C's part) */
  if (a->kind == EXPR_CONCAT) {
    struct expr *high = child(a, 0), *low = child(a, 1);
    struct expr *high_mask = expr_extract(exprs, b, low->width, high->width);
    struct expr *low_mask = expr_extract(exprs, b, 0, low->width);
    bool is_plain = is_zero(high_mask) || is_ones(high_mask) || is_zero(low_mask) ||
                    is_ones(low_mask) || is_const(high) || is_const(low);
    if (is_plain && spend(exprs)) {
      RULE(exprs, logic_concat_const);
      return expr_concat(exprs, expr_binary(exprs, kind, high, high_mask),
                         expr_binary(exprs, kind, low, low_mask));
    }
  }
  /* match:  zext(x) op C
     result: concat(C's part, x op C's part) */
  if (a->kind == EXPR_ZEXT) {
    RULE(exprs, logic_zext_const);
    struct expr *x = child(a, 0);
    struct expr *low = expr_binary(exprs, kind, x, expr_extract(exprs, b, 0, x->width));
    if (kind == EXPR_AND) return expr_zext(exprs, low, a->width);
    return expr_concat(exprs, expr_extract(exprs, b, x->width, a->width - x->width), low);
  }
  return NULL;
}

static struct expr *rewrite_logic(struct exprs *exprs, enum expr_kind kind, struct expr *a,
                                  struct expr *b) {
  for (unsigned side = 0; side < 2; side++) {
    struct expr *inner = side ? b : a, *other = side ? a : b;
    /* match:  (x op C) op y
       result: (x op y) op C */
    if (has_const(inner, kind)) {
      RULE(exprs, logic_const_outward);
      return expr_binary(exprs, kind, expr_binary(exprs, kind, child(inner, 0), other),
                         child(inner, 1));
    }
    /* match:  (x op y) op x, op not xor
       result: x op y */
    if (inner->kind == kind && kind != EXPR_XOR &&
        (child(inner, 0) == other || child(inner, 1) == other)) {
      RULE(exprs, logic_again);
      return inner;
    }
  }
  /* match:  zext(x) op zext(y), sext(x) op sext(y)
     result: the extension of (x op y) */
  if ((a->kind == EXPR_ZEXT || a->kind == EXPR_SEXT) && b->kind == a->kind &&
      child(a, 0)->width == child(b, 0)->width) {
    RULE(exprs, logic_extensions);
    struct expr *narrow = expr_binary(exprs, kind, child(a, 0), child(b, 0));
    return a->kind == EXPR_ZEXT ? expr_zext(exprs, narrow, a->width)
                                : expr_sext(exprs, narrow, a->width);
  }
  /* match:  concat(x, y) op concat(u, v), parts of equal width, one of them constant
     result: concat(x op u, y op v) */
  if (a->kind == EXPR_CONCAT && b->kind == EXPR_CONCAT &&
      child(a, 0)->width == child(b, 0)->width &&
      (is_const(child(a, 0)) || is_const(child(a, 1)) || is_const(child(b, 0)) ||
       is_const(child(b, 1))) &&
      spend(exprs)) {
    RULE(exprs, logic_concats);
    return expr_concat(exprs, expr_binary(exprs, kind, child(a, 0), child(b, 0)),
                       expr_binary(exprs, kind, child(a, 1), child(b, 1)));
  }
  return NULL;
}

/* x & (y | z) with y or z equal to x or to its complement, and the dual; else NULL. */
static struct expr *rewrite_absorption(struct exprs *exprs, enum expr_kind kind,
                                       enum expr_kind dual, struct expr *a, struct expr *b) {
  for (unsigned side = 0; side < 2; side++) {
    struct expr *x = side ? b : a, *inner = side ? a : b;
    for (unsigned k = 0; inner->kind == dual && k < 2; k++) {
      /* match:  x & (x | y), x | (x & y)
         result: x */
      if (child(inner, k) == x) {
        RULE(exprs, absorb);
        return x;
      }
      /* match:  x & (~x | y), x | (~x & y)
         result: x & y, x | y */
      if (is_complement(child(inner, k), x)) {
        RULE(exprs, absorb_complement);
        return expr_binary(exprs, kind, x, child(inner, 1 - k));
      }
    }
    /* match:  x & (~x & y), x | (~x | y)
       result: 0, ~0 */
    for (unsigned k = 0; inner->kind == kind && k < 2; k++)
      if (is_complement(child(inner, k), x)) {
        RULE(exprs, contradict_inner);
        struct expr *zero = expr_const(exprs, x->width, 0);
        return kind == EXPR_AND ? zero : expr_not(exprs, zero);
      }
  }
  return NULL;
}

static struct expr *rewrite_and_const(struct exprs *exprs, struct expr *a, struct expr *b) {
  /* match:  x & 0
     result: 0 */
  if (is_zero(b)) {
    RULE(exprs, and_zero);
    return b;
  }
  /* match:  x & ~0
     result: x */
  if (is_ones(b)) {
    RULE(exprs, and_ones);
    return a;
  }
  /* match:  x & C, and what C clears is zero in x
     result: x */
  if (a->width <= 64 && range_is_known(a) &&
      (~const_value(b) & value_mask(a->width) & ~range_of(a).zeros) == 0) {
    RULE(exprs, and_known);
    return a;
  }
  struct expr *result = rewrite_logic_const(exprs, EXPR_AND, a, b);
  if (result) return result;
  /* match:  x & C, C with leading zeros
     result: zext(the low part of x & the low part of C) */
  unsigned zeros = words_leading_zeros(b->width, const_words(b));
  if (zeros) {
    RULE(exprs, and_narrow);
    unsigned narrow = a->width - zeros;
    struct expr *low =
        expr_and(exprs, expr_extract(exprs, a, 0, narrow), expr_extract(exprs, b, 0, narrow));
    return expr_zext(exprs, low, a->width);
  }
  /* match:  x & (~0 << K)
     result: concat(the high bits of x from K on, 0) */
  unsigned clear = words_trailing_zeros(b->width, const_words(b));
  uint64_t rest[WORDS_MAX];
  words_extract(const_words(b), b->width, clear, b->width - clear, rest);
  if (words_are_ones(b->width - clear, rest)) {
    RULE(exprs, and_high_bits);
    return expr_concat(exprs, expr_extract(exprs, a, clear, a->width - clear),
                       expr_const(exprs, clear, 0));
  }
  return NULL;
}

struct expr *rewrite_and(struct exprs *exprs, struct expr *a, struct expr *b) {
  if (is_const(b)) return rewrite_and_const(exprs, a, b);
  /* match:  x & x
     result: x */
  if (a == b) {
    RULE(exprs, and_self);
    return a;
  }
  /* match:  x & ~x
     result: 0 */
  if (is_complement(a, b)) {
    RULE(exprs, and_complement);
    return expr_const(exprs, a->width, 0);
  }
  struct expr *result = rewrite_absorption(exprs, EXPR_AND, EXPR_OR, a, b);
  if (result == NULL) result = rewrite_logic(exprs, EXPR_AND, a, b);
  if (result == NULL && a->width == 1) result = interval_and(exprs, a, b);
  if (result) return result;
  /* match:  ~x & ~y, wider than 1
     result: ~(x | y) */
  if (a->width > 1 && a->kind == EXPR_NOT && b->kind == EXPR_NOT) {
    RULE(exprs, and_nots);
    return expr_not(exprs, expr_or(exprs, child(a, 0), child(b, 0)));
  }
  /* match:  zext(x) & y
     result: zext(x & the low part of y) */
  for (unsigned side = 0; side < 2; side++) {
    struct expr *extended = side ? b : a, *other = side ? a : b;
    if (extended->kind != EXPR_ZEXT) continue;
    RULE(exprs, and_zext);
    struct expr *x = child(extended, 0);
    struct expr *low = expr_and(exprs, x, expr_extract(exprs, other, 0, x->width));
    return expr_zext(exprs, low, a->width);
  }
  return NULL;
}

/* If two operands share no possible bit and one lies entirely above the other: their
   concatenation. */
static struct expr *join_parts(struct exprs *exprs, struct expr *a, struct expr *b) {
  if (a->width > 64 || !range_is_known(a) || !range_is_known(b)) return NULL;
  for (unsigned side = 0; side < 2; side++) {
    struct expr *high = side ? b : a, *low = side ? a : b;
    uint64_t high_bits = ~range_of(high).zeros & value_mask(a->width);
    uint64_t low_bits = ~range_of(low).zeros & value_mask(a->width);
    if (high_bits == 0 || low_bits == 0) continue;
    unsigned split = 64 - (unsigned)__builtin_clzll(low_bits);
    if (split == a->width || (high_bits & value_mask(split))) continue;
    return expr_concat(exprs, expr_extract(exprs, high, split, a->width - split),
                       expr_extract(exprs, low, 0, split));
  }
  return NULL;
}

static struct expr *rewrite_or_const(struct exprs *exprs, struct expr *a, struct expr *b) {
  /* match:  x | 0
     result: x */
  if (is_zero(b)) {
    RULE(exprs, or_zero);
    return a;
  }
  /* match:  x | ~0
     result: ~0 */
  if (is_ones(b)) {
    RULE(exprs, or_ones);
    return b;
  }
  /* match:  x | C, and what C sets is one in x
     result: x */
  if (a->width <= 64 && range_is_known(a) && (const_value(b) & ~range_of(a).ones) == 0) {
    RULE(exprs, or_known);
    return a;
  }
  return rewrite_logic_const(exprs, EXPR_OR, a, b);
}

struct expr *rewrite_or(struct exprs *exprs, struct expr *a, struct expr *b) {
  struct expr *result;
  if (is_const(b)) {
    result = rewrite_or_const(exprs, a, b);
    if (result) return result;
  } else {
    /* match:  x | x
       result: x */
    if (a == b) {
      RULE(exprs, or_self);
      return a;
    }
    /* match:  x | ~x
       result: ~0 */
    if (is_complement(a, b)) {
      RULE(exprs, or_complement);
      return make_ones(exprs, a->width);
    }
    result = rewrite_absorption(exprs, EXPR_OR, EXPR_AND, a, b);
    if (result == NULL) result = rewrite_logic(exprs, EXPR_OR, a, b);
    if (result == NULL && a->width == 1) result = interval_or(exprs, a, b);
    if (result) return result;
    /* match:  ~x | ~y, wider than 1
       result: ~(x & y) */
    if (a->width > 1 && a->kind == EXPR_NOT && b->kind == EXPR_NOT) {
      RULE(exprs, or_nots);
      return expr_not(exprs, expr_and(exprs, child(a, 0), child(b, 0)));
    }
  }
  /* match:  x | y, the bits of x all above those of y
     result: concat(the high part of x, the low part of y) */
  result = join_parts(exprs, a, b);
  if (result) RULE(exprs, or_parts);
  return result;
}

static struct expr *rewrite_xor_const(struct exprs *exprs, struct expr *a, struct expr *b) {
  /* match:  x ^ 0
     result: x */
  if (is_zero(b)) {
    RULE(exprs, xor_zero);
    return a;
  }
  /* match:  x ^ ~0
     result: ~x */
  if (is_ones(b)) {
    RULE(exprs, xor_ones);
    return expr_not(exprs, a);
  }
  /* match:  ~x ^ C
     result: x ^ ~C */
  if (a->kind == EXPR_NOT) {
    RULE(exprs, xor_not_const);
    return expr_xor(exprs, child(a, 0), expr_not(exprs, b));
  }
  return rewrite_logic_const(exprs, EXPR_XOR, a, b);
}

struct expr *rewrite_xor(struct exprs *exprs, struct expr *a, struct expr *b) {
  if (is_const(b)) return rewrite_xor_const(exprs, a, b);
  /* match:  x ^ x
     result: 0 */
  if (a == b) {
    RULE(exprs, xor_self);
    return expr_const(exprs, a->width, 0);
  }
  /* match:  x ^ ~x
     result: ~0 */
  if (is_complement(a, b)) {
    RULE(exprs, xor_complement);
    return make_ones(exprs, a->width);
  }
  for (unsigned side = 0; side < 2; side++) {
    struct expr *inner = side ? b : a, *other = side ? a : b;
    /* match:  ~x ^ y
       result: ~(x ^ y) */
    if (inner->kind == EXPR_NOT) {
      RULE(exprs, xor_not);
      return expr_not(exprs, expr_xor(exprs, child(inner, 0), other));
    }
    /* match:  (x ^ y) ^ x
       result: y */
    for (unsigned k = 0; inner->kind == EXPR_XOR && k < 2; k++)
      if (child(inner, k) == other) {
        RULE(exprs, xor_cancel);
        return child(inner, 1 - k);
      }
  }
  struct expr *result = rewrite_logic(exprs, EXPR_XOR, a, b);
  if (result) return result;
  /* match:  x ^ y, the bits of x all above those of y
     result: concat(the high part of x, the low part of y) */
  result = join_parts(exprs, a, b);
  if (result) RULE(exprs, xor_parts);
  return result;
}

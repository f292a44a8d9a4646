/* Sums and products.

   Sums are kept as linear terms: a term is a base with a constant coefficient (x * C, x << K, plain
   x), terms with equal bases are combined when they meet, and the constant of a sum moves to the
   outside, where the next constant meets it. Sums are not sorted: that would rebuild shared parts
   for every new term. */
#include "expr/range.h"
#include "expr/rewrite.h"

enum { TERM_DEPTH = 3 };

unsigned shift_amount(const struct expr *shift) {
  const struct expr *amount = child(shift, 1);
  if (!is_const(amount)) return shift->width;
  for (unsigned k = 1; k < word_count(amount->width); k++)
    if (const_words(amount)[k]) return shift->width;
  return const_value(amount) < shift->width ? (unsigned)const_value(amount) : shift->width;
}

/* The base of a term x * C or x << K, else the term itself. */
static struct expr *term_base(struct expr *term) {
  bool is_scaled = has_const(term, EXPR_MUL) || has_const(term, EXPR_SHL);
  return is_scaled ? child(term, 0) : term;
}

static struct expr *term_coefficient(struct exprs *exprs, struct expr *term) {
  struct expr *one = expr_const(exprs, term->width, 1);
  if (has_const(term, EXPR_MUL)) return child(term, 1);
  return has_const(term, EXPR_SHL) ? expr_shl(exprs, one, child(term, 1)) : one;
}

static struct expr *add_terms(struct exprs *exprs, struct expr *a, struct expr *b) {
  struct expr *sum = expr_add(exprs, term_coefficient(exprs, a), term_coefficient(exprs, b));
  return expr_mul(exprs, term_base(a), sum);
}

/* The sum plus b, if a term near the top has the same base as b; else NULL. */
static struct expr *add_to_term(struct exprs *exprs, struct expr *sum, struct expr *b,
                                unsigned depth) {
  for (unsigned side = 0; side < 2; side++) {
    struct expr *term = child(sum, side), *other = child(sum, 1 - side);
    if (term_base(term) == term_base(b)) return expr_add(exprs, other, add_terms(exprs, term, b));
    if (term->kind == EXPR_ADD && depth > 1) {
      struct expr *rest = add_to_term(exprs, term, b, depth - 1);
      if (rest) return expr_add(exprs, rest, other);
    }
  }
  return NULL;
}

static struct expr *rewrite_add_const(struct exprs *exprs, struct expr *a, struct expr *b) {
  /* match:  x + 0
     result: x */
  if (is_zero(b)) {
    RULE(exprs, add_zero);
    return a;
  }
  /* match:  (x + C) + D
     result: x + (C + D) */
  if (has_const(a, EXPR_ADD)) {
    RULE(exprs, add_const_const);
    return expr_add(exprs, child(a, 0), expr_add(exprs, child(a, 1), b));
  }
  /* match:  ~x + C
     result: -x + (C - 1) */
  if (a->kind == EXPR_NOT) {
    RULE(exprs, add_not_const);
    struct expr *ones = make_ones(exprs, a->width);
    return expr_add(exprs, expr_neg(exprs, child(a, 0)), expr_add(exprs, b, ones));
  }
  return NULL;
}

static struct expr *rewrite_add_inner(struct exprs *exprs, struct expr *a, struct expr *b) {
  /* match:  (x + C) + y
     result: (x + y) + C */
  if (has_const(a, EXPR_ADD)) {
    RULE(exprs, add_const_outward);
    return expr_add(exprs, expr_add(exprs, child(a, 0), b), child(a, 1));
  }
  /* match:  (x + t) + u, t and u of one base
     result: x + (t + u) */
  if (a->kind == EXPR_ADD)
    for (unsigned side = 0; side < 2; side++)
      if (term_base(child(a, side)) == term_base(b)) {
        RULE(exprs, add_like_inner);
        return expr_add(exprs, child(a, 1 - side), add_terms(exprs, child(a, side), b));
      }
  /* match:  (... + x * C + ...) + x * D
     result: ... + x * (C + D) + ... */
  if (a->kind == EXPR_ADD && has_const(b, EXPR_MUL)) {
    struct expr *rest = add_to_term(exprs, a, b, TERM_DEPTH);
    if (rest) {
      RULE(exprs, add_like_deep);
      return rest;
    }
  }
  return NULL;
}

struct expr *rewrite_add(struct exprs *exprs, struct expr *a, struct expr *b) {
  /* match:  x + y, width 1
     result: x ^ y */
  if (a->width == 1) {
    RULE(exprs, add_bool);
    return expr_xor(exprs, a, b);
  }
  if (is_const(b)) return rewrite_add_const(exprs, a, b);
  /* match:  t + u, t and u of one base
     result: base * (their coefficients' sum) */
  if (term_base(a) == term_base(b)) {
    RULE(exprs, add_like_terms);
    return add_terms(exprs, a, b);
  }
  /* match:  x + ~x
     result: ~0 */
  if (is_complement(a, b)) {
    RULE(exprs, add_complement);
    return make_ones(exprs, a->width);
  }
  struct expr *result = rewrite_add_inner(exprs, a, b);
  if (result == NULL) result = rewrite_add_inner(exprs, b, a);
  if (result) return result;
  /* match:  x + y, no bit possible in both
     result: x | y */
  if (a->width <= 64 && range_is_known(a) && range_is_known(b)) {
    struct expr_range first = range_of(a), second = range_of(b);
    if ((first.zeros | second.zeros) == value_mask(a->width)) {
      RULE(exprs, add_disjoint);
      return expr_or(exprs, a, b);
    }
  }
  return NULL;
}

static struct expr *rewrite_mul_const(struct exprs *exprs, struct expr *a, struct expr *b) {
  /* match:  x * 0
     result: 0 */
  if (is_zero(b)) {
    RULE(exprs, mul_zero);
    return b;
  }
  /* match:  x * 1
     result: x */
  if (is_one(b)) {
    RULE(exprs, mul_one);
    return a;
  }
  /* match:  (x * C) * D, (x << K) * D
     result: x * (C * D), x * (D << K) */
  if (has_const(a, EXPR_MUL) || has_const(a, EXPR_SHL)) {
    RULE(exprs, mul_const_const);
    return expr_mul(exprs, term_base(a), expr_mul(exprs, term_coefficient(exprs, a), b));
  }
  /* match:  x * 2^K
     result: x << K */
  int power = words_power_of_two(b->width, const_words(b));
  if (power > 0) {
    RULE(exprs, mul_power);
    return expr_shl(exprs, a, expr_const(exprs, a->width, (uint64_t)power));
  }
  /* match:  (x + C) * D
     result: x * D + C * D */
  if (has_const(a, EXPR_ADD)) {
    RULE(exprs, mul_sum_const);
    return expr_add(exprs, expr_mul(exprs, child(a, 0), b), expr_mul(exprs, child(a, 1), b));
  }
  if (!is_ones(b)) return NULL;
  /* match:  -~x
     result: x + 1 */
  if (a->kind == EXPR_NOT) {
    RULE(exprs, neg_not);
    return expr_add(exprs, child(a, 0), expr_const(exprs, a->width, 1));
  }
  /* match:  -(x + -y)
     result: y + -x */
  for (unsigned side = 0; a->kind == EXPR_ADD && side < 2; side++)
    if (is_negation(child(a, side))) {
      RULE(exprs, neg_difference);
      return expr_add(exprs, child(child(a, side), 0), expr_neg(exprs, child(a, 1 - side)));
    }
  return NULL;
}

struct expr *rewrite_mul(struct exprs *exprs, struct expr *a, struct expr *b) {
  /* match:  x * y, width 1
     result: x & y */
  if (a->width == 1) {
    RULE(exprs, mul_bool);
    return expr_and(exprs, a, b);
  }
  if (is_const(b)) return rewrite_mul_const(exprs, a, b);
  /* match:  (x * C) * y, (x << K) * y
     result: (x * y) * C, (x * y) << K */
  for (unsigned side = 0; side < 2; side++) {
    struct expr *scaled = side ? b : a, *other = side ? a : b;
    if (term_base(scaled) != scaled) {
      RULE(exprs, mul_const_outward);
      struct expr *product = expr_mul(exprs, term_base(scaled), other);
      return expr_binary(exprs, scaled->kind, product, child(scaled, 1));
    }
  }
  return NULL;
}

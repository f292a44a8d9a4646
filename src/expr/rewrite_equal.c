/* Equality. */
#include "expr/range.h"
#include "expr/rewrite.h"

bool is_distinct(const struct expr *a, const struct expr *b) {
  while (a->kind == b->kind && (a->kind == EXPR_ZEXT || a->kind == EXPR_SEXT) &&
         child(a, 0)->width == child(b, 0)->width)
    a = child(a, 0), b = child(b, 0);
  if (a == b) return false;
  if (is_const(a) && is_const(b)) return true;
  if (is_complement(a, b)) return true;
  /* x + C and x + D, or x itself: the constant of a sum is always outermost. */
  const struct expr *a_base = has_const(a, EXPR_ADD) ? child(a, 0) : a;
  const struct expr *b_base = has_const(b, EXPR_ADD) ? child(b, 0) : b;
  if (a_base == b_base) {
    if (a_base == a) return !is_zero(child(b, 1));
    if (b_base == b) return !is_zero(child(a, 1));
    return child(a, 1) != child(b, 1);
  }
  if (a->width > 64 || !(range_is_known(a) && range_is_known(b))) return false;
  struct expr_range first = range_of(a), second = range_of(b);
  return range_compare(EXPR_EQ, &first, &second) == 0;
}

static struct expr *zero_like(struct exprs *exprs, const struct expr *e) {
  return expr_const(exprs, e->width, 0);
}

/* The inverse of an odd number modulo 2^64, by Newton's iteration. */
static uint64_t invert(uint64_t odd) {
  uint64_t inverse = odd;
  for (unsigned k = 0; k < 5; k++) inverse *= 2 - odd * inverse;
  return inverse;
}

static struct expr *rewrite_eq_scaled(struct exprs *exprs, struct expr *a, struct expr *b) {
  unsigned width = a->width;
  if (a->kind == EXPR_SHL) {
    /* match:  x << K == C
       result: the low part of x == C >> K, false if C has lower bits */
    unsigned amount = shift_amount(a);
    if (amount == 0 || amount == width) return NULL;
    RULE(exprs, eq_shl_const);
    if (words_trailing_zeros(width, const_words(b)) < amount) return make_bool(exprs, false);
    return expr_eq(exprs, expr_extract(exprs, child(a, 0), 0, width - amount),
                   expr_extract(exprs, b, amount, width - amount));
  }
  /* match:  x * C == D, C odd
     result: x == D * C^-1 */
  uint64_t factor = const_value(child(a, 1));
  if (width <= 64 && (factor & 1)) {
    RULE(exprs, eq_mul_odd);
    return expr_eq(exprs, child(a, 0), expr_const(exprs, width, const_value(b) * invert(factor)));
  }
  /* match:  x * (C << K) == D
     result: the low part of x * C == D >> K, false if D has lower bits */
  unsigned zeros = words_trailing_zeros(width, const_words(child(a, 1)));
  if (zeros > 0 && zeros < width) {
    RULE(exprs, eq_mul_even);
    if (words_trailing_zeros(width, const_words(b)) < zeros) return make_bool(exprs, false);
    unsigned rest = width - zeros;
    struct expr *product = expr_mul(exprs, expr_extract(exprs, child(a, 0), 0, rest),
                                    expr_extract(exprs, child(a, 1), zeros, rest));
    return expr_eq(exprs, product, expr_extract(exprs, b, zeros, rest));
  }
  return NULL;
}

/* match:  zext(x) == C, sext(x) == C
   result: x == the low part of C, false if C is no such extension */
static struct expr *rewrite_eq_extended(struct exprs *exprs, struct expr *a, struct expr *b) {
  struct expr *x = child(a, 0), *low = expr_extract(exprs, b, 0, x->width);
  struct expr *back =
      a->kind == EXPR_ZEXT ? expr_zext(exprs, low, a->width) : expr_sext(exprs, low, a->width);
  RULE(exprs, eq_extended_const);
  return back == b ? expr_eq(exprs, x, low) : make_bool(exprs, false);
}

static struct expr *rewrite_eq_logic(struct exprs *exprs, struct expr *a, struct expr *b) {
  /* match:  x | y == 0, x & y == ~0
     result: x == 0 & y == 0, x == ~0 & y == ~0 */
  if ((a->kind == EXPR_OR && is_zero(b)) || (a->kind == EXPR_AND && is_ones(b))) {
    if (!spend(exprs)) return NULL;
    RULE(exprs, eq_logic_neutral);
    return expr_and(exprs, expr_eq(exprs, child(a, 0), b), expr_eq(exprs, child(a, 1), b));
  }
  return NULL;
}

/* match:  x udiv C == D, C not 0
   result: C * D <= x & x <= C * D + (C - 1), as far as those are in the width */
static struct expr *rewrite_eq_udiv(struct exprs *exprs, struct expr *a, struct expr *b) {
  unsigned __int128 divisor = const_value(child(a, 1)), most = value_mask(a->width);
  unsigned __int128 low = divisor * const_value(b), high = low + (divisor - 1);
  if (divisor == 0 || !spend(exprs)) return NULL;
  RULE(exprs, eq_udiv_const);
  if (low > most) return make_bool(exprs, false);
  struct expr *x = child(a, 0);
  struct expr *above = expr_ule(exprs, expr_const(exprs, a->width, (uint64_t)low), x);
  if (high >= most) return above;
  return expr_and(exprs, above, expr_ule(exprs, x, expr_const(exprs, a->width, (uint64_t)high)));
}

static struct expr *rewrite_eq_const(struct exprs *exprs, struct expr *a, struct expr *b) {
  switch (a->kind) {
  case EXPR_NOT:
    /* match:  ~x == C
       result: x == ~C */
    RULE(exprs, eq_not_const);
    return expr_eq(exprs, child(a, 0), expr_not(exprs, b));
  case EXPR_ADD:
    /* match:  x + C == D
       result: x == D - C */
    if (is_const(child(a, 1))) {
      RULE(exprs, eq_add_const);
      return expr_eq(exprs, child(a, 0), expr_sub(exprs, b, child(a, 1)));
    }
    /* match:  x + -y == 0
       result: x == y */
    for (unsigned side = 0; is_zero(b) && side < 2; side++)
      if (is_negation(child(a, side))) {
        RULE(exprs, eq_difference);
        return expr_eq(exprs, child(a, 1 - side), child(child(a, side), 0));
      }
    return NULL;
  case EXPR_XOR:
    /* match:  x ^ C == D
       result: x == C ^ D */
    if (is_const(child(a, 1))) {
      RULE(exprs, eq_xor_const);
      return expr_eq(exprs, child(a, 0), expr_xor(exprs, b, child(a, 1)));
    }
    /* match:  x ^ y == 0
       result: x == y */
    if (is_zero(b)) {
      RULE(exprs, eq_xor_zero);
      return expr_eq(exprs, child(a, 0), child(a, 1));
    }
    return NULL;
  case EXPR_MUL:
  case EXPR_SHL: return is_const(child(a, 1)) ? rewrite_eq_scaled(exprs, a, b) : NULL;
  case EXPR_ZEXT:
  case EXPR_SEXT: return rewrite_eq_extended(exprs, a, b);
  case EXPR_CONCAT:
    /* match:  concat(x, y) == C
       result: x == C's part & y == C's part */
    if (!spend(exprs)) return NULL;
    RULE(exprs, eq_concat_const);
    return expr_and(
        exprs,
        expr_eq(exprs, child(a, 0), expr_extract(exprs, b, child(a, 1)->width, child(a, 0)->width)),
        expr_eq(exprs, child(a, 1), expr_extract(exprs, b, 0, child(a, 1)->width)));
  case EXPR_AND:
  case EXPR_OR: return rewrite_eq_logic(exprs, a, b);
  case EXPR_UDIV:
    return a->width <= 64 && is_const(child(a, 1)) ? rewrite_eq_udiv(exprs, a, b) : NULL;
  default: return NULL;
  }
}

/* match:  x + y == x, x ^ y == x, x + y == x + z, x ^ y == x ^ z
   result: y == 0, y == z */
static struct expr *rewrite_eq_common(struct exprs *exprs, struct expr *a, struct expr *b) {
  if (a->kind != EXPR_ADD && a->kind != EXPR_XOR) return NULL;
  for (unsigned side = 0; side < 2; side++) {
    struct expr *shared = child(a, side), *rest = child(a, 1 - side);
    if (shared == b) {
      RULE(exprs, eq_common_self);
      return expr_eq(exprs, rest, zero_like(exprs, rest));
    }
    for (unsigned k = 0; b->kind == a->kind && k < 2; k++)
      if (child(b, k) == shared) {
        RULE(exprs, eq_common);
        return expr_eq(exprs, rest, child(b, 1 - k));
      }
  }
  return NULL;
}

static bool is_extension(const struct expr *e) {
  return e->kind == EXPR_ZEXT || e->kind == EXPR_SEXT;
}

static struct expr *rewrite_eq_same_kind(struct exprs *exprs, struct expr *a, struct expr *b) {
  if (a->kind == EXPR_NOT || (is_negation(a) && is_negation(b))) {
    /* match:  ~x == ~y, -x == -y
       result: x == y */
    RULE(exprs, eq_inverses);
    return expr_eq(exprs, child(a, 0), child(b, 0));
  }
  if (is_extension(a)) {
    /* match:  ext(x) == ext(y), extended alike
       result: x == y, the narrower extended to the other */
    RULE(exprs, eq_extensions);
    struct expr *x = child(a, 0), *y = child(b, 0);
    unsigned width = x->width > y->width ? x->width : y->width;
    if (a->kind == EXPR_ZEXT)
      return expr_eq(exprs, expr_zext(exprs, x, width), expr_zext(exprs, y, width));
    return expr_eq(exprs, expr_sext(exprs, x, width), expr_sext(exprs, y, width));
  }
  if (a->kind == EXPR_CONCAT && child(a, 0)->width == child(b, 0)->width && spend(exprs)) {
    /* match:  concat(x, y) == concat(u, v), parts of equal width
       result: x == u & y == v */
    RULE(exprs, eq_concats);
    return expr_and(exprs, expr_eq(exprs, child(a, 0), child(b, 0)),
                    expr_eq(exprs, child(a, 1), child(b, 1)));
  }
  if (a->kind == EXPR_ITE && child(a, 0) == child(b, 0) &&
      (child(a, 1) == child(b, 1) || child(a, 2) == child(b, 2))) {
    /* match:  ite(c, x, y) == ite(c, x, z), ite(c, x, z) == ite(c, y, z)
       result: c | y == z, ~c | x == y */
    RULE(exprs, eq_ites);
    return expr_ite(exprs, child(a, 0), expr_eq(exprs, child(a, 1), child(b, 1)),
                    expr_eq(exprs, child(a, 2), child(b, 2)));
  }
  if (has_const(a, EXPR_ADD) && has_const(b, EXPR_ADD)) {
    /* match:  x + C == y + D
       result: x + (C - D) == y */
    RULE(exprs, eq_sums_const);
    struct expr *offset = expr_sub(exprs, child(a, 1), child(b, 1));
    return expr_eq(exprs, expr_add(exprs, child(a, 0), offset), child(b, 0));
  }
  return NULL;
}

/* match:  ite(c, x, y) == x, when x == y is decided
   result: c, or c | ~c */
static struct expr *rewrite_eq_ite(struct exprs *exprs, struct expr *a, struct expr *b) {
  for (unsigned branch = 1; a->kind == EXPR_ITE && branch < 3; branch++) {
    if (child(a, branch) != b || !is_distinct(child(a, 3 - branch), b)) continue;
    RULE(exprs, eq_ite_branch);
    return branch == 1 ? child(a, 0) : expr_not(exprs, child(a, 0));
  }
  return NULL;
}

struct expr *rewrite_eq(struct exprs *exprs, struct expr *a, struct expr *b) {
  /* match:  x == x
     result: true */
  if (a == b) {
    RULE(exprs, eq_self);
    return make_bool(exprs, true);
  }
  /* match:  x == y, width 1
     result: x, ~x, ~(x ^ y) */
  if (a->width == 1) {
    RULE(exprs, eq_bool);
    if (is_const(b)) return const_value(b) ? a : expr_not(exprs, a);
    return expr_not(exprs, expr_xor(exprs, a, b));
  }
  /* match:  x == y, never equal by structure or range
     result: false */
  if (is_distinct(a, b)) {
    RULE(exprs, eq_distinct);
    return make_bool(exprs, false);
  }
  struct expr *result;
  if ((result = rewrite_eq_ite(exprs, a, b))) return result;
  if (is_const(b)) return rewrite_eq_const(exprs, a, b);
  if ((result = rewrite_eq_common(exprs, a, b))) return result;
  if ((result = rewrite_eq_common(exprs, b, a))) return result;
  if ((result = rewrite_eq_ite(exprs, b, a))) return result;
  return a->kind == b->kind ? rewrite_eq_same_kind(exprs, a, b) : NULL;
}

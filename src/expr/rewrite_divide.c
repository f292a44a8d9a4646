/* Quotients and remainders.

   A divider is the most expensive circuit, so it pays to turn one into shifts or make it
   narrower. */
#include "expr/range.h"
#include "expr/rewrite.h"

/* A width that both operands fit without their zero extensions, or the full width if they are not
   extensions or constants. */
static unsigned zext_width(const struct expr *a, const struct expr *b) {
  unsigned width = 1;
  const struct expr *operands[2] = {a, b};
  for (unsigned k = 0; k < 2; k++) {
    const struct expr *e = operands[k];
    unsigned own = e->width;
    if (e->kind == EXPR_ZEXT)
      own = child(e, 0)->width;
    else if (is_const(e))
      own = e->width - words_leading_zeros(e->width, const_words(e));
    if (own > width) width = own;
  }
  return width;
}

static bool is_never_zero(const struct expr *e) {
  return is_const(e) ? !is_zero(e) : e->width <= 64 && range_of(e).umin > 0;
}

static bool is_never_negative(const struct expr *e) {
  if (e->kind == EXPR_ZEXT) return true;
  if (is_const(e)) return !words_bit(const_words(e), e->width - 1);
  return e->width <= 64 && range_is_known(e) && range_of(e).smin >= 0;
}

static struct expr *rewrite_udiv_const(struct exprs *exprs, struct expr *a, struct expr *b) {
  unsigned width = a->width;
  /* match:  x udiv 2^K
     result: x lshr K */
  int power = words_power_of_two(width, const_words(b));
  if (power >= 0) {
    RULE(exprs, udiv_power);
    return expr_lshr(exprs, a, expr_const(exprs, width, (uint64_t)power));
  }
  /* match:  (x udiv C) udiv D, C not 0
     result: x udiv (C * D), or 0 if the product is too large */
  if (width <= 64 && has_const(a, EXPR_UDIV) && !is_zero(child(a, 1))) {
    RULE(exprs, udiv_udiv);
    unsigned __int128 product = (unsigned __int128)const_value(child(a, 1)) * const_value(b);
    if (product > value_mask(width)) return expr_const(exprs, width, 0);
    return expr_udiv(exprs, child(a, 0), expr_const(exprs, width, (uint64_t)product));
  }
  return NULL;
}

struct expr *rewrite_udiv(struct exprs *exprs, struct expr *a, struct expr *b) {
  unsigned width = a->width;
  /* match:  x udiv 0
     result: ~0 */
  if (is_zero(b)) {
    RULE(exprs, udiv_zero);
    return make_ones(exprs, width);
  }
  /* match:  x udiv y, width 1
     result: x | ~y */
  if (width == 1) {
    RULE(exprs, udiv_bool);
    return expr_or(exprs, a, expr_not(exprs, b));
  }
  /* match:  0 udiv x
     result: sext(x == 0) */
  if (is_zero(a)) {
    RULE(exprs, udiv_of_zero);
    return expr_sext(exprs, expr_eq(exprs, b, a), width);
  }
  /* match:  x udiv x
     result: ite(x == 0, ~0, 1) */
  if (a == b) {
    RULE(exprs, udiv_self);
    return expr_ite(exprs, expr_eq(exprs, a, expr_const(exprs, width, 0)), make_ones(exprs, width),
                    expr_const(exprs, width, 1));
  }
  if (is_const(b)) {
    struct expr *result = rewrite_udiv_const(exprs, a, b);
    if (result) return result;
  }
  /* match:  zext(x) udiv zext(y), y never 0
     result: zext(x udiv y) */
  unsigned narrow = zext_width(a, b);
  if (narrow < width && is_never_zero(b)) {
    RULE(exprs, udiv_narrow);
    struct expr *quotient =
        expr_udiv(exprs, expr_extract(exprs, a, 0, narrow), expr_extract(exprs, b, 0, narrow));
    return expr_zext(exprs, quotient, width);
  }
  return NULL;
}

struct expr *rewrite_urem(struct exprs *exprs, struct expr *a, struct expr *b) {
  unsigned width = a->width;
  /* match:  x urem 0, 0 urem x
     result: the dividend */
  if (is_zero(b) || is_zero(a)) {
    RULE(exprs, urem_zero);
    return a;
  }
  /* match:  x urem y, width 1
     result: x & ~y */
  if (width == 1) {
    RULE(exprs, urem_bool);
    return expr_and(exprs, a, expr_not(exprs, b));
  }
  /* match:  x urem x
     result: 0 */
  if (a == b) {
    RULE(exprs, urem_self);
    return expr_const(exprs, width, 0);
  }
  /* match:  x urem 2^K
     result: the low K bits of x, extended */
  int power = is_const(b) ? words_power_of_two(width, const_words(b)) : -1;
  if (power >= 0) {
    RULE(exprs, urem_power);
    if (power == 0) return expr_const(exprs, width, 0);
    return expr_zext(exprs, expr_extract(exprs, a, 0, (unsigned)power), width);
  }
  /* match:  x urem y, x always below y
     result: x */
  if (width <= 64 && range_of(a).umax < range_of(b).umin) {
    RULE(exprs, urem_smaller);
    return a;
  }
  /* match:  zext(x) urem zext(y)
     result: zext(x urem y) */
  unsigned narrow = zext_width(a, b);
  if (narrow < width) {
    RULE(exprs, urem_narrow);
    struct expr *rest =
        expr_urem(exprs, expr_extract(exprs, a, 0, narrow), expr_extract(exprs, b, 0, narrow));
    return expr_zext(exprs, rest, width);
  }
  return NULL;
}

/* What is added to x before an arithmetic shift by `power` to round towards zero: 2^power - 1 if x
   is negative, else 0. */
static struct expr *rounding(struct exprs *exprs, struct expr *x, unsigned power) {
  struct expr *sign = expr_extract(exprs, x, x->width - 1, 1);
  return expr_zext(exprs, expr_sext(exprs, sign, power), x->width);
}

static bool is_negative_const(const struct expr *e) {
  return is_const(e) && words_bit(const_words(e), e->width - 1);
}

/* If `a` is sext(x) and the constant fits the width of x: that width, else 0. */
static unsigned sext_width(struct expr *a, struct expr *b) {
  if (a->kind != EXPR_SEXT || !is_const(b)) return 0;
  uint64_t low[WORDS_MAX], back[WORDS_MAX];
  unsigned width = child(a, 0)->width;
  words_extract(const_words(b), b->width, 0, width, low);
  words_sext(low, width, b->width, back);
  return words_equal(b->width, back, const_words(b)) ? width : 0;
}

/* The divisor is a constant other than 0. */
static struct expr *rewrite_sdiv_const(struct exprs *exprs, struct expr *a, struct expr *b) {
  unsigned width = a->width;
  unsigned narrow = sext_width(a, b);
  int power = words_power_of_two(width, const_words(b));
  if (is_negative_const(b) && power < 0) {
    /* match:  x sdiv -C, C not the least value
       result: -(x sdiv C) */
    RULE(exprs, sdiv_negative);
    return expr_neg(exprs, expr_sdiv(exprs, a, expr_neg(exprs, b)));
  }
  /* match:  sext(x) sdiv C, C fits x
     result: sext(x sdiv C) */
  if (narrow && !is_negative_const(b)) {
    RULE(exprs, sdiv_narrow);
    struct expr *quotient = expr_sdiv(exprs, child(a, 0), expr_extract(exprs, b, 0, narrow));
    return expr_sext(exprs, quotient, width);
  }
  if (power == 0) {
    /* match:  x sdiv 1
       result: x */
    RULE(exprs, sdiv_one);
    return a;
  }
  if (power == (int)width - 1) {
    /* match:  x sdiv the least value
       result: zext(x == the least value) */
    RULE(exprs, sdiv_least);
    return expr_zext(exprs, expr_eq(exprs, a, b), width);
  }
  if (power > 0) {
    /* match:  x sdiv 2^K
       result: (x + rounding) ashr K */
    RULE(exprs, sdiv_power);
    struct expr *sum = expr_add(exprs, a, rounding(exprs, a, (unsigned)power));
    return expr_ashr(exprs, sum, expr_const(exprs, width, (uint64_t)power));
  }
  return NULL;
}

struct expr *rewrite_sdiv(struct exprs *exprs, struct expr *a, struct expr *b) {
  unsigned width = a->width;
  /* match:  x sdiv 0
     result: ite(x < 0, 1, ~0) */
  if (is_zero(b)) {
    RULE(exprs, sdiv_zero);
    return expr_ite(exprs, expr_slt(exprs, a, b), expr_const(exprs, width, 1),
                    make_ones(exprs, width));
  }
  /* match:  x sdiv y, width 1
     result: x | ~y */
  if (width == 1) {
    RULE(exprs, sdiv_bool);
    return expr_or(exprs, a, expr_not(exprs, b));
  }
  /* match:  x sdiv y, both never negative
     result: x udiv y */
  if (is_never_negative(a) && is_never_negative(b)) {
    RULE(exprs, sdiv_unsigned);
    return expr_udiv(exprs, a, b);
  }
  /* match:  x sdiv x
     result: ite(x == 0, ~0, 1) */
  if (a == b) {
    RULE(exprs, sdiv_self);
    return expr_udiv(exprs, a, b);
  }
  return is_const(b) ? rewrite_sdiv_const(exprs, a, b) : NULL;
}

/* The divisor is a constant other than 0. */
static struct expr *rewrite_srem_const(struct exprs *exprs, struct expr *a, struct expr *b) {
  unsigned width = a->width;
  unsigned narrow = sext_width(a, b);
  int power = words_power_of_two(width, const_words(b));
  if (is_negative_const(b) && power < 0) {
    /* match:  x srem -C, C not the least value
       result: x srem C */
    RULE(exprs, srem_negative);
    return expr_srem(exprs, a, expr_neg(exprs, b));
  }
  /* match:  sext(x) srem C, C fits x
     result: sext(x srem C) */
  if (narrow && !is_negative_const(b)) {
    RULE(exprs, srem_narrow);
    struct expr *rest = expr_srem(exprs, child(a, 0), expr_extract(exprs, b, 0, narrow));
    return expr_sext(exprs, rest, width);
  }
  if (power == 0) {
    /* match:  x srem 1
       result: 0 */
    RULE(exprs, srem_one);
    return expr_const(exprs, width, 0);
  }
  if (power > 0) {
    /* match:  x srem 2^K
       result: the low K bits of (x + rounding), less rounding */
    RULE(exprs, srem_power);
    struct expr *round = rounding(exprs, a, (unsigned)power);
    struct expr *low = expr_extract(exprs, expr_add(exprs, a, round), 0, (unsigned)power);
    return expr_sub(exprs, expr_zext(exprs, low, width), round);
  }
  return NULL;
}

struct expr *rewrite_srem(struct exprs *exprs, struct expr *a, struct expr *b) {
  unsigned width = a->width;
  /* match:  x srem 0, 0 srem x
     result: the dividend */
  if (is_zero(b) || is_zero(a)) {
    RULE(exprs, srem_zero);
    return a;
  }
  /* match:  x srem y, width 1
     result: x & ~y */
  if (width == 1) {
    RULE(exprs, srem_bool);
    return expr_and(exprs, a, expr_not(exprs, b));
  }
  /* match:  x srem y, both never negative
     result: x urem y */
  if (is_never_negative(a) && is_never_negative(b)) {
    RULE(exprs, srem_unsigned);
    return expr_urem(exprs, a, b);
  }
  /* match:  x srem x
     result: 0 */
  if (a == b) {
    RULE(exprs, srem_self);
    return expr_const(exprs, width, 0);
  }
  return is_const(b) ? rewrite_srem_const(exprs, a, b) : NULL;
}

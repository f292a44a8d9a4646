/* Shifts.

   Right shifts by a constant become extensions of extracts; left shifts by a constant stay, as the
   coefficient of a linear term. */
#include "expr/range.h"
#include "expr/rewrite.h"

/* The value of a constant amount, at most the width. */
static unsigned amount_of(const struct expr *a, const struct expr *b) {
  uint64_t amount = const_value(b);
  for (unsigned k = 1; k < word_count(b->width); k++)
    if (const_words(b)[k]) return a->width;
  return amount < a->width ? (unsigned)amount : a->width;
}

static bool is_always_oversized(const struct expr *a, const struct expr *b) {
  if (is_const(b)) return amount_of(a, b) == a->width;
  return b->width <= 64 && range_is_known(b) && range_of(b).umin >= a->width;
}

/* match:  x shift ite(c, K, L)
   result: ite(c, x shift K, x shift L) */
static struct expr *shift_by_choice(struct exprs *exprs, enum expr_kind kind, struct expr *a,
                                    struct expr *b) {
  if (b->kind != EXPR_ITE || !is_const(child(b, 1)) || !is_const(child(b, 2)) || !spend(exprs))
    return NULL;
  RULE(exprs, shift_choice);
  return expr_ite(exprs, child(b, 0), expr_binary(exprs, kind, a, child(b, 1)),
                  expr_binary(exprs, kind, a, child(b, 2)));
}

static struct expr *shl_const(struct exprs *exprs, struct expr *a, struct expr *b) {
  unsigned amount = amount_of(a, b);
  /* match:  (x << K) << L
     result: x << (K + L) */
  if (a->kind == EXPR_SHL && shift_amount(a) < a->width) {
    RULE(exprs, shl_shl);
    unsigned sum = shift_amount(a) + amount;
    if (sum >= a->width) return expr_const(exprs, a->width, 0);
    return expr_shl(exprs, child(a, 0), expr_const(exprs, a->width, sum));
  }
  /* match:  (x * C) << K
     result: x * (C << K) */
  if (has_const(a, EXPR_MUL)) {
    RULE(exprs, shl_mul);
    return expr_mul(exprs, child(a, 0), expr_shl(exprs, child(a, 1), b));
  }
  /* match:  (x + C) << K
     result: (x << K) + (C << K) */
  if (has_const(a, EXPR_ADD)) {
    RULE(exprs, shl_sum);
    return expr_add(exprs, expr_shl(exprs, child(a, 0), b), expr_shl(exprs, child(a, 1), b));
  }
  /* match:  zext(the high bits of x from K on) << K
     result: concat(those bits, 0) */
  if (a->kind == EXPR_ZEXT && child(a, 0)->kind == EXPR_EXTRACT) {
    struct expr *part = child(a, 0);
    if (child(part, 0)->width == a->width && extract_low(part) == amount &&
        part->width == a->width - amount) {
      RULE(exprs, shl_high_bits);
      return expr_concat(exprs, part, expr_const(exprs, amount, 0));
    }
  }
  return NULL;
}

struct expr *rewrite_shl(struct exprs *exprs, struct expr *a, struct expr *b) {
  /* match:  x << 0, 0 << x
     result: the left operand */
  if (is_zero(b) || is_zero(a)) {
    RULE(exprs, shl_zero);
    return a;
  }
  /* match:  x << y, y at least the width
     result: 0 */
  if (is_always_oversized(a, b)) {
    RULE(exprs, shl_oversized);
    return expr_const(exprs, a->width, 0);
  }
  /* match:  x << y, width 1
     result: x & ~y */
  if (a->width == 1) {
    RULE(exprs, shl_bool);
    return expr_and(exprs, a, expr_not(exprs, b));
  }
  return is_const(b) ? shl_const(exprs, a, b) : shift_by_choice(exprs, EXPR_SHL, a, b);
}

struct expr *rewrite_lshr(struct exprs *exprs, struct expr *a, struct expr *b) {
  /* match:  x lshr 0, 0 lshr x
     result: the left operand */
  if (is_zero(b) || is_zero(a)) {
    RULE(exprs, lshr_zero);
    return a;
  }
  /* match:  x lshr y, y at least the width
     result: 0 */
  if (is_always_oversized(a, b)) {
    RULE(exprs, lshr_oversized);
    return expr_const(exprs, a->width, 0);
  }
  /* match:  x lshr y, width 1
     result: x & ~y */
  if (a->width == 1) {
    RULE(exprs, lshr_bool);
    return expr_and(exprs, a, expr_not(exprs, b));
  }
  if (!is_const(b)) return shift_by_choice(exprs, EXPR_LSHR, a, b);
  /* match:  x lshr K
     result: zext(the high bits of x from K on) */
  RULE(exprs, lshr_const);
  unsigned amount = amount_of(a, b);
  return expr_zext(exprs, expr_extract(exprs, a, amount, a->width - amount), a->width);
}

struct expr *rewrite_ashr(struct exprs *exprs, struct expr *a, struct expr *b) {
  /* match:  x ashr 0, 0 ashr x, ~0 ashr x
     result: the left operand */
  if (is_zero(b) || is_zero(a) || is_ones(a)) {
    RULE(exprs, ashr_zero);
    return a;
  }
  /* match:  x ashr y, y at least the width
     result: sext(the sign bit) */
  if (is_always_oversized(a, b)) {
    RULE(exprs, ashr_oversized);
    return expr_sext(exprs, expr_extract(exprs, a, a->width - 1, 1), a->width);
  }
  /* match:  x ashr y, width 1
     result: x */
  if (a->width == 1) {
    RULE(exprs, ashr_bool);
    return a;
  }
  /* match:  x ashr y, x never negative
     result: x lshr y */
  bool is_plain =
      a->kind == EXPR_ZEXT || (a->width <= 64 && range_is_known(a) && range_of(a).smin >= 0);
  if (is_plain) {
    RULE(exprs, ashr_positive);
    return expr_lshr(exprs, a, b);
  }
  if (!is_const(b)) return shift_by_choice(exprs, EXPR_ASHR, a, b);
  /* match:  x ashr K
     result: sext(the high bits of x from K on) */
  RULE(exprs, ashr_const);
  unsigned amount = amount_of(a, b);
  return expr_sext(exprs, expr_extract(exprs, a, amount, a->width - amount), a->width);
}

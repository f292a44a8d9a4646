/* Extract, concat and the extensions.

   Values pass through memory byte by byte, so a value that is taken apart and reassembled must be
   the same pointer again. That is why an extract moves into an operator only where a concat rule
   can undo it. */
#include "expr/range.h"
#include "expr/rewrite.h"

enum { NARROW_DEPTH = 4 };

/* Extract */

static struct expr *extract_concat(struct exprs *exprs, struct expr *a, unsigned low,
                                   unsigned width) {
  struct expr *high_part = child(a, 0), *low_part = child(a, 1);
  unsigned split = low_part->width;
  /* match:  extract of concat(x, y), within one part
     result: extract of that part */
  if (low >= split) {
    RULE(exprs, extract_concat_high);
    return expr_extract(exprs, high_part, low - split, width);
  }
  if (low + width <= split) {
    RULE(exprs, extract_concat_low);
    return expr_extract(exprs, low_part, low, width);
  }
  /* match:  extract of concat(x, y), from both
     result: concat of both extracts */
  if (!spend(exprs)) return NULL;
  RULE(exprs, extract_concat_both);
  return expr_concat(exprs, expr_extract(exprs, high_part, 0, low + width - split),
                     expr_extract(exprs, low_part, low, split - low));
}

static struct expr *extract_extension(struct exprs *exprs, struct expr *a, unsigned low,
                                      unsigned width) {
  struct expr *x = child(a, 0);
  /* match:  extract of ext(x), within x
     result: extract of x */
  if (low + width <= x->width) {
    RULE(exprs, extract_ext_within);
    return expr_extract(exprs, x, low, width);
  }
  if (a->kind == EXPR_ZEXT) {
    /* match:  extract of zext(x), beyond x or across its end
       result: 0, zext(extract of x) */
    RULE(exprs, extract_zext_beyond);
    if (low >= x->width) return expr_const(exprs, width, 0);
    return expr_zext(exprs, expr_extract(exprs, x, low, x->width - low), width);
  }
  /* match:  extract of sext(x), beyond x or across its end
     result: sext(extract of x), of the sign bit at least */
  RULE(exprs, extract_sext_beyond);
  unsigned first = low < x->width ? low : x->width - 1;
  return expr_sext(exprs, expr_extract(exprs, x, first, x->width - first), width);
}

static struct expr *extract_shl(struct exprs *exprs, struct expr *a, unsigned low, unsigned width) {
  unsigned amount = shift_amount(a);
  if (amount == a->width) return NULL;
  /* match:  extract of x << K, all above or all below bit K
     result: extract of x, 0 */
  if (low >= amount) {
    RULE(exprs, extract_shl_above);
    return expr_extract(exprs, child(a, 0), low - amount, width);
  }
  if (low + width <= amount) {
    RULE(exprs, extract_shl_below);
    return expr_const(exprs, width, 0);
  }
  /* match:  extract of x << K, across bit K
     result: concat(the low bits of x, 0) */
  RULE(exprs, extract_shl_across);
  return expr_concat(exprs, expr_extract(exprs, child(a, 0), 0, low + width - amount),
                     expr_const(exprs, amount - low, 0));
}

/* True if the low bits of e can be computed in that many bits: a sum of extended values, as C's
   promotions produce. */
static bool is_narrow_source(const struct expr *e, unsigned width, unsigned depth) {
  if (is_const(e)) return true;
  if (e->kind == EXPR_ADD || e->kind == EXPR_MUL)
    return depth > 0 && is_narrow_source(child(e, 0), width, depth - 1) &&
           is_narrow_source(child(e, 1), width, depth - 1);
  return (e->kind == EXPR_ZEXT || e->kind == EXPR_SEXT) && child(e, 0)->width <= width;
}

static struct expr *extract_operator(struct exprs *exprs, struct expr *a, unsigned low,
                                     unsigned width) {
  struct expr *x = child(a, 0), *y = child(a, 1);
  switch (a->kind) {
  case EXPR_AND:
  case EXPR_OR:
  case EXPR_XOR:
    /* match:  extract of x op C, op bitwise
       result: extract of x op extract of C */
    if (!is_const(y)) return NULL;
    RULE(exprs, extract_logic_const);
    return expr_binary(exprs, a->kind, expr_extract(exprs, x, low, width),
                       expr_extract(exprs, y, low, width));
  case EXPR_ADD: {
    /* match:  the sign bit of x + -y, no overflow
       result: x < y, signed */
    struct expr *first, *second;
    if (low + 1 == a->width && find_difference(exprs, a, &first, &second)) {
      RULE(exprs, extract_difference);
      return expr_slt(exprs, first, second);
    }
  } /* fall through */
  case EXPR_MUL:
    /* match:  the low bits of x op y, op sum or product, x and y extended or constant
       result: the low bits of x op the low bits of y */
    if (low != 0 || !is_narrow_source(a, width, NARROW_DEPTH) || !spend(exprs)) return NULL;
    RULE(exprs, extract_low_sum);
    return expr_binary(exprs, a->kind, expr_extract(exprs, x, 0, width),
                       expr_extract(exprs, y, 0, width));
  default: return NULL;
  }
}

struct expr *rewrite_extract(struct exprs *exprs, struct expr *a, unsigned low, unsigned width) {
  switch (a->kind) {
  case EXPR_EXTRACT:
    /* match:  extract of extract of x
       result: extract of x */
    RULE(exprs, extract_extract);
    return expr_extract(exprs, child(a, 0), extract_low(a) + low, width);
  case EXPR_CONCAT: return extract_concat(exprs, a, low, width);
  case EXPR_ZEXT:
  case EXPR_SEXT: return extract_extension(exprs, a, low, width);
  case EXPR_NOT:
    /* match:  extract of ~x
       result: ~(extract of x) */
    RULE(exprs, extract_not);
    return expr_not(exprs, expr_extract(exprs, child(a, 0), low, width));
  case EXPR_SHL: return extract_shl(exprs, a, low, width);
  case EXPR_ITE: {
    struct expr *result = rewrite_choice_extract(exprs, a, low, width);
    if (result) return result;
    /* match:  extract of ite(c, x, y), x or y constant
       result: ite(c, extract of x, extract of y) */
    if (!is_const(child(a, 1)) && !is_const(child(a, 2))) return NULL;
    if (!spend(exprs)) return NULL;
    RULE(exprs, extract_ite);
    return expr_ite(exprs, child(a, 0), expr_extract(exprs, child(a, 1), low, width),
                    expr_extract(exprs, child(a, 2), low, width));
  }
  case EXPR_AND:
  case EXPR_OR:
  case EXPR_XOR:
  case EXPR_ADD:
  case EXPR_MUL: return extract_operator(exprs, a, low, width);
  default: return NULL;
  }
}

/* Concat */

/* The two parts as one extract, if they are adjacent in one value; else NULL. A part that its
   constructor rewrote is recognised by extracting it again, a constant by the known bits. */
static struct expr *join_extracts(struct exprs *exprs, struct expr *high, struct expr *low) {
  if (high->kind != EXPR_EXTRACT || extract_low(high) < low->width) return NULL;
  struct expr *x = child(high, 0);
  unsigned start = extract_low(high) - low->width;
  if (low->kind == EXPR_EXTRACT && child(low, 0) == x) {
    if (extract_low(low) != start) return NULL;
  } else if (is_const(low)) {
    if (x->width > 64 || !range_is_known(x)) return NULL;
    struct expr_range range = range_of(x);
    uint64_t mask = value_mask(low->width);
    if ((range.ones >> start & mask) != const_value(low) ||
        (range.zeros >> start & mask) != (~const_value(low) & mask))
      return NULL;
  } else {
    bool may_be_part = (x->kind == EXPR_ADD || x->kind == EXPR_MUL || x->kind == EXPR_SHL ||
                        x->kind == EXPR_ITE) &&
                       low->support == x->support;
    if (!may_be_part || expr_extract(exprs, x, start, low->width) != low) return NULL;
  }
  return expr_extract(exprs, x, start, high->width + low->width);
}

/* Reads e as x op C for a bitwise operator; a plain part is x op the neutral constant. NULL if it
   has another form. */
static struct expr *logic_operand(struct exprs *exprs, enum expr_kind kind, struct expr *e,
                                  struct expr **constant) {
  struct expr *zero = expr_const(exprs, e->width, 0);
  *constant = kind == EXPR_AND ? expr_not(exprs, zero) : zero;
  if (e->kind == EXPR_EXTRACT) return e;
  if (kind == EXPR_XOR && e->kind == EXPR_NOT) {
    *constant = expr_not(exprs, zero);
    return child(e, 0);
  }
  *constant = child(e, 1);
  return has_const(e, kind) ? child(e, 0) : NULL;
}

static struct expr *concat_logic(struct exprs *exprs, struct expr *high, struct expr *low) {
  if (high->kind == EXPR_NOT && low->kind == EXPR_NOT) {
    /* match:  concat(~x, ~y)
       result: ~concat(x, y) */
    RULE(exprs, concat_nots);
    return expr_not(exprs, expr_concat(exprs, child(high, 0), child(low, 0)));
  }
  static const uint8_t logic[EXPR_KIND_COUNT] = {
      [EXPR_AND] = EXPR_AND, [EXPR_OR] = EXPR_OR, [EXPR_XOR] = EXPR_XOR, [EXPR_NOT] = EXPR_XOR};
  enum expr_kind kind = logic[high->kind] ? logic[high->kind] : logic[low->kind];
  if (kind == 0 || high->support != low->support) return NULL;
  /* match:  concat(x op C, y op D), x and y neighbours in one value
     result: (their join) op concat(C, D) */
  struct expr *high_const, *low_const;
  struct expr *x = logic_operand(exprs, kind, high, &high_const);
  struct expr *y = logic_operand(exprs, kind, low, &low_const);
  struct expr *joined = x && y ? join_extracts(exprs, x, y) : NULL;
  if (joined == NULL) return NULL;
  RULE(exprs, concat_logic_const);
  return expr_binary(exprs, kind, joined, expr_concat(exprs, high_const, low_const));
}

static struct expr *concat_ites(struct exprs *exprs, struct expr *high, struct expr *low) {
  if (high->kind != EXPR_ITE || low->kind != EXPR_ITE || child(high, 0) != child(low, 0) ||
      !spend(exprs))
    return NULL;
  /* match:  concat(ite(c, x, y), ite(c, u, v))
     result: ite(c, concat(x, u), concat(y, v)) */
  RULE(exprs, concat_ites);
  return expr_ite(exprs, child(high, 0), expr_concat(exprs, child(high, 1), child(low, 1)),
                  expr_concat(exprs, child(high, 2), child(low, 2)));
}

/* Two adjacent parts as one, by any rule that needs no third; else NULL. */
static struct expr *join_pair(struct exprs *exprs, struct expr *high, struct expr *low) {
  if (is_const(high) && is_const(low)) return expr_concat(exprs, high, low);
  struct expr *joined = join_extracts(exprs, high, low);
  /* match:  concat of neighbouring extracts of x
     result: one extract of x */
  if (joined) {
    RULE(exprs, concat_extracts);
    return joined;
  }
  if ((joined = concat_logic(exprs, high, low))) return joined;
  return concat_ites(exprs, high, low);
}

struct expr *rewrite_concat(struct exprs *exprs, struct expr *high, struct expr *low) {
  unsigned width = high->width + low->width;
  /* match:  concat(0, x)
     result: zext(x) */
  if (is_zero(high)) {
    RULE(exprs, concat_zero);
    return expr_zext(exprs, low, width);
  }
  struct expr *joined = join_pair(exprs, high, low);
  if (joined) return joined;
  /* match:  concat(concat(x, y), z)
     result: concat(x, concat(y, z)) */
  if (high->kind == EXPR_CONCAT) {
    RULE(exprs, concat_right);
    return expr_concat(exprs, child(high, 0), expr_concat(exprs, child(high, 1), low));
  }
  /* match:  concat(zext(x), y)
     result: zext(concat(x, y)) */
  if (high->kind == EXPR_ZEXT) {
    RULE(exprs, concat_zext);
    return expr_zext(exprs, expr_concat(exprs, child(high, 0), low), width);
  }
  /* match:  concat(sext(x), y)
     result: sext(concat(x, y)) */
  if (high->kind == EXPR_SEXT) {
    RULE(exprs, concat_sext);
    return expr_sext(exprs, expr_concat(exprs, child(high, 0), low), width);
  }
  /* match:  concat(the sign bit of x, x)
     result: sext(x) */
  if (high->width == 1 && (high == low || high->kind == EXPR_EXTRACT) &&
      expr_extract(exprs, low, low->width - 1, 1) == high) {
    RULE(exprs, concat_sign);
    return expr_sext(exprs, low, width);
  }
  /* match:  concat(x, concat(y, z)), x and y joinable
     result: concat(their join, z) */
  if (low->kind == EXPR_CONCAT && (joined = join_pair(exprs, high, child(low, 0)))) {
    RULE(exprs, concat_inner);
    return expr_concat(exprs, joined, child(low, 1));
  }
  /* match:  concat(the low bits of x, 0), as wide as x
     result: x << K */
  if (is_zero(low) && high->kind == EXPR_EXTRACT && extract_low(high) == 0 &&
      child(high, 0)->width == width) {
    RULE(exprs, concat_shl);
    return expr_shl(exprs, child(high, 0), expr_const(exprs, width, low->width));
  }
  return NULL;
}

/* The extensions */

/* True if the value whose low bits `low` extracts fits the width, and its range is known. */
static bool is_worth_widening(const struct expr *low, unsigned width) {
  const struct expr *x = child(low, 0);
  return x->width <= width && x->width <= 64 && range_is_known(x);
}

struct expr *rewrite_zext(struct exprs *exprs, struct expr *a, unsigned width) {
  /* match:  zext(zext(x))
     result: zext(x) */
  if (a->kind == EXPR_ZEXT) {
    RULE(exprs, zext_zext);
    return expr_zext(exprs, child(a, 0), width);
  }
  /* match:  zext(the low bits of x), the others always zero
     result: x, extended if need be */
  if (a->kind == EXPR_EXTRACT && extract_low(a) == 0 && is_worth_widening(a, width)) {
    struct expr *x = child(a, 0);
    if ((value_mask(x->width) & ~value_mask(a->width) & ~range_of(x).zeros) == 0) {
      RULE(exprs, zext_known);
      return expr_zext(exprs, x, width);
    }
  }
  return rewrite_choice_extend(exprs, EXPR_ZEXT, a, width);
}

struct expr *rewrite_sext(struct exprs *exprs, struct expr *a, unsigned width) {
  /* match:  sext(sext(x))
     result: sext(x) */
  if (a->kind == EXPR_SEXT) {
    RULE(exprs, sext_sext);
    return expr_sext(exprs, child(a, 0), width);
  }
  /* match:  sext(x), x never negative
     result: zext(x) */
  bool is_plain = a->kind == EXPR_ZEXT ||
                  (a->width <= 64 && range_is_known(a) && range_of(a).smin >= 0) ||
                  (a->kind == EXPR_CONCAT && is_const(child(a, 0)) &&
                   !words_bit(const_words(child(a, 0)), child(a, 0)->width - 1));
  if (is_plain) {
    RULE(exprs, sext_positive);
    return expr_zext(exprs, a, width);
  }
  /* match:  sext(the low bits of x), the others always like the highest of them
     result: x, extended if need be */
  if (a->kind == EXPR_EXTRACT && extract_low(a) == 0 && is_worth_widening(a, width)) {
    struct expr_range range = range_of(child(a, 0));
    int64_t most = (int64_t)(value_mask(a->width) >> 1);
    if (range.smin >= -most - 1 && range.smax <= most) {
      RULE(exprs, sext_known);
      return expr_sext(exprs, child(a, 0), width);
    }
  }
  return rewrite_choice_extend(exprs, EXPR_SEXT, a, width);
}

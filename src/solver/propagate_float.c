/* The inverse of a sum is a difference, that of a root a square, and so on; rounding makes it miss
   by the last bit, so now and then the next number is taken instead. Comparisons are met by a
   number near the other side, at a random distance. */
#include "solver/propagate_float.h"

#include "expr/expr.h"
#include "expr/softfloat.h"

static float_bits sum_operand(enum expr_kind kind, unsigned width, unsigned mode, unsigned which,
                              float_bits other, float_bits wanted) {
  if (kind == EXPR_FADD) return float_sub(width, mode, wanted, other);
  return which == 1 ? float_add(width, mode, wanted, other) : float_sub(width, mode, other, wanted);
}

static float_bits factor_of(const struct expr *e, unsigned mode, unsigned which, float_bits other,
                            float_bits wanted) {
  unsigned width = e->width;
  if (e->kind == EXPR_FMUL && expr_child(e, 1) == expr_child(e, 2))
    return float_sqrt(width, mode, wanted);
  if (e->kind == EXPR_FMUL) return float_div(width, mode, wanted, other);
  return which == 1 ? float_mul(width, mode, wanted, other) : float_div(width, mode, other, wanted);
}

/* The number so many steps further up or down. */
static float_bits step(unsigned width, float_bits from, int64_t distance) {
  uint64_t sign = (uint64_t)1 << (width - 1), magnitude = (uint64_t)from & ~sign;
  struct float_format format = float_format(width);
  int64_t infinity = (int64_t)(uint64_t)float_infinity(&format, false);
  if (float_is_nan(&format, from)) return 0;
  int64_t key = ((uint64_t)from & sign ? -(int64_t)magnitude : (int64_t)magnitude);
  __int128 to = (__int128)key + distance;
  to = to > infinity ? infinity : to < -infinity ? -infinity : to;
  return to < 0 ? sign | (uint64_t)-to : (uint64_t)to;
}

static bool meet_comparison(const struct expr *e, unsigned which, const uint64_t *values,
                            bool is_true, uint64_t random, uint64_t *value) {
  unsigned width = expr_child(e, 0)->width;
  uint64_t other = values[1 - which];
  int64_t distance = (int64_t)(random >> 8 & (((uint64_t)1 << (random & 31)) - 1));
  if (e->kind == EXPR_FEQ) {
    *value = is_true ? other : (uint64_t)step(width, other, distance + 1);
    return true;
  }
  bool goes_down = (which == 0) == is_true;
  bool is_strict = (e->kind == EXPR_FLT) == is_true;
  distance += is_strict;
  *value = (uint64_t)step(width, other, goes_down ? -distance : distance);
  return true;
}

static bool invert_conversion(const struct expr *e, unsigned mode, uint64_t wanted,
                              uint64_t *value) {
  unsigned operand = expr_child(e, 1)->width;
  switch (e->kind) {
  case EXPR_FSQRT: *value = (uint64_t)float_mul(e->width, mode, wanted, wanted); return true;
  case EXPR_FRINT: *value = wanted; return true;
  case EXPR_FCONV: *value = (uint64_t)float_convert(e->width, operand, mode, wanted); return true;
  case EXPR_SITOF: float_to_signed(e->width, operand, mode, wanted, value); return true;
  case EXPR_FTOSI:
    *value = (uint64_t)float_from_signed(e->width, operand, FLOAT_NEAREST, &wanted);
    return true;
  default: return false;
  }
}

bool propagate_float(const struct expr *e, unsigned which, const uint64_t *values, uint64_t wanted,
                     uint64_t random, uint64_t *value) {
  enum { SELDOM = 3 };
  unsigned mode = (unsigned)values[0];
  switch (e->kind) {
  case EXPR_FEQ:
  case EXPR_FLT:
  case EXPR_FLE: return meet_comparison(e, which, values, wanted != 0, random, value);
  case EXPR_FREM: *value = wanted; return which == 0;
  case EXPR_FADD:
  case EXPR_FSUB:
    *value = (uint64_t)sum_operand((enum expr_kind)e->kind, e->width, mode, which,
                                   values[3 - which], wanted);
    break;
  case EXPR_FMUL:
  case EXPR_FDIV: *value = (uint64_t)factor_of(e, mode, which, values[3 - which], wanted); break;
  default: return invert_conversion(e, mode, wanted, value);
  }
  if ((random & SELDOM) == 0)
    *value = (uint64_t)step(e->width, *value, random & (SELDOM + 1) ? 1 : -1);
  return true;
}

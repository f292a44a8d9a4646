/* Intervals of numbers, with what they leave out: whether a NaN is possible, and which zeros.

   They need no place of their own. Positive numbers are in order as unsigned integers and as signed
   ones, negative ones in reverse order as unsigned ones, so an interval without NaNs is one of the
   bits: its upper end bounds them as signed, its lower end as unsigned integers. Where an operation
   may give a NaN, whose bits may be anything, nothing is kept.

   Operations are monotone in each operand, so the ends of a result come from ends of the operands,
   by the operations themselves. If the rounding mode is not known, down and up are on the safe
   side. */
#include "expr/range_float.h"

#include "expr/range.h"
#include "expr/softfloat.h"
#include "expr/substitute.h"

/* 0 for both zeros, the positive numbers in steps of 1, the negative ones as their negations. */
typedef int64_t number_key;

struct interval {
  number_key low, high;
  bool has_nan, has_number;
  bool has_plus_zero, has_minus_zero;
};

struct modes {
  unsigned low, high; /* for the ends of the result */
};

static uint64_t sign_of(unsigned width) { return (uint64_t)1 << (width - 1); }

static number_key infinity_of(unsigned width) {
  struct float_format format = float_format(width);
  return (number_key)(uint64_t)float_infinity(&format, false);
}

static float_bits bits_of(unsigned width, number_key key) {
  return key < 0 ? sign_of(width) | (uint64_t)-key : (uint64_t)key;
}

static number_key key_of(unsigned width, float_bits bits) {
  number_key magnitude = (number_key)((uint64_t)bits & ~sign_of(width));
  return (uint64_t)bits & sign_of(width) ? -magnitude : magnitude;
}

static uint64_t max(uint64_t a, uint64_t b) { return a > b ? a : b; }
static uint64_t min(uint64_t a, uint64_t b) { return a < b ? a : b; }

/* The magnitudes on one side of 0. */
static bool find_side(unsigned width, const struct expr_range *range, bool is_negative,
                      uint64_t *low, uint64_t *high) {
  uint64_t sign = sign_of(width), mask = value_mask(width);
  *low = max(range->umin, is_negative ? sign : 0);
  *high = min(range->umax, is_negative ? mask : sign - 1);
  if (is_negative ? range->smin >= 0 : range->smax < 0) return false;
  if (is_negative) {
    *low = max(*low, (uint64_t)range->smin & mask);
    if (range->smax < 0) *high = min(*high, (uint64_t)range->smax & mask);
  } else {
    if (range->smin >= 0) *low = max(*low, (uint64_t)range->smin);
    *high = min(*high, (uint64_t)range->smax);
  }
  if (*low > *high) return false;
  *low &= ~sign;
  *high &= ~sign;
  return true;
}

static struct interval interval_of(unsigned width, const struct expr_range *range) {
  struct interval result = {0};
  uint64_t low, high, infinity = (uint64_t)infinity_of(width);
  for (unsigned is_negative = 0; is_negative < 2; is_negative++) {
    if (!find_side(width, range, is_negative, &low, &high)) continue;
    result.has_nan |= high > infinity;
    if (low > infinity) continue;
    high = min(high, infinity);
    number_key first = is_negative ? -(number_key)high : (number_key)low;
    number_key last = is_negative ? -(number_key)low : (number_key)high;
    result.low = result.has_number && result.low < first ? result.low : first;
    result.high = result.has_number && result.high > last ? result.high : last;
    result.has_number = true;
    *(is_negative ? &result.has_minus_zero : &result.has_plus_zero) = low == 0;
  }
  return result;
}

static struct expr_range range_of_interval(unsigned width, const struct interval *interval) {
  struct expr_range range = range_full(width);
  uint64_t sign = sign_of(width);
  if (interval->has_nan || !interval->has_number) return range;
  bool has_zero = interval->low <= 0 && interval->high >= 0;
  if (interval->low > 0 || (interval->low == 0 && has_zero && !interval->has_minus_zero)) {
    range.umin = (uint64_t)interval->low;
    range.umax = (uint64_t)interval->high;
  } else if (interval->high < 0 || (interval->high == 0 && !interval->has_plus_zero)) {
    range.umin = sign | (uint64_t)-interval->high;
    range.umax = sign | (uint64_t)-interval->low;
  } else {
    range.smax = interval->high;
    range.umax = sign | (uint64_t)-interval->low;
  }
  return expr_range_refine(width, range);
}

static bool has_zero(const struct interval *a) { return a->low <= 0 && a->high >= 0; }

static bool has_infinity(unsigned width, const struct interval *a) {
  return a->high == infinity_of(width) || a->low == -infinity_of(width);
}

static const struct interval unknown = {.has_nan = true};

/* An interval of numbers; where it has 0, either zero. */
static struct interval between(number_key low, number_key high) {
  bool both = low <= 0 && high >= 0;
  return (struct interval){low, high, false, true, both, both};
}

static struct interval add(unsigned width, struct modes modes, const struct interval *a,
                           const struct interval *b) {
  number_key infinity = infinity_of(width);
  bool cancels =
      (a->high == infinity && b->low == -infinity) || (a->low == -infinity && b->high == infinity);
  if (cancels) return unknown;
  float_bits low = float_add(width, modes.low, bits_of(width, a->low), bits_of(width, b->low));
  float_bits high = float_add(width, modes.high, bits_of(width, a->high), bits_of(width, b->high));
  struct interval sum = between(key_of(width, low), key_of(width, high));
  /* Of operands that are not negative, only two negative zeros give one. */
  if (a->low >= 0 && b->low >= 0 && !(a->has_minus_zero && b->has_minus_zero))
    sum.has_minus_zero = false;
  return sum;
}

static struct interval negate(const struct interval *a) {
  return (struct interval){-a->high,      -a->low,           a->has_nan,
                           a->has_number, a->has_minus_zero, a->has_plus_zero};
}

/* The extremes are among the four results of ends. */
static struct interval multiply(unsigned width, struct modes modes, const struct interval *a,
                                const struct interval *b, bool is_quotient) {
  number_key ends[2][2] = {{a->low, a->high}, {b->low, b->high}}, low = 0, high = 0;
  for (unsigned k = 0; k < 4; k++) {
    float_bits x = bits_of(width, ends[0][k & 1]), y = bits_of(width, ends[1][k >> 1]);
    float_bits least =
        is_quotient ? float_div(width, modes.low, x, y) : float_mul(width, modes.low, x, y);
    float_bits most =
        is_quotient ? float_div(width, modes.high, x, y) : float_mul(width, modes.high, x, y);
    number_key first = key_of(width, least), last = key_of(width, most);
    low = k == 0 || first < low ? first : low;
    high = k == 0 || last > high ? last : high;
  }
  struct interval result = between(low, high);
  bool a_plus = a->high > 0 || a->has_plus_zero, a_minus = a->low < 0 || a->has_minus_zero;
  bool b_plus = b->high > 0 || b->has_plus_zero, b_minus = b->low < 0 || b->has_minus_zero;
  if (!(a_plus && b_plus) && !(a_minus && b_minus)) result.has_plus_zero = false;
  if (!(a_plus && b_minus) && !(a_minus && b_plus)) result.has_minus_zero = false;
  return result;
}

static struct interval square(unsigned width, struct modes modes, const struct interval *a) {
  number_key low = a->low < 0 ? -a->low : a->low, high = a->high < 0 ? -a->high : a->high;
  number_key least = has_zero(a) ? 0 : low < high ? low : high, most = low < high ? high : low;
  float_bits x = bits_of(width, least), y = bits_of(width, most);
  struct interval result = between(key_of(width, float_mul(width, modes.low, x, x)),
                                   key_of(width, float_mul(width, modes.high, y, y)));
  result.has_minus_zero = false;
  return result;
}

/* C's fmod: not larger than either operand, on the side of the first. */
static struct interval remainder_of(const struct interval *a, const struct interval *b) {
  number_key most = -b->low > b->high ? -b->low : b->high;
  number_key low = a->low > 0 ? 0 : a->low < -most ? -most : a->low;
  number_key high = a->high < 0 ? 0 : a->high > most ? most : a->high;
  struct interval result = between(low, high);
  result.has_minus_zero = a->low < 0 || a->has_minus_zero;
  result.has_plus_zero = a->high > 0 || a->has_plus_zero;
  return result;
}

static struct modes modes_of(const struct expr_range *rounding) {
  if (!range_is_single(rounding)) return (struct modes){FLOAT_DOWN, FLOAT_UP};
  return (struct modes){(unsigned)rounding->umin, (unsigned)rounding->umin};
}

static struct interval binary(enum expr_kind kind, unsigned width, struct modes modes,
                              const struct interval *a, const struct interval *b, bool is_same) {
  struct interval negated = negate(b);
  bool is_product_nan =
      (has_zero(a) && has_infinity(width, b)) || (has_infinity(width, a) && has_zero(b));
  switch (kind) {
  case EXPR_FADD:
  case EXPR_FSUB: {
    struct interval sum = add(width, modes, a, kind == EXPR_FADD ? b : &negated);
    /* Numbers that cancel out when rounding down. */
    if (modes.low == FLOAT_DOWN && has_zero(&sum)) sum.has_minus_zero = true;
    return sum;
  }
  case EXPR_FMUL:
    if (is_same) return square(width, modes, a);
    return is_product_nan ? unknown : multiply(width, modes, a, b, false);
  case EXPR_FDIV:
    if (has_zero(b) || (has_infinity(width, a) && has_infinity(width, b))) return unknown;
    return multiply(width, modes, a, b, true);
  default: /* FREM */ return has_zero(b) || has_infinity(width, a) ? unknown : remainder_of(a, b);
  }
}

static number_key unary_end(enum expr_kind kind, unsigned from, unsigned width, unsigned mode,
                            number_key key) {
  float_bits bits = bits_of(from, key);
  return key_of(width, kind == EXPR_FSQRT   ? float_sqrt(width, mode, bits)
                       : kind == EXPR_FRINT ? float_to_integral(width, mode, bits)
                                            : float_convert(from, width, mode, bits));
}

static struct interval unary(enum expr_kind kind, unsigned from, unsigned width, struct modes modes,
                             const struct interval *a) {
  if (kind == EXPR_FSQRT && a->low < 0) return unknown;
  struct interval result = between(unary_end(kind, from, width, modes.low, a->low),
                                   unary_end(kind, from, width, modes.high, a->high));
  /* The sign stays. */
  result.has_minus_zero = result.has_minus_zero && (a->low < 0 || a->has_minus_zero);
  result.has_plus_zero = result.has_plus_zero && (a->high > 0 || a->has_plus_zero);
  return result;
}

static struct interval from_integer(unsigned width, struct modes modes,
                                    const struct expr_range *range) {
  uint64_t low = (uint64_t)range->smin, high = (uint64_t)range->smax;
  float_bits first = float_from_signed(64, width, modes.low, &low);
  float_bits last = float_from_signed(64, width, modes.high, &high);
  struct interval result = between(key_of(width, first), key_of(width, last));
  result.has_minus_zero = false;
  return result;
}

/* If all numbers fit, the integers between those of the ends. */
static struct expr_range to_integer(unsigned from, unsigned width, struct modes modes,
                                    const struct interval *a) {
  struct expr_range range = range_full(width);
  uint64_t low, high, least = (uint64_t)1 << (width - 1);
  if (a->has_nan || !a->has_number) return range;
  float_to_signed(from, width, modes.low, bits_of(from, a->low), &low);
  float_to_signed(from, width, modes.high, bits_of(from, a->high), &high);
  if (low == least || high == least) return range;
  range.smin = value_signed(width, low);
  range.smax = value_signed(width, high);
  return expr_range_refine(width, range);
}

static struct expr_range compare(enum expr_kind kind, const struct interval *a,
                                 const struct interval *b) {
  bool is_any_nan = a->has_nan || b->has_nan;
  if (!a->has_number || !b->has_number) return range_single(1, 0);
  bool never = kind == EXPR_FLT   ? a->low >= b->high
               : kind == EXPR_FLE ? a->low > b->high
                                  : a->low > b->high || a->high < b->low;
  bool always = kind == EXPR_FLT   ? a->high < b->low
                : kind == EXPR_FLE ? a->high <= b->low
                                   : a->low == a->high && b->low == b->high && a->low == b->low;
  if (never) return range_single(1, 0);
  return always && !is_any_nan ? range_single(1, 1) : range_full(1);
}

static struct expr_range apply(enum expr_kind kind, unsigned width, const unsigned *widths,
                               const struct expr_range *children, bool is_same) {
  if (kind == EXPR_FMA) return range_full(width);
  bool is_rounded = kind != EXPR_FREM && kind < EXPR_FEQ;
  struct modes modes = is_rounded ? modes_of(&children[0]) : (struct modes){0, 0};
  if (kind == EXPR_SITOF) {
    struct interval result = from_integer(width, modes, &children[1]);
    return range_of_interval(width, &result);
  }
  struct interval a = interval_of(widths[is_rounded], &children[is_rounded]), b, result;
  if (kind == EXPR_FTOSI) return to_integer(widths[1], width, modes, &a);
  bool is_binary = kind <= EXPR_FREM || kind >= EXPR_FEQ;
  if (is_binary) b = interval_of(widths[is_rounded + 1], &children[is_rounded + 1]);
  if (kind >= EXPR_FEQ) return compare(kind, &a, &b);
  if (a.has_nan || !a.has_number) return range_full(width);
  if (is_binary && (b.has_nan || !b.has_number)) return range_full(width);
  result = is_binary ? binary(kind, width, modes, &a, &b, is_same)
                     : unary(kind, widths[1], width, modes, &a);
  return range_of_interval(width, &result);
}

struct expr_range range_float_kind(enum expr_kind kind, unsigned width,
                                   struct expr *const *children, const struct expr_range *ranges) {
  unsigned widths[3] = {0}, count = expr_kind_children[kind];
  for (unsigned k = 0; k < count; k++) widths[k] = children[k]->width;
  bool is_same = count == 3 && children[1] == children[2];
  return apply(kind, width, widths, ranges, is_same);
}

struct expr_range range_float(const struct expr *e, const struct expr_range *children) {
  struct expr *list[3] = {NULL};
  for (unsigned k = 0; k < expr_kind_children[e->kind]; k++) list[k] = child(e, k);
  return range_float_kind(e->kind, e->width, list, children);
}

/* Floating point. Comparisons with constants become comparisons of the bits as integers, which
   ranges, facts and the other rules understand; comparisons of what was only widened, or converted
   from an integer that the format represents, are made on the narrow value.

   A NaN as an operand comes out quiet, so no rule may drop an operation that makes it quiet, and
   none may exchange operands both of which may be NaNs. Rules only read ranges of up to 64 bits:
   x87 numbers keep most of their operations. */
#include "expr/rewrite_float.h"

#include "expr/build.h"
#include "expr/range.h"
#include "expr/rewrite.h"
#include "expr/softfloat.h"

static bool is_widening(const struct expr *e) {
  return e->kind == EXPR_FCONV && child(e, 1)->width < e->width;
}

/* x, but quiet if it is a NaN. */
static struct expr *quieten(struct exprs *exprs, struct expr *x) {
  struct float_format format = float_format(x->width);
  struct expr *quiet = make_number(exprs, x->width, (float_bits)1 << (format.precision - 2));
  return expr_ite(exprs, expr_fis_nan(exprs, x), expr_or(exprs, x, quiet), x);
}

/* Integers */

/* True if every value of the integer is a number of the format. */
static bool is_exact_in(const struct expr *integer, unsigned width) {
  struct float_format format = float_format(width);
  if (integer->width <= format.precision + 1) return true;
  if (integer->width > 64 || format.precision >= 64) return false;
  struct expr_range range = range_of(integer);
  int64_t most = (int64_t)1 << format.precision;
  return range.smin >= -most && range.smax <= most;
}

/* The operand of a conversion from an integer that loses nothing. */
static struct expr *exact_integer(const struct expr *e) {
  if (e->kind != EXPR_SITOF) return NULL;
  return is_exact_in(child(e, 1), e->width) ? child(e, 1) : NULL;
}

/* Comparisons. All with constants are brought to bounds. */

/* The largest number that is not greater than C, or the least that is not less. */
static float_bits round_to(unsigned from, unsigned to, bool is_down, float_bits value,
                           bool *is_exact) {
  float_bits rounded = float_convert(from, to, is_down ? FLOAT_DOWN : FLOAT_UP, value);
  float_bits back = float_convert(to, from, FLOAT_NEAREST, rounded);
  *is_exact = float_equal(from, back, value);
  return rounded;
}

static struct expr *compare_bound(struct exprs *exprs, struct expr *x, struct float_bound bound) {
  struct expr *limit = make_number(exprs, x->width, bound.value);
  struct expr *below = bound.is_upper ? x : limit, *above = bound.is_upper ? limit : x;
  return bound.is_strict ? expr_flt(exprs, below, above) : expr_fle(exprs, below, above);
}

/* match:  compare(widened x, C)
   result: compare(x, C rounded inward) */
static struct expr *compare_widened(struct exprs *exprs, struct expr *x, unsigned width,
                                    struct float_bound bound) {
  bool is_exact;
  RULE(exprs, fcmp_widened_const);
  bound.value = round_to(width, x->width, bound.is_upper, bound.value, &is_exact);
  bound.is_strict = bound.is_strict && is_exact;
  return compare_bound(exprs, x, bound);
}

/* match:  compare(converted integer n, C)
   result: n <= floor C, n < ceil C, and so on, as integers */
static struct expr *compare_integer(struct exprs *exprs, struct expr *n, unsigned width,
                                    struct float_bound bound) {
  RULE(exprs, fcmp_integer_const);
  unsigned wide = n->width + 1;
  uint64_t words[WORDS_MAX];
  bool is_floor = bound.is_upper != bound.is_strict;
  struct float_format format = float_format(width);
  float_bits whole = float_to_integral(width, is_floor ? FLOAT_DOWN : FLOAT_UP, bound.value);
  struct expr *extended = expr_sext(exprs, n, wide), *limit;
  float_to_signed(width, wide, FLOAT_NEAREST, whole, words);
  limit = expr_const_words(exprs, wide, words);
  struct expr *least =
      expr_shl(exprs, expr_const(exprs, wide, 1), expr_const(exprs, wide, wide - 1));
  if (limit == least) /* beyond all integers of the width, whatever its sign */
    return make_bool(exprs, float_is_negative(&format, whole) != bound.is_upper);
  if (bound.is_upper)
    return bound.is_strict ? expr_slt(exprs, extended, limit) : expr_sle(exprs, extended, limit);
  return bound.is_strict ? expr_slt(exprs, limit, extended) : expr_sle(exprs, limit, extended);
}

static int64_t magnitude_of(unsigned width, float_bits bits) {
  return (int64_t)(uint64_t)(bits & ~((float_bits)1 << (width - 1)));
}

/* match:  compare(x, C), up to 64 bits
   result: comparisons of the bits: magnitudes grow with the bits, in one half of the integers for
           positive numbers, in the other for negative ones */
static struct expr *compare_bits(struct exprs *exprs, struct expr *x, struct float_bound bound) {
  unsigned width = x->width;
  struct float_format format = float_format(width);
  int64_t infinity = magnitude_of(width, float_infinity(&format, false));
  /* Positive numbers as their bits, negative ones as minus the bits of their magnitude. */
  int64_t key = magnitude_of(width, bound.value);
  if (float_is_negative(&format, bound.value)) key = -key;
  if (bound.is_strict) key += bound.is_upper ? -1 : 1;
  RULE(exprs, fcmp_const);
  if (key < -infinity || key > infinity) return make_bool(exprs, false);
  uint64_t sign = (uint64_t)1 << (width - 1), size = (uint64_t)(key < 0 ? -key : key);
#define BITS(value) expr_const(exprs, width, (value))
  struct expr *plus_infinity = BITS((uint64_t)infinity);
  struct expr *minus_infinity = BITS(sign | (uint64_t)infinity);
  /* Positive numbers are in order as signed integers and above all negative ones, negative numbers
     in reverse order as unsigned integers and above all positive ones. */
  if (bound.is_upper && key < 0)
    return expr_and(exprs, expr_ule(exprs, BITS(sign | size), x),
                    expr_ule(exprs, x, minus_infinity));
  if (!bound.is_upper && key > 0)
    return expr_and(exprs, expr_sle(exprs, BITS(size), x), expr_sle(exprs, x, plus_infinity));
  /* So either order bounds the numbers of one sign and lets all of the other pass. */
  if (bound.is_upper)
    return expr_and(exprs, expr_sle(exprs, x, BITS(size)), expr_ule(exprs, x, minus_infinity));
  return expr_and(exprs, expr_sle(exprs, x, plus_infinity), expr_ule(exprs, x, BITS(sign | size)));
#undef BITS
}

/* y if e is |y|, else NULL. */
static struct expr *magnitude_operand(const struct expr *e) {
  if (e->kind != EXPR_ZEXT || child(e, 0)->kind != EXPR_EXTRACT) return NULL;
  const struct expr *part = child(e, 0);
  bool is_all = extract_low(part) == 0 && part->width + 1 == e->width;
  return is_all && child(part, 0)->width == e->width ? child(part, 0) : NULL;
}

/* match:  compare(|y|, C)
   result: compare(y, C) and compare(y, -C), or one of both from below */
static struct expr *compare_magnitude(struct exprs *exprs, struct expr *y,
                                      struct float_bound bound) {
  struct float_format format = float_format(y->width);
  float_bits sign = (float_bits)1 << (y->width - 1);
  RULE(exprs, fcmp_magnitude);
  if (bound.is_upper && float_is_negative(&format, bound.value) && bound.value != sign)
    return make_bool(exprs, false);
  if (!bound.is_upper && float_is_negative(&format, bound.value) && bound.value != sign)
    return expr_not(exprs, expr_fis_nan(exprs, y));
  struct float_bound other = {!bound.is_upper, bound.is_strict, bound.value ^ sign};
  struct expr *first = compare_bound(exprs, y, bound), *second = compare_bound(exprs, y, other);
  return bound.is_upper ? expr_and(exprs, first, second) : expr_or(exprs, first, second);
}

/* match:  compare(-y, C)
   result: compare(y, -C) from the other side */
static struct expr *compare_negation(struct exprs *exprs, struct expr *y,
                                     struct float_bound bound) {
  RULE(exprs, fcmp_negation);
  bound.value ^= (float_bits)1 << (y->width - 1);
  bound.is_upper = !bound.is_upper;
  return compare_bound(exprs, y, bound);
}

static bool is_negated(const struct expr *e) {
  if (e->kind != EXPR_XOR || !is_const(child(e, 1))) return false;
  return const_number(child(e, 1)) == (float_bits)1 << (e->width - 1);
}

static struct expr *compare_with(struct exprs *exprs, struct expr *x, struct float_bound bound) {
  struct expr *integer = exact_integer(x);
  if (integer) return compare_integer(exprs, integer, x->width, bound);
  if (is_widening(x)) return compare_widened(exprs, child(x, 1), x->width, bound);
  struct expr *result = rewrite_float_bound(exprs, x, bound), *y = magnitude_operand(x);
  if (result) return result;
  if (y) return compare_magnitude(exprs, y, bound);
  if (is_negated(x)) return compare_negation(exprs, child(x, 0), bound);
  return x->width <= 64 ? compare_bits(exprs, x, bound) : NULL;
}

static struct expr *equal_const(struct exprs *exprs, struct expr *x, struct expr *c) {
  unsigned width = x->width;
  float_bits value = const_number(c);
  struct float_bound upper = {.is_upper = true, .value = value}, lower = {.value = value};
  struct expr *integer = exact_integer(x);
  if (integer || is_widening(x) || rewrite_float_has_bounds(x)) {
    struct expr *a = compare_with(exprs, x, upper), *b = compare_with(exprs, x, lower);
    return expr_and(exprs, a, b);
  }
  if (width > 64) return NULL;
  RULE(exprs, feq_const);
  uint64_t sign = (uint64_t)1 << (width - 1);
  if (((uint64_t)value & ~sign) == 0)
    return expr_eq(exprs, expr_extract(exprs, x, 0, width - 1), expr_const(exprs, width - 1, 0));
  return expr_eq(exprs, x, c);
}

static struct expr *compare_const(struct exprs *exprs, enum expr_kind kind, struct expr *a,
                                  struct expr *b) {
  struct expr *c = is_const(a) ? a : b, *x = is_const(a) ? b : a;
  struct float_format format = float_format(c->width);
  /* match:  compare(x, NaN)
     result: false */
  if (float_is_nan(&format, const_number(c))) {
    RULE(exprs, fcmp_nan);
    return make_bool(exprs, false);
  }
  if (kind == EXPR_FEQ) return equal_const(exprs, x, c);
  struct float_bound bound = {
      .is_upper = x == a, .is_strict = kind == EXPR_FLT, .value = const_number(c)};
  return compare_with(exprs, x, bound);
}

static struct expr *compare_pair(struct exprs *exprs, enum expr_kind kind, struct expr *a,
                                 struct expr *b) {
  struct expr *first, *second, *const narrow[] = {child(a, 1), child(b, 1)};
  /* match:  compare(widened x, widened y)
     result: compare(x, y) */
  if (is_widening(a) && is_widening(b) && narrow[0]->width == narrow[1]->width) {
    RULE(exprs, fcmp_widened);
    return expr_float(exprs, kind, 1, narrow);
  }
  /* match:  compare(converted integer m, converted integer n)
     result: compare(m, n) as integers */
  first = exact_integer(a);
  second = exact_integer(b);
  if (first == NULL || second == NULL) return NULL;
  RULE(exprs, fcmp_integers);
  unsigned width = first->width > second->width ? first->width : second->width;
  first = expr_sext(exprs, first, width);
  second = expr_sext(exprs, second, width);
  return expr_binary(exprs,
                     kind == EXPR_FEQ   ? EXPR_EQ
                     : kind == EXPR_FLT ? EXPR_SLT
                                        : EXPR_SLE,
                     first, second);
}

/* match:  x - y < 0, 0 < x - y
   result: x < y, y < x: the difference of different numbers is never rounded to 0 */
static struct expr *compare_difference(struct exprs *exprs, struct expr *a, struct expr *b) {
  struct expr *c = is_const(a) ? a : b, *x = is_const(a) ? b : a;
  float_bits sign = (float_bits)1 << (c->width - 1);
  if (!is_const(c) || (const_number(c) & ~sign) != 0 || x->kind != EXPR_FSUB) return NULL;
  RULE(exprs, flt_difference);
  bool is_below = x == a;
  return is_below ? expr_flt(exprs, child(x, 1), child(x, 2))
                  : expr_flt(exprs, child(x, 2), child(x, 1));
}

static struct expr *rewrite_comparison(struct exprs *exprs, enum expr_kind kind, struct expr *a,
                                       struct expr *b) {
  /* match:  compare(x, x)
     result: x is a number, or false */
  if (a == b) {
    RULE(exprs, fcmp_self);
    return kind == EXPR_FLT ? make_bool(exprs, false) : expr_not(exprs, expr_fis_nan(exprs, a));
  }
  struct expr *difference = kind == EXPR_FLT ? compare_difference(exprs, a, b) : NULL;
  if (difference) return difference;
  if (is_const(a) || is_const(b)) return compare_const(exprs, kind, a, b);
  /* match:  y = x, x the older
     result: x = y */
  if (kind == EXPR_FEQ && a->id > b->id) {
    RULE(exprs, feq_order);
    return expr_feq(exprs, b, a);
  }
  if (expr_kind_children[a->kind] < 2 || expr_kind_children[b->kind] < 2) return NULL;
  return compare_pair(exprs, kind, a, b);
}

/* Conversions */

static struct expr *rewrite_fconv(struct exprs *exprs, unsigned width, struct expr *rounding,
                                  struct expr *a) {
  /* match:  convert(widened x)
     result: convert(x) */
  if (is_widening(a)) {
    RULE(exprs, fconv_widened);
    struct expr *x = child(a, 1);
    return x->width == width ? quieten(exprs, x) : expr_fconv(exprs, rounding, x, width);
  }
  /* match:  convert(converted integer)
     result: the integer converted at once */
  struct expr *integer = exact_integer(a);
  if (integer == NULL) return NULL;
  RULE(exprs, fconv_integer);
  return expr_sitof(exprs, rounding, integer, width);
}

static struct expr *rewrite_ftosi(struct exprs *exprs, unsigned width, struct expr *rounding,
                                  struct expr *a) {
  /* match:  integer of (widened x)
     result: integer of x */
  if (is_widening(a)) {
    RULE(exprs, ftosi_widened);
    return expr_ftosi(exprs, rounding, child(a, 1), width);
  }
  /* match:  integer of (converted integer), not narrower
     result: the integer */
  struct expr *integer = exact_integer(a);
  if (integer == NULL || integer->width > width) return NULL;
  RULE(exprs, ftosi_integer);
  return expr_sext(exprs, integer, width);
}

static struct expr *rewrite_frint(struct exprs *exprs, struct expr *a) {
  /* match:  integral(x), x integral already
     result: x */
  if (a->kind != EXPR_FRINT && a->kind != EXPR_SITOF) return NULL;
  RULE(exprs, frint_integral);
  return a;
}

/* Arithmetic with constants */

/* 1 / C, if C is a power of two and so is that, as a normal number. */
static bool find_reciprocal(unsigned width, float_bits c, float_bits *reciprocal) {
  struct float_format format = float_format(width);
  float_bits sign = (float_bits)1 << (width - 1);
  uint64_t fraction = (uint64_t)c & (((uint64_t)1 << (format.precision - 1)) - 1);
  unsigned exponent = (unsigned)(c >> format.fraction_bits) & float_top_exponent(&format);
  if (fraction != 0 || exponent == 0 || exponent >= 2 * (unsigned)format.bias) return false;
  if (float_is_nan(&format, c)) return false;
  float_bits shifted = (float_bits)(2 * (unsigned)format.bias - exponent) << format.fraction_bits;
  *reciprocal = shifted | (c & sign);
  if (format.precision == format.fraction_bits) *reciprocal |= (uint64_t)1 << 63;
  return true;
}

static float_bits one_of(unsigned width) {
  uint64_t one = 1;
  return float_from_signed(2, width, FLOAT_NEAREST, &one);
}

static struct expr *rewrite_arithmetic(struct exprs *exprs, enum expr_kind kind,
                                       struct expr *rounding, struct expr *a, struct expr *b) {
  unsigned width = a->width;
  struct expr *c = is_const(a) && (kind == EXPR_FADD || kind == EXPR_FMUL) ? a : b;
  struct expr *x = c == a ? b : a;
  struct float_format format = float_format(width);
  if (!is_const(c) || float_is_nan(&format, const_number(c))) return NULL;
  float_bits value = const_number(c), sign = (float_bits)1 << (width - 1), reciprocal;
  /* match:  x * 1, x / 1
     result: x, quiet */
  if ((kind == EXPR_FMUL || kind == EXPR_FDIV) && value == one_of(width)) {
    RULE(exprs, fmul_one);
    return width <= 64 ? quieten(exprs, x) : NULL;
  }
  /* match:  x / 2^K
     result: x * 2^-K */
  if (kind == EXPR_FDIV && find_reciprocal(width, value, &reciprocal)) {
    RULE(exprs, fdiv_power);
    return expr_fmul(exprs, rounding, x, make_number(exprs, width, reciprocal));
  }
  /* match:  x - C
     result: x + -C */
  if (kind == EXPR_FSUB) {
    RULE(exprs, fsub_const);
    return expr_fadd(exprs, rounding, x, make_number(exprs, width, value ^ sign));
  }
  /* match:  x + -0, to nearest
     result: x, quiet */
  if (kind == EXPR_FADD && value == sign && is_value(rounding, FLOAT_NEAREST) && width <= 64) {
    RULE(exprs, fadd_zero);
    return quieten(exprs, x);
  }
  return NULL;
}

/* match:  an operation on ite(c, K, L) and constants
   result: ite(c, the operation on K, the operation on L) */
static struct expr *rewrite_choice(struct exprs *exprs, enum expr_kind kind, unsigned width,
                                   struct expr *const *children) {
  unsigned count = expr_kind_children[kind], at = count;
  struct expr *first[3], *second[3];
  for (unsigned k = 0; k < count; k++) {
    struct expr *e = children[k];
    first[k] = second[k] = e;
    if (is_const(e)) continue;
    if (at != count || e->kind != EXPR_ITE || !is_const(child(e, 1)) || !is_const(child(e, 2)))
      return NULL;
    at = k;
    first[k] = child(e, 1);
    second[k] = child(e, 2);
  }
  RULE(exprs, float_choice);
  return expr_ite(exprs, child(children[at], 0), expr_float(exprs, kind, width, first),
                  expr_float(exprs, kind, width, second));
}

struct expr *rewrite_float(struct exprs *exprs, enum expr_kind kind, unsigned width,
                           struct expr *const *children) {
  struct expr *result = rewrite_choice(exprs, kind, width, children);
  if (result) return result;
  switch (kind) {
  case EXPR_FEQ:
  case EXPR_FLT:
  case EXPR_FLE: return rewrite_comparison(exprs, kind, children[0], children[1]);
  case EXPR_FCONV: return rewrite_fconv(exprs, width, children[0], children[1]);
  case EXPR_FTOSI: return rewrite_ftosi(exprs, width, children[0], children[1]);
  case EXPR_FRINT: return rewrite_frint(exprs, children[1]);
  case EXPR_FADD:
  case EXPR_FSUB:
  case EXPR_FMUL:
  case EXPR_FDIV: return rewrite_arithmetic(exprs, kind, children[0], children[1], children[2]);
  default: return NULL;
  }
}

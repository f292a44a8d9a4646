/* Comparisons of monotone operations with constants: x + K < C, x * K, x / K, K - x, the root of x,
   its square, roundings and conversions. Rounding keeps the order, so the numbers for which such a
   comparison holds are an interval of x, however the operation rounds; its end is found by halving
   the numbers of the format, with the operation itself. What remains are comparisons of x with
   constants. Chains of such operations unravel one after the other.

   Where x is a NaN, so is the result, and both comparisons are false. */
#include "expr/rewrite_float.h"

#include "expr/build.h"
#include "expr/float_value.h"
#include "expr/range.h"
#include "expr/rewrite.h"
#include "expr/softfloat.h"

enum { MOST_INTEGER = 120 };

/* Numbers of a format in order: 0 for both zeros, the positive ones in steps of 1, the negative
   ones as their negations. */
typedef __int128 number_key;

static float_bits bits_of_key(const struct float_format *format, number_key key) {
  float_bits sign = (float_bits)(key < 0) << (format->width - 1);
  float_bits magnitude = (float_bits)(key < 0 ? -key : key);
  if (format->fraction_bits < format->precision) return sign | magnitude;
  float_bits fraction = magnitude & (UINT64_MAX >> 1), exponent = magnitude >> 63;
  return sign | exponent << 64 | (float_bits)(exponent != 0) << 63 | fraction;
}

static number_key key_of_infinity(const struct float_format *format) {
  return (number_key)float_top_exponent(format) << (format->precision - 1);
}

/* An operation with one operand that is not constant. */
struct monotone {
  const struct expr *node;
  unsigned variable; /* number of the child; both factors of a square */
  bool is_decreasing, is_square, is_integer;
  struct float_format format; /* of the operand, unless it is an integer */
  number_key low, high;       /* for which the result is no NaN */
};

static bool is_good_constant(const struct expr *e) {
  struct float_format format = float_format(e->width);
  float_bits bits = const_number(e);
  float_bits magnitude = bits & ~((float_bits)1 << (e->width - 1));
  return !float_is_nan(&format, bits) && magnitude != float_infinity(&format, false);
}

static bool is_zero_number(const struct expr *e) {
  return (const_number(e) & ~((float_bits)1 << (e->width - 1))) == 0;
}

static bool is_negative_number(const struct expr *e) {
  return const_number(e) >> (e->width - 1) & 1;
}

static bool find_binary(const struct expr *e, struct monotone *found) {
  const struct expr *a = child(e, 1), *b = child(e, 2);
  if (e->kind == EXPR_FMUL && a == b) {
    found->variable = 1;
    found->is_square = true;
    found->low = 0;
    return true;
  }
  if (is_const(a) == is_const(b)) return false;
  const struct expr *constant = is_const(a) ? a : b;
  found->variable = is_const(a) ? 2 : 1;
  if (!is_good_constant(constant)) return false;
  bool is_product = e->kind == EXPR_FMUL || e->kind == EXPR_FDIV;
  if (is_product && (is_zero_number(constant) || (e->kind == EXPR_FDIV && is_const(a))))
    return false;
  found->is_decreasing =
      is_product ? is_negative_number(constant) : e->kind == EXPR_FSUB && is_const(a);
  return true;
}

static bool find_integer(const struct expr *e, struct monotone *found) {
  const struct expr *integer = child(e, 1);
  found->variable = 1;
  found->is_integer = true;
  if (integer->width > MOST_INTEGER) return false;
  found->high = ((number_key)1 << (integer->width - 1)) - 1;
  found->low = -found->high - 1;
  if (integer->width > 64) return true;
  struct expr_range range = range_of(integer);
  found->low = range.smin;
  found->high = range.smax;
  return true;
}

static bool find_monotone(const struct expr *e, struct monotone *found) {
  if (!expr_is_float(e) || e->kind >= EXPR_FEQ || e->kind == EXPR_FREM || e->kind == EXPR_FMA ||
      e->kind == EXPR_FTOSI || !is_const(child(e, 0)))
    return false;
  *found = (struct monotone){.node = e, .variable = 1};
  if (e->kind == EXPR_SITOF) return find_integer(e, found);
  found->format = float_format(child(e, 1)->width);
  found->high = key_of_infinity(&found->format);
  found->low = e->kind == EXPR_FSQRT ? 0 : -found->high;
  return e->kind >= EXPR_FSQRT || find_binary(e, found);
}

/* Whether the comparison holds for that operand. */
static bool holds(const struct monotone *monotone, const struct float_bound *bound,
                  number_key key) {
  const struct expr *e = monotone->node;
  uint64_t words[2], out[2] = {0, 0};
  const uint64_t *children[3] = {NULL};
  float_bits bits = monotone->is_integer ? (float_bits)key : bits_of_key(&monotone->format, key);
  words[0] = (uint64_t)bits;
  words[1] = (uint64_t)(bits >> 64);
  for (unsigned k = 0; k < expr_kind_children[e->kind]; k++)
    children[k] = k == monotone->variable || (monotone->is_square && k > 0)
                      ? words
                      : const_words(child(e, k));
  float_value(e->kind, e->width, child(e, 1)->width, children, out);
  float_bits result = (float_bits)out[1] << 64 | out[0];
  float_bits below = bound->is_upper ? result : bound->value;
  float_bits above = bound->is_upper ? bound->value : result;
  return bound->is_strict ? float_less(e->width, below, above)
                          : float_less_equal(e->width, below, above);
}

/* The last operand from the end on which it holds; false if there is none. */
static bool find_end(const struct monotone *monotone, const struct float_bound *bound,
                     bool holds_below, number_key *end) {
  number_key good = holds_below ? monotone->low : monotone->high;
  number_key bad = holds_below ? monotone->high : monotone->low;
  if (!holds(monotone, bound, good)) return false;
  if (holds(monotone, bound, bad)) good = bad;
  while (good != bad) {
    number_key distance = (bad - good) / 2;
    if (distance == 0) break;
    if (holds(monotone, bound, good + distance))
      good += distance;
    else
      bad = good + distance;
  }
  *end = good;
  return true;
}

static struct expr *compare_integer(struct exprs *exprs, const struct monotone *monotone,
                                    bool holds_below, number_key end) {
  struct expr *x = child(monotone->node, 1);
  struct expr *limit = make_number(exprs, x->width, (float_bits)end);
  return holds_below ? expr_sle(exprs, x, limit) : expr_sle(exprs, limit, x);
}

static struct expr *compare_number(struct exprs *exprs, const struct monotone *monotone,
                                   bool holds_below, number_key end) {
  struct expr *x = child(monotone->node, monotone->variable);
  struct expr *limit = make_number(exprs, x->width, bits_of_key(&monotone->format, end));
  struct expr *low = expr_const(exprs, x->width, 0);
  if (monotone->is_square) {
    low = make_number(exprs, x->width, bits_of_key(&monotone->format, -end));
    if (!holds_below) return expr_or(exprs, expr_fle(exprs, limit, x), expr_fle(exprs, x, low));
    return expr_and(exprs, expr_fle(exprs, low, x), expr_fle(exprs, x, limit));
  }
  if (!holds_below) return expr_fle(exprs, limit, x);
  struct expr *is_below = expr_fle(exprs, x, limit);
  if (monotone->node->kind != EXPR_FSQRT) return is_below;
  return expr_and(exprs, expr_fle(exprs, low, x), is_below);
}

struct expr *rewrite_float_bound(struct exprs *exprs, const struct expr *e,
                                 struct float_bound bound) {
  struct monotone monotone;
  number_key end;
  if (!find_monotone(e, &monotone)) return NULL;
  RULE(exprs, fcmp_monotone);
  bool holds_below = bound.is_upper != monotone.is_decreasing;
  if (!find_end(&monotone, &bound, holds_below, &end)) return make_bool(exprs, false);
  return monotone.is_integer ? compare_integer(exprs, &monotone, holds_below, end)
                             : compare_number(exprs, &monotone, holds_below, end);
}

bool rewrite_float_has_bounds(const struct expr *e) {
  struct monotone monotone;
  return find_monotone(e, &monotone);
}

/* Sums, products, quotients, remainders and roots: the exact result, or as many bits of it as the
   rounder needs and whether there are more. */
#include "expr/softfloat.h"
#include "expr/softfloat_parts.h"

/* The sum of two exact numbers. Both are aligned at the lower end of the larger one, which is
   shifted up far enough that what the other loses there only matters as "a little more". */
static float_bits add_exact(const struct float_format *format, unsigned rounding,
                            struct float_exact a, struct float_exact b) {
  enum { HIGHEST = 250 };
  if (b.significand == 0 && a.significand == 0) {
    bool is_negative = a.is_negative == b.is_negative ? a.is_negative : rounding == FLOAT_DOWN;
    return float_zero(format, is_negative);
  }
  int a_length = (int)float_wide_length(a.significand);
  int b_length = (int)float_wide_length(b.significand);
  bool is_swapped =
      a.significand == 0 || (b.significand != 0 && b.exponent + b_length > a.exponent + a_length);
  struct float_exact *large = is_swapped ? &b : &a, *small = is_swapped ? &a : &b;
  int up = HIGHEST - (is_swapped ? b_length : a_length);
  large->significand <<= up;
  large->exponent -= up;
  int down = large->exponent - small->exponent;
  struct float_exact sum = {.is_negative = large->is_negative, .exponent = large->exponent};
  float_wide aligned = 0;
  if (down <= 0 && small->significand != 0) {
    aligned = small->significand << -down;
  } else if (small->significand != 0) {
    aligned = down >= HIGHEST ? 0 : small->significand >> down;
    sum.is_inexact = down >= HIGHEST || (small->significand & (((float_wide)1 << down) - 1)) != 0;
  }
  if (large->is_negative == small->is_negative)
    sum.significand = large->significand + aligned;
  else if (aligned <= large->significand)
    sum.significand = large->significand - aligned - sum.is_inexact;
  else { /* as long as the other, and so aligned without a loss */
    sum.significand = aligned - large->significand;
    sum.is_negative = small->is_negative;
  }
  if (sum.significand == 0 && !sum.is_inexact) sum.is_negative = rounding == FLOAT_DOWN;
  return float_round(format, rounding, sum);
}

static struct float_exact exact_of(struct float_parts parts) {
  return (struct float_exact){.is_negative = parts.is_negative,
                              .exponent = parts.exponent,
                              .significand = parts.significand};
}

static float_bits add(unsigned width, unsigned rounding, float_bits a, float_bits b,
                      bool is_difference) {
  struct float_format format = float_format(width);
  struct float_parts x = float_unpack(&format, a), y = float_unpack(&format, b);
  if (x.class == FLOAT_CLASS_NAN || y.class == FLOAT_CLASS_NAN)
    return float_choose_nan(&format, a, b);
  y.is_negative ^= is_difference;
  if (x.class == FLOAT_CLASS_INFINITE && y.class == FLOAT_CLASS_INFINITE)
    return x.is_negative == y.is_negative ? a : float_default_nan(&format);
  if (x.class == FLOAT_CLASS_INFINITE) return a;
  if (y.class == FLOAT_CLASS_INFINITE) return float_infinity(&format, y.is_negative);
  return add_exact(&format, rounding, exact_of(x), exact_of(y));
}

float_bits float_add(unsigned width, unsigned rounding, float_bits a, float_bits b) {
  return add(width, rounding, a, b, false);
}

float_bits float_sub(unsigned width, unsigned rounding, float_bits a, float_bits b) {
  return add(width, rounding, a, b, true);
}

static struct float_exact product(struct float_parts x, struct float_parts y) {
  return (struct float_exact){.is_negative = x.is_negative != y.is_negative,
                              .exponent = x.exponent + y.exponent,
                              .significand = (float_wide)x.significand * y.significand};
}

static bool is_zero(const struct float_parts *parts) {
  return parts->class == FLOAT_CLASS_FINITE && parts->significand == 0;
}

float_bits float_mul(unsigned width, unsigned rounding, float_bits a, float_bits b) {
  struct float_format format = float_format(width);
  struct float_parts x = float_unpack(&format, a), y = float_unpack(&format, b);
  if (x.class == FLOAT_CLASS_NAN || y.class == FLOAT_CLASS_NAN)
    return float_choose_nan(&format, a, b);
  if (x.class == FLOAT_CLASS_INFINITE || y.class == FLOAT_CLASS_INFINITE) {
    if (is_zero(&x) || is_zero(&y)) return float_default_nan(&format);
    return float_infinity(&format, x.is_negative != y.is_negative);
  }
  return float_round(&format, rounding, product(x, y));
}

/* Both significands have 64 bits, so the quotient of the one shifted up by 68 has 68 or 69. */
static struct float_exact quotient(struct float_parts x, struct float_parts y) {
  enum { MORE = 68 };
  float_wide dividend = (float_wide)x.significand << MORE;
  float_wide whole = 0, rest = 0;
  for (int k = 64 + MORE; k-- > 0;) {
    rest = rest << 1 | (dividend >> k & 1);
    bool fits = rest >= y.significand;
    if (fits) rest -= y.significand;
    whole = whole << 1 | fits;
  }
  return (struct float_exact){.is_negative = x.is_negative != y.is_negative,
                              .is_inexact = rest != 0,
                              .exponent = x.exponent - y.exponent - MORE,
                              .significand = whole};
}

float_bits float_div(unsigned width, unsigned rounding, float_bits a, float_bits b) {
  struct float_format format = float_format(width);
  struct float_parts x = float_unpack(&format, a), y = float_unpack(&format, b);
  bool is_negative = x.is_negative != y.is_negative;
  if (x.class == FLOAT_CLASS_NAN || y.class == FLOAT_CLASS_NAN)
    return float_choose_nan(&format, a, b);
  if (x.class == FLOAT_CLASS_INFINITE)
    return y.class == FLOAT_CLASS_INFINITE ? float_default_nan(&format)
                                           : float_infinity(&format, is_negative);
  if (y.class == FLOAT_CLASS_INFINITE) return float_zero(&format, is_negative);
  if (is_zero(&y))
    return is_zero(&x) ? float_default_nan(&format) : float_infinity(&format, is_negative);
  if (is_zero(&x)) return float_zero(&format, is_negative);
  return float_round(&format, rounding, quotient(float_normalise(x), float_normalise(y)));
}

/* The remainder of the significands, one bit of the difference of the exponents at a time. */
static uint64_t reduce(struct float_parts x, struct float_parts y) {
  float_bits rest = x.significand;
  if (rest >= y.significand) rest -= y.significand;
  for (int k = x.exponent - y.exponent; k > 0 && rest != 0; k--) {
    rest <<= 1;
    if (rest >= y.significand) rest -= y.significand;
  }
  return (uint64_t)rest;
}

float_bits float_rem(unsigned width, float_bits a, float_bits b) {
  struct float_format format = float_format(width);
  struct float_parts x = float_unpack(&format, a), y = float_unpack(&format, b);
  if (x.class == FLOAT_CLASS_NAN || y.class == FLOAT_CLASS_NAN)
    return float_choose_nan(&format, a, b);
  if (x.class == FLOAT_CLASS_INFINITE || is_zero(&y)) return float_default_nan(&format);
  struct float_exact rest = exact_of(x);
  if (y.class == FLOAT_CLASS_FINITE && !is_zero(&x)) {
    x = float_normalise(x);
    y = float_normalise(y);
    if (x.exponent >= y.exponent) {
      rest.significand = reduce(x, y);
      rest.exponent = y.exponent;
    }
  }
  return float_round(&format, FLOAT_NEAREST, rest);
}

float_bits float_fma(unsigned width, unsigned rounding, float_bits a, float_bits b, float_bits c) {
  struct float_format format = float_format(width);
  struct float_parts x = float_unpack(&format, a), y = float_unpack(&format, b);
  struct float_parts z = float_unpack(&format, c);
  bool is_negative = x.is_negative != y.is_negative;
  bool is_product_invalid = (x.class == FLOAT_CLASS_INFINITE && is_zero(&y)) ||
                            (y.class == FLOAT_CLASS_INFINITE && is_zero(&x));
  /* x87 has no fused instruction: its library multiplies first. */
  if (z.class == FLOAT_CLASS_NAN && is_product_invalid && width == 80)
    return float_choose_nan(&format, float_default_nan(&format), c);
  if (x.class == FLOAT_CLASS_NAN || y.class == FLOAT_CLASS_NAN || z.class == FLOAT_CLASS_NAN)
    return float_choose_nan3(&format, a, b, c);
  if (x.class == FLOAT_CLASS_INFINITE || y.class == FLOAT_CLASS_INFINITE) {
    bool is_invalid =
        is_product_invalid || (z.class == FLOAT_CLASS_INFINITE && z.is_negative != is_negative);
    return is_invalid ? float_default_nan(&format) : float_infinity(&format, is_negative);
  }
  if (z.class == FLOAT_CLASS_INFINITE) return c;
  return add_exact(&format, rounding, product(x, y), exact_of(z));
}

/* The root of a number of 136 bits or one less, digit by digit. */
static float_wide root(float_wide square, bool *is_inexact) {
  enum { DIGITS = 68 };
  float_wide whole = 0, rest = 0;
  for (int k = DIGITS; k-- > 0;) {
    rest = rest << 2 | (square >> (2 * k) & 3);
    float_wide trial = whole << 2 | 1;
    bool fits = rest >= trial;
    if (fits) rest -= trial;
    whole = whole << 1 | fits;
  }
  *is_inexact = rest != 0;
  return whole;
}

float_bits float_sqrt(unsigned width, unsigned rounding, float_bits a) {
  enum { MORE = 71 };
  struct float_format format = float_format(width);
  struct float_parts x = float_unpack(&format, a);
  if (x.class == FLOAT_CLASS_NAN) return float_choose_nan(&format, a, a);
  if (is_zero(&x)) return float_zero(&format, x.is_negative);
  if (x.is_negative) return float_default_nan(&format);
  if (x.class == FLOAT_CLASS_INFINITE) return a;
  x = float_normalise(x);
  struct float_exact result = {0};
  int exponent = x.exponent - MORE;
  bool is_odd = (exponent & 1) != 0;
  float_wide square = (float_wide)x.significand << (MORE + is_odd);
  result.exponent = (exponent - is_odd) / 2;
  result.significand = root(square, &result.is_inexact);
  return float_round(&format, rounding, result);
}

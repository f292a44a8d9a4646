/* Taking numbers apart, rounding, NaNs, and comparisons. Everything is exact until the one
   rounder. */
#include "expr/softfloat.h"

#include "expr/softfloat_parts.h"
#include "util/fault.h"

struct float_format float_format(unsigned width) {
  switch (width) {
  case 16: return (struct float_format){16, 5, 11, 10, 15};
  case 32: return (struct float_format){32, 8, 24, 23, 127};
  case 64: return (struct float_format){64, 11, 53, 52, 1023};
  case 80: return (struct float_format){80, 15, 64, 64, 16383};
  default: FAULT("no floating-point format of %u bits", width);
  }
}

static float_bits sign_bit(const struct float_format *format, bool is_negative) {
  return (float_bits)is_negative << (format->width - 1);
}

static float_bits fraction_mask(const struct float_format *format) {
  return ((float_bits)1 << format->fraction_bits) - 1;
}

/* The leading bit of the significand, which only x87 stores. */
static uint64_t leading_bit(const struct float_format *format) {
  return (uint64_t)1 << (format->precision - 1);
}
static bool stores_leading_bit(const struct float_format *format) {
  return format->fraction_bits == format->precision;
}

static unsigned exponent_field(const struct float_format *format, float_bits a) {
  return (unsigned)(a >> format->fraction_bits) & float_top_exponent(format);
}

static float_bits pack(const struct float_format *format, bool is_negative, unsigned exponent,
                       uint64_t significand) {
  if (!stores_leading_bit(format)) significand &= leading_bit(format) - 1;
  return sign_bit(format, is_negative) | (float_bits)exponent << format->fraction_bits |
         significand;
}

float_bits float_zero(const struct float_format *format, bool is_negative) {
  return sign_bit(format, is_negative);
}

float_bits float_infinity(const struct float_format *format, bool is_negative) {
  return pack(format, is_negative, float_top_exponent(format), leading_bit(format));
}

float_bits float_largest(const struct float_format *format, bool is_negative) {
  uint64_t significand = leading_bit(format) | (leading_bit(format) - 1);
  return pack(format, is_negative, float_top_exponent(format) - 1, significand);
}

float_bits float_default_nan(const struct float_format *format) {
  return float_infinity(format, true) | leading_bit(format) >> 1;
}

bool float_is_negative(const struct float_format *format, float_bits a) {
  return a >> (format->width - 1) & 1;
}

struct float_parts float_unpack(const struct float_format *format, float_bits a) {
  struct float_parts parts = {.is_negative = float_is_negative(format, a)};
  unsigned exponent = exponent_field(format, a);
  uint64_t significand = (uint64_t)(a & fraction_mask(format));
  uint64_t leading = leading_bit(format);
  if (!stores_leading_bit(format) && exponent != 0) significand |= leading;
  bool is_valid = exponent == 0 || (significand & leading) != 0;
  if (!is_valid || (exponent == float_top_exponent(format) && significand != leading))
    parts.class = FLOAT_CLASS_NAN;
  else if (exponent == float_top_exponent(format))
    parts.class = FLOAT_CLASS_INFINITE;
  parts.significand = significand;
  parts.exponent = (int)(exponent ? exponent : 1) - format->bias - (int)format->precision + 1;
  return parts;
}

struct float_parts float_normalise(struct float_parts parts) {
  int shift = __builtin_clzll(parts.significand);
  parts.significand <<= shift;
  parts.exponent -= shift;
  return parts;
}

/* NaNs. */

bool float_is_nan(const struct float_format *format, float_bits a) {
  return float_unpack(format, a).class == FLOAT_CLASS_NAN;
}

/* x87 only: not a number of any kind, not even a NaN. */
static bool is_invalid(const struct float_format *format, float_bits a) {
  return stores_leading_bit(format) && exponent_field(format, a) != 0 &&
         (a & leading_bit(format)) == 0;
}

static float_bits quiet_bit(const struct float_format *format) { return leading_bit(format) >> 1; }

/* The processor's x87 part: a quiet NaN rather than a signalling one, else the one with the larger
   significand, else the positive one. */
static float_bits choose_larger(const struct float_format *format, float_bits a, float_bits b) {
  bool is_quiet = (a & quiet_bit(format)) != 0, is_other_quiet = (b & quiet_bit(format)) != 0;
  uint64_t x = (uint64_t)a & (leading_bit(format) - 1), y = (uint64_t)b & (leading_bit(format) - 1);
  if (is_quiet != is_other_quiet) return is_quiet ? a : b;
  if (x != y) return x > y ? a : b;
  return float_is_negative(format, a) ? b : a;
}

float_bits float_choose_nan(const struct float_format *format, float_bits a, float_bits b) {
  if (is_invalid(format, a) || is_invalid(format, b)) return float_default_nan(format);
  float_bits chosen = float_is_nan(format, a) ? a : b;
  if (stores_leading_bit(format) && float_is_nan(format, a) && float_is_nan(format, b))
    chosen = choose_larger(format, a, b);
  return chosen | quiet_bit(format);
}

/* Fused instructions prefer the second factor. */
float_bits float_choose_nan3(const struct float_format *format, float_bits a, float_bits b,
                             float_bits c) {
  bool is_nan = float_is_nan(format, a) || float_is_nan(format, b);
  if (is_invalid(format, a) || is_invalid(format, b)) return float_default_nan(format);
  float_bits chosen = is_nan ? float_choose_nan(format, b, a) : c;
  return float_choose_nan(format, chosen, c);
}

/* Rounding. */

unsigned float_wide_length(float_wide a) {
  for (unsigned word = 4; word-- > 0;) {
    uint64_t part = (uint64_t)(a >> (64 * word));
    if (part) return 64 * word + 64 - (unsigned)__builtin_clzll(part);
  }
  return 0;
}

/* Whether to round the magnitude up, given the lowest bit that stays, the highest that goes, and
   whether anything below that is not zero. */
static bool rounds_up(unsigned rounding, bool is_negative, bool is_odd, bool half, bool rest) {
  switch (rounding) {
  case FLOAT_DOWN: return is_negative && (half || rest);
  case FLOAT_UP: return !is_negative && (half || rest);
  case FLOAT_TO_ZERO: return false;
  case FLOAT_NEAREST_AWAY: return half;
  default: return half && (rest || is_odd);
  }
}

float_wide float_drop(unsigned rounding, const struct float_exact *exact, int count) {
  enum { WIDE = 256 };
  float_wide all = exact->significand;
  if (count <= 0) return all << -count;
  bool half = count <= WIDE && (all >> (count - 1) & 1) != 0;
  float_wide below = count - 1 >= WIDE ? all : all & (((float_wide)1 << (count - 1)) - 1);
  float_wide kept = count >= WIDE ? 0 : all >> count;
  bool up = rounds_up(rounding, exact->is_negative, (kept & 1) != 0, half,
                      below != 0 || exact->is_inexact);
  return kept + up;
}

static float_bits overflow(const struct float_format *format, unsigned rounding, bool is_negative) {
  bool is_infinite = rounding == FLOAT_DOWN      ? is_negative
                     : rounding == FLOAT_UP      ? !is_negative
                     : rounding == FLOAT_TO_ZERO ? false
                                                 : true;
  return is_infinite ? float_infinity(format, is_negative) : float_largest(format, is_negative);
}

float_bits float_round(const struct float_format *format, unsigned rounding,
                       struct float_exact exact) {
  if (exact.significand == 0) return float_zero(format, exact.is_negative);
  int precision = (int)format->precision, least = 2 - format->bias - precision;
  int lowest = exact.exponent + (int)float_wide_length(exact.significand) - precision;
  if (lowest < least) lowest = least;
  float_wide kept = float_drop(rounding, &exact, lowest - exact.exponent);
  if (float_wide_length(kept) > format->precision) {
    kept >>= 1;
    lowest++;
  }
  int field = lowest - least + 1;
  if (float_wide_length(kept) < format->precision) field = 0;
  if (field >= (int)float_top_exponent(format))
    return overflow(format, rounding, exact.is_negative);
  return pack(format, exact.is_negative, (unsigned)field, (uint64_t)kept);
}

/* Comparisons. */

/* -1, 0, 1, or 2 if one is a NaN. */
static int compare(unsigned width, float_bits a, float_bits b) {
  struct float_format format = float_format(width);
  struct float_parts x = float_unpack(&format, a), y = float_unpack(&format, b);
  if (x.class == FLOAT_CLASS_NAN || y.class == FLOAT_CLASS_NAN) return 2;
  float_bits left = a & ~sign_bit(&format, true), right = b & ~sign_bit(&format, true);
  /* An x87 number with the least exponent may have its leading bit set, which is the next one. */
  if (stores_leading_bit(&format) && left >> 63 == 1) left += (float_bits)1 << 64;
  if (stores_leading_bit(&format) && right >> 63 == 1) right += (float_bits)1 << 64;
  if (left == 0 && right == 0) return 0;
  if (x.is_negative != y.is_negative) return x.is_negative ? -1 : 1;
  if (left == right) return 0;
  return (left < right) != x.is_negative ? -1 : 1;
}

bool float_equal(unsigned width, float_bits a, float_bits b) { return compare(width, a, b) == 0; }
bool float_less(unsigned width, float_bits a, float_bits b) { return compare(width, a, b) == -1; }
bool float_less_equal(unsigned width, float_bits a, float_bits b) {
  return compare(width, a, b) <= 0;
}

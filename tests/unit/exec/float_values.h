/* Floating-point values as bits: the corners of each format, and arithmetic of halves
   that rounds by search instead of by a formula. */
#ifndef TESTS_FLOAT_VALUES_H
#define TESTS_FLOAT_VALUES_H

#include "../util/random.h"
#include "rig.h"

#include <math.h>

enum float_format { HALF, SINGLE, DOUBLE, EXTENDED, QUAD, FORMAT_COUNT };
static const unsigned float_widths[FORMAT_COUNT] = {16, 32, 64, 80, 128};
static const unsigned float_fraction_bits[FORMAT_COUNT] = {10, 23, 52, 63, 112};
static const unsigned float_exponent_bits[FORMAT_COUNT] = {5, 8, 11, 15, 15};

enum { FLOAT_MAX_VALUES = 64 };

/* For messages. */
#define HIGH(value) (unsigned long long)((value) >> 64)
#define LOW(value) (unsigned long long)(value)

struct float_parts {
  bool is_negative;
  uint64_t exponent, top; /* as stored, and its largest value */
  u128 fraction;          /* without the integer bit */
};

static inline struct float_parts float_split(enum float_format format, u128 bits) {
  unsigned width = float_widths[format], low = float_fraction_bits[format];
  unsigned exponent_at = width - 1 - float_exponent_bits[format];
  struct float_parts parts = {.is_negative = bits >> (width - 1) & 1,
                              .top = ((uint64_t)1 << float_exponent_bits[format]) - 1};
  parts.exponent = (uint64_t)(bits >> exponent_at) & parts.top;
  parts.fraction = bits & (((u128)1 << low) - 1);
  return parts;
}

static inline u128 float_join(enum float_format format, bool is_negative, uint64_t exponent,
                              u128 fraction) {
  unsigned width = float_widths[format];
  unsigned exponent_at = width - 1 - float_exponent_bits[format];
  u128 bits = (u128)is_negative << (width - 1) | (u128)exponent << exponent_at | fraction;
  if (format == EXTENDED && exponent != 0) bits |= (u128)1 << 63; /* the integer bit */
  return bits;
}

static inline bool float_is_nan(enum float_format format, u128 bits) {
  struct float_parts parts = float_split(format, bits);
  return parts.exponent == parts.top && parts.fraction != 0;
}

static inline bool float_is_quiet(enum float_format format, u128 bits) {
  return bits >> (float_fraction_bits[format] - 1) & 1;
}

/* The corners: zeros, the ends of the subnormals and of the normals, infinities, NaNs,
   numbers about one and about the last integers, halves between integers, and others. */
static inline unsigned float_list(enum float_format format, u128 *values) {
  unsigned low = float_fraction_bits[format], count = 0;
  uint64_t top = ((uint64_t)1 << float_exponent_bits[format]) - 1, bias = top / 2;
  u128 all = ((u128)1 << low) - 1, half = (u128)1 << (low - 1);
  const struct {
    uint64_t exponent;
    u128 fraction;
  } corners[] = {{0, 0},
                 {0, 1},
                 {0, all},
                 {0, half},
                 {1, 0},
                 {1, 1},
                 {top - 1, all},
                 {top, 0},
                 {top, half},
                 {top, half | 5},
                 {bias, 0},
                 {bias, 1},
                 {bias - 1, 0},
                 {bias - 1, all},
                 {bias, half},
                 {bias + 1, half / 2},
                 {bias + 1, half | half / 2},
                 {bias + low, 1},
                 {bias + low - 1, 1},
                 {bias + low - 1, 3},
                 {bias + 3, all / 3}};
  struct random random = {7};
  for (size_t i = 0; i < sizeof corners / sizeof *corners; i++)
    for (int is_negative = 0; is_negative < 2; is_negative++)
      values[count++] = float_join(format, is_negative, corners[i].exponent, corners[i].fraction);
  while (count < FLOAT_MAX_VALUES - 8) {
    u128 fraction = ((u128)random_next(&random) << 64 | random_next(&random)) & all;
    uint64_t exponent =
        count % 2 ? random_below(&random, top) : bias - 6 + random_below(&random, 12);
    values[count++] = float_join(format, random_chance(&random, 50), exponent, fraction);
  }
  return count;
}

#define FLOAT_BITS(name, type, size)                                                               \
  static inline type float_to_##name(u128 bits) {                                                  \
    type value = 0;                                                                                \
    memcpy(&value, &bits, size);                                                                   \
    return value;                                                                                  \
  }                                                                                                \
  static inline u128 float_of_##name(type value) {                                                 \
    u128 bits = 0;                                                                                 \
    memcpy(&bits, &value, size);                                                                   \
    return bits;                                                                                   \
  }
FLOAT_BITS(single, float, 4)
FLOAT_BITS(double, double, 8)
FLOAT_BITS(extended, long double, 10)
FLOAT_BITS(quad, __float128, 16)
#undef FLOAT_BITS

/* ---- halves ---- */

/* Any half is exact in a quadruple. */
static inline __float128 float_half_value(uint16_t bits) {
  struct float_parts parts = float_split(HALF, bits);
  __float128 value = (__float128)(uint64_t)parts.fraction;
  if (parts.exponent == parts.top)
    value = parts.fraction ? (__float128)__builtin_nan("") : (__float128)__builtin_inf();
  else if (parts.exponent == 0)
    value /= 16777216; /* 2^24 */
  else
    for (value = (value + 1024) / 33554432; parts.exponent > 0; parts.exponent--) value *= 2;
  return parts.is_negative ? -value : value;
}

/* The nearest half, the even one of two; found by halving the interval. */
static inline uint16_t float_nearest_half(__float128 value) {
  bool is_negative = __builtin_signbit((double)value) != 0;
  uint16_t sign = is_negative ? 0x8000 : 0;
  if (value != value) return 0x7e00;
  __float128 magnitude = is_negative ? -value : value;
  if (magnitude >= 65520) return sign | 0x7c00;
  uint16_t low = 0, high = 0x7c00; /* value of low <= magnitude < value of high */
  while (high - low > 1) {
    uint16_t middle = (uint16_t)((low + high) / 2);
    if (float_half_value(middle) <= magnitude)
      low = middle;
    else
      high = middle;
  }
  __float128 below = magnitude - float_half_value(low);
  __float128 above = (high == 0x7c00 ? (__float128)65536 : float_half_value(high)) - magnitude;
  bool is_up = above < below || (above == below && low % 2 == 1);
  return sign | (is_up ? high : low);
}

#endif

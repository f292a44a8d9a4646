/* IEEE 754 arithmetic on bits, exact for every format and rounding mode, independent of the host's
   floating point. Values are the bits of a number, in words from low to high as elsewhere in
   src/expr; the format follows from the width: 16, 32, 64, or 80 for x87 extended.

   NaNs are those of x86-64 processors, which is what the interpreter's concrete arithmetic gives:
   an operation on a NaN returns the first operand that is one, made quiet (x87: the one with the
   larger significand), an invalid operation the negative quiet NaN without payload. Formats below
   64 bits convert NaNs by keeping the high bits of the payload. An x87 number whose integer bit is
   0 although its exponent is not is invalid as an operand. */
#ifndef EXPR_SOFTFLOAT_H
#define EXPR_SOFTFLOAT_H

#include <stdbool.h>
#include <stdint.h>

/* Numbered as in the x87 control word, to which SMT-LIB's fifth mode is added. Other values of the
   three bits mean to nearest. */
enum float_rounding {
  FLOAT_NEAREST,
  FLOAT_DOWN,
  FLOAT_UP,
  FLOAT_TO_ZERO,
  FLOAT_NEAREST_AWAY, /* ties away from zero */
  FLOAT_ROUNDING_BITS = 3,
};

/* precision counts the leading bit, which x87 stores and the other formats do not. */
struct float_format {
  unsigned width, exponent_bits, precision, fraction_bits; /* fraction_bits: stored */
  int bias;
};

typedef unsigned __int128 float_bits;

enum { FLOAT_MAX_WIDTH = 80 };

static inline bool float_is_format(unsigned width) {
  return width == 16 || width == 32 || width == 64 || width == 80;
}
struct float_format float_format(unsigned width);
/* The largest exponent field: infinities and NaNs. */
static inline unsigned float_top_exponent(const struct float_format *format) {
  return (1u << format->exponent_bits) - 1;
}
float_bits float_infinity(const struct float_format *format, bool is_negative);
float_bits float_largest(const struct float_format *format, bool is_negative);
/* What invalid operations give. */
float_bits float_default_nan(const struct float_format *format);
bool float_is_nan(const struct float_format *format, float_bits a);
bool float_is_negative(const struct float_format *format, float_bits a);

float_bits float_add(unsigned width, unsigned rounding, float_bits a, float_bits b);
float_bits float_sub(unsigned width, unsigned rounding, float_bits a, float_bits b);
float_bits float_mul(unsigned width, unsigned rounding, float_bits a, float_bits b);
float_bits float_div(unsigned width, unsigned rounding, float_bits a, float_bits b);
/* C's fmod: the remainder of the division whose quotient is rounded to zero. */
float_bits float_rem(unsigned width, float_bits a, float_bits b);
float_bits float_fma(unsigned width, unsigned rounding, float_bits a, float_bits b, float_bits c);
float_bits float_sqrt(unsigned width, unsigned rounding, float_bits a);
/* To an integer of the same format. */
float_bits float_to_integral(unsigned width, unsigned rounding, float_bits a);
bool float_equal(unsigned width, float_bits a, float_bits b);
bool float_less(unsigned width, float_bits a, float_bits b);
bool float_less_equal(unsigned width, float_bits a, float_bits b);
float_bits float_convert(unsigned from, unsigned to, unsigned rounding, float_bits a);
/* A signed integer of `to` bits; out of range, and for a NaN, the least one. */
void float_to_signed(unsigned from, unsigned to, unsigned rounding, float_bits a, uint64_t *out);
float_bits float_from_signed(unsigned from, unsigned to, unsigned rounding, const uint64_t *words);

#endif

/* Numbers taken apart, and the one rounder; shared by the operations of src/expr/softfloat.h. */
#ifndef EXPR_SOFTFLOAT_PARTS_H
#define EXPR_SOFTFLOAT_PARTS_H

#include "expr/softfloat.h"

/* Wide enough for a product and an addend next to it, with room to spare. */
typedef unsigned _BitInt(256) float_wide;

enum float_class { FLOAT_CLASS_FINITE, FLOAT_CLASS_INFINITE, FLOAT_CLASS_NAN };

/* A finite number is significand * 2^exponent. */
struct float_parts {
  enum float_class class;
  bool is_negative;
  int exponent;
  uint64_t significand;
};

/* (significand + a little more if is_inexact) * 2^exponent. An inexact one must have at least two
   bits more than the format it is rounded to. */
struct float_exact {
  bool is_negative, is_inexact;
  int exponent;
  float_wide significand;
};

unsigned float_wide_length(float_wide a); /* bits up to the highest that is 1 */
struct float_parts float_unpack(const struct float_format *format, float_bits a);
/* The same with the highest bit at 63; not for 0. */
struct float_parts float_normalise(struct float_parts parts);
float_bits float_round(const struct float_format *format, unsigned rounding,
                       struct float_exact exact);
float_bits float_zero(const struct float_format *format, bool is_negative);
/* Drops the lowest bits of the significand and rounds. */
float_wide float_drop(unsigned rounding, const struct float_exact *exact, int count);
/* Of two or three operands, at least one of which is a NaN or invalid. */
float_bits float_choose_nan(const struct float_format *format, float_bits a, float_bits b);
float_bits float_choose_nan3(const struct float_format *format, float_bits a, float_bits b,
                             float_bits c);

#endif

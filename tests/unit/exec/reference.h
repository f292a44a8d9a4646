/* Integer operations as their definition says, in 128-bit arithmetic and slowly: signs
   and magnitudes apart, overflow by division, bits one by one. Nothing here looks like
   the handlers it is compared with. */
#ifndef TESTS_REFERENCE_H
#define TESTS_REFERENCE_H

#include "ir/ir.h"

#include <stdbool.h>

typedef unsigned __int128 u128;

static inline u128 reference_cut(u128 value, unsigned width) {
  return width >= 128 ? value : value % ((u128)1 << width);
}

static inline bool reference_is_negative(u128 value, unsigned width) {
  return value >= (u128)1 << (width - 1);
}

/* 2^width - value, in width bits. */
static inline u128 reference_negate(u128 value, unsigned width) {
  return reference_cut(~value + 1, width);
}

static inline u128 reference_magnitude(u128 value, unsigned width) {
  return reference_is_negative(value, width) ? reference_negate(value, width) : value;
}

static inline bool reference_bit(u128 value, unsigned number) { return (value >> number) % 2; }

static inline u128 reference_divide(u128 x, u128 y, unsigned width, bool is_remainder) {
  bool x_sign = reference_is_negative(x, width), y_sign = reference_is_negative(y, width);
  u128 a = reference_magnitude(x, width), b = reference_magnitude(y, width);
  u128 value = is_remainder ? a % b : a / b;
  bool is_negative = is_remainder ? x_sign : x_sign != y_sign;
  return is_negative ? reference_negate(value, width) : reference_cut(value, width);
}

static inline u128 reference_shift(unsigned op, u128 x, u128 amount, unsigned width) {
  if (amount >= width) return 0; /* where it is no error */
  u128 value = 0;
  for (unsigned i = 0; i < width; i++) {
    bool bit = false;
    unsigned by = (unsigned)amount;
    if (op == IR_SHL)
      bit = i >= by && reference_bit(x, i - by);
    else if (i + by < width)
      bit = reference_bit(x, i + by);
    else
      bit = op == IR_ASHR && reference_is_negative(x, width);
    if (bit) value |= (u128)1 << i;
  }
  return value;
}

static inline bool reference_less(u128 x, u128 y, unsigned width, bool is_signed) {
  bool x_sign = reference_is_negative(x, width), y_sign = reference_is_negative(y, width);
  if (is_signed && x_sign != y_sign) return x_sign;
  return x < y;
}

static inline bool reference_product_overflows(u128 x, u128 y, unsigned width, bool is_signed) {
  u128 largest = reference_cut(~(u128)0, width);
  if (!is_signed) return x != 0 && y > largest / x;
  bool is_negative = reference_is_negative(x, width) != reference_is_negative(y, width);
  u128 a = reference_magnitude(x, width), b = reference_magnitude(y, width);
  u128 limit = largest / 2 + (is_negative ? 1 : 0);
  if (width == 1) limit = is_negative ? 1 : 0;
  return a != 0 && b > limit / a;
}

/* Of an operation that does not fail on these operands. */
static inline u128 reference_binary(unsigned op, unsigned width, u128 x, u128 y) {
  switch (op) {
  case IR_ADD: return reference_cut(x + y, width);
  case IR_SUB: return reference_cut(x + reference_negate(y, width), width);
  case IR_MUL: return reference_cut(x * y, width);
  case IR_UDIV: return x / y;
  case IR_UREM: return x % y;
  case IR_SDIV: return reference_divide(x, y, width, false);
  case IR_SREM: return reference_divide(x, y, width, true);
  case IR_AND: return x & y;
  case IR_OR: return x | y;
  case IR_XOR: return x ^ y;
  case IR_SHL:
  case IR_LSHR:
  case IR_ASHR: return reference_shift(op, x, y, width);
  case IR_EQ: return x == y;
  case IR_NE: return x != y;
  case IR_ULT: return reference_less(x, y, width, false);
  case IR_ULE: return !reference_less(y, x, width, false);
  case IR_SLT: return reference_less(x, y, width, true);
  case IR_SLE: return !reference_less(y, x, width, true);
  case IR_UMULO: return reference_product_overflows(x, y, width, false);
  default: return reference_product_overflows(x, y, width, true);
  }
}

/* Does it fail, when shifts are checked? */
static inline bool reference_fails(unsigned op, unsigned width, u128 x, u128 y) {
  switch (op) {
  case IR_UDIV:
  case IR_UREM: return y == 0;
  case IR_SDIV:
  case IR_SREM:
    return y == 0 || (y == reference_cut(~(u128)0, width) && x == (u128)1 << (width - 1));
  case IR_SHL:
  case IR_LSHR:
  case IR_ASHR: return y >= width;
  default: return false;
  }
}

static inline u128 reference_unary(unsigned op, unsigned width, u128 x) {
  u128 value = 0;
  unsigned count = 0;
  switch (op) {
  case IR_MOV: return x;
  case IR_BSWAP:
    for (unsigned i = 0; i < width; i += 8) value |= (x >> i) % 256 << (width - 8 - i);
    return value;
  case IR_BITREV:
    for (unsigned i = 0; i < width; i++)
      if (reference_bit(x, i)) value |= (u128)1 << (width - 1 - i);
    return value;
  case IR_CTPOP:
    for (unsigned i = 0; i < width; i++) count += reference_bit(x, i);
    return count;
  case IR_CTLZ:
    while (count < width && !reference_bit(x, width - 1 - count)) count++;
    return count;
  default:
    while (count < width && !reference_bit(x, count)) count++;
    return count;
  }
}

static inline u128 reference_convert(unsigned op, unsigned from, unsigned to, u128 x) {
  if (op == IR_SEXT && reference_is_negative(x, from))
    for (unsigned i = from; i < to; i++) x |= (u128)1 << i;
  return reference_cut(x, to);
}

#endif

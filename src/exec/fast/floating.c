/* Floating point, computed concretely by the host's own arithmetic in each format: half, single,
   double, x87 extended and quadruple. Registers hold the bits of a value. Rounding mode and
   exception flags are the host's, see exec/floats.h. */
#include "exec/fast/fast.h"
#include "exec/machine.h"
#include "ir/ir.h"

#include <math.h>
#include <string.h>

typedef unsigned __int128 u128;
typedef __int128 i128;
typedef _Float16 f16;
typedef float f32;
typedef double f64;
typedef long double f80;
typedef __float128 f128;

#define NARROW_ACCESS(type, bits)                                                                  \
  static inline type get_##type(const uint64_t *slot) {                                            \
    uint##bits##_t raw = (uint##bits##_t) * slot;                                                  \
    type value;                                                                                    \
    memcpy(&value, &raw, sizeof value);                                                            \
    return value;                                                                                  \
  }                                                                                                \
  static inline void set_##type(uint64_t *slot, type value) {                                      \
    uint##bits##_t raw;                                                                            \
    memcpy(&raw, &value, sizeof value);                                                            \
    *slot = raw;                                                                                   \
  }
NARROW_ACCESS(f16, 16)
NARROW_ACCESS(f32, 32)
NARROW_ACCESS(f64, 64)

static inline f80 get_f80(const uint64_t *slot) {
  f80 value = 0;
  memcpy(&value, slot, 10);
  return value;
}
static inline void set_f80(uint64_t *slot, f80 value) {
  slot[1] = 0;
  memcpy(slot, &value, 10);
}
static inline f128 get_f128(const uint64_t *slot) {
  f128 value;
  memcpy(&value, slot, 16);
  return value;
}
static inline void set_f128(uint64_t *slot, f128 value) { memcpy(slot, &value, 16); }

/* Half is computed in single, which is wide enough for one rounding to be exact. Quadruple has
   no library here: operations that need one, beyond + - * /, are done on bits or rejected by the
   translator (a NULL in the table). */

#define BINARY_OP(name, type, expression)                                                          \
  static HANDLER(name##_##type) {                                                                  \
    type x = get_##type(r + op->a), y = get_##type(r + op->b);                                     \
    set_##type(r + op->dst, (type)(expression));                                                   \
    NEXT;                                                                                          \
  }
#define BINARY_ALL(name, expression)                                                               \
  BINARY_OP(name, f16, expression)                                                                 \
  BINARY_OP(name, f32, expression)                                                                 \
  BINARY_OP(name, f64, expression)                                                                 \
  BINARY_OP(name, f80, expression)                                                                 \
  BINARY_OP(name, f128, expression)
BINARY_ALL(fadd, x + y)
BINARY_ALL(fsub, x - y)
BINARY_ALL(fmul, x *y)
BINARY_ALL(fdiv, x / y)

#define LIBRARY_BINARY(name, function)                                                             \
  BINARY_OP(name, f16, (function##f)(x, y))                                                        \
  BINARY_OP(name, f32, (function##f)(x, y))                                                        \
  BINARY_OP(name, f64, (function)(x, y))                                                           \
  BINARY_OP(name, f80, (function##l)(x, y))
LIBRARY_BINARY(frem, fmod)
LIBRARY_BINARY(fminnum, fmin)
LIBRARY_BINARY(fmaxnum, fmax)

/* minimum and maximum: a NaN wins, and -0 is below +0. */
#define PICK(type, is_smaller)                                                                     \
  static inline type pick_##is_smaller##_##type(type x, type y) {                                  \
    if (x != x) return x;                                                                          \
    if (y != y) return y;                                                                          \
    if (x == y) return __builtin_signbit((f80)x) == is_smaller ? x : y;                            \
    return (x < y) == is_smaller ? x : y;                                                          \
  }
#define PICK_ALL(type) PICK(type, 0) PICK(type, 1)
PICK_ALL(f16)
PICK_ALL(f32)
PICK_ALL(f64)
PICK_ALL(f80)
#define PICK_OPS(type)                                                                             \
  BINARY_OP(fminimum, type, pick_1_##type(x, y))                                                   \
  BINARY_OP(fmaximum, type, pick_0_##type(x, y))
PICK_OPS(f16)
PICK_OPS(f32)
PICK_OPS(f64)
PICK_OPS(f80)

#define UNARY_OP(name, type, expression)                                                           \
  static HANDLER(name##_##type) {                                                                  \
    type x = get_##type(r + op->a);                                                                \
    set_##type(r + op->dst, (type)(expression));                                                   \
    NEXT;                                                                                          \
  }
#define LIBRARY_UNARY(name, function)                                                              \
  UNARY_OP(name, f16, (function##f)(x))                                                            \
  UNARY_OP(name, f32, (function##f)(x))                                                            \
  UNARY_OP(name, f64, (function)(x))                                                               \
  UNARY_OP(name, f80, (function##l)(x))
LIBRARY_UNARY(fsqrt, sqrt)
LIBRARY_UNARY(ffloor, floor)
LIBRARY_UNARY(fceil, ceil)
LIBRARY_UNARY(ftrunc, trunc)
LIBRARY_UNARY(frint, rint)
LIBRARY_UNARY(fround, round)
LIBRARY_UNARY(froundeven, __builtin_roundeven)

/* Sign operations work on the bits, so that a NaN keeps its payload. */
#define SIGN_WORD(width) ((width) > 64)
#define SIGN_BIT(width) ((uint64_t)1 << (((width) - 1) & 63))
#define SIGN_OPS(type, width)                                                                      \
  static HANDLER(fneg_##type) {                                                                    \
    if (SIGN_WORD(width)) r[op->dst] = r[op->a];                                                   \
    r[op->dst + SIGN_WORD(width)] = r[op->a + SIGN_WORD(width)] ^ SIGN_BIT(width);                 \
    NEXT;                                                                                          \
  }                                                                                                \
  static HANDLER(fabs_##type) {                                                                    \
    if (SIGN_WORD(width)) r[op->dst] = r[op->a];                                                   \
    r[op->dst + SIGN_WORD(width)] = r[op->a + SIGN_WORD(width)] & ~SIGN_BIT(width);                \
    NEXT;                                                                                          \
  }                                                                                                \
  static HANDLER(fcopysign_##type) {                                                               \
    uint64_t sign = r[op->b + SIGN_WORD(width)] & SIGN_BIT(width);                                 \
    if (SIGN_WORD(width)) r[op->dst] = r[op->a];                                                   \
    r[op->dst + SIGN_WORD(width)] = (r[op->a + SIGN_WORD(width)] & ~SIGN_BIT(width)) | sign;       \
    NEXT;                                                                                          \
  }
SIGN_OPS(f16, 16)
SIGN_OPS(f32, 32)
SIGN_OPS(f64, 64)
SIGN_OPS(f80, 80)
SIGN_OPS(f128, 128)

#define FMA_OP(type, expression)                                                                   \
  static HANDLER(fma_##type) {                                                                     \
    type x = get_##type(r + op->a), y = get_##type(r + op->b), z = get_##type(r + op->c);          \
    set_##type(r + op->dst, (type)(expression));                                                   \
    NEXT;                                                                                          \
  }
FMA_OP(f16, fma(x, y, z))
FMA_OP(f32, fmaf(x, y, z))
FMA_OP(f64, fma(x, y, z))
FMA_OP(f80, fmal(x, y, z))

#define FCMP_OP(type)                                                                              \
  static HANDLER(fcmp_##type) {                                                                    \
    type x = get_##type(r + op->a), y = get_##type(r + op->b);                                     \
    unsigned relation = x < y    ? IR_FCMP_LESS                                                    \
                        : x > y  ? IR_FCMP_GREATER                                                 \
                        : x == y ? IR_FCMP_EQUAL                                                   \
                                 : IR_FCMP_UNORDERED;                                              \
    r[op->dst] = (relation & op->c) != 0;                                                          \
    NEXT;                                                                                          \
  }
FCMP_OP(f16)
FCMP_OP(f32)
FCMP_OP(f64)
FCMP_OP(f80)
FCMP_OP(f128)

/* Class bits of llvm.is.fpclass: 0 signalling NaN, 1 quiet NaN, 2 -inf, 3 -normal,
   4 -subnormal, 5 -0, 6 +0, 7 +subnormal, 8 +normal, 9 +inf. */
static unsigned class_bit(bool is_negative, uint64_t exponent, uint64_t max_exponent,
                          bool is_fraction_zero, bool is_quiet) {
  if (exponent == max_exponent && !is_fraction_zero) return is_quiet ? 1 : 0;
  unsigned magnitude = exponent == max_exponent ? 0 : exponent != 0 ? 1 : is_fraction_zero ? 3 : 2;
  return is_negative ? 2 + magnitude : 9 - magnitude;
}
#define FCLASS_OP(type, exponent_bits, fraction_bits)                                              \
  static HANDLER(fclass_##type) {                                                                  \
    uint64_t x = r[op->a];                                                                         \
    uint64_t top = ((uint64_t)1 << (exponent_bits)) - 1;                                           \
    uint64_t fraction = x & (((uint64_t)1 << (fraction_bits)) - 1);                                \
    unsigned bit =                                                                                 \
        class_bit(x >> ((exponent_bits) + (fraction_bits)) & 1, x >> (fraction_bits) & top, top,   \
                  fraction == 0, fraction >> ((fraction_bits) - 1) & 1);                           \
    r[op->dst] = op->c >> bit & 1;                                                                 \
    NEXT;                                                                                          \
  }
FCLASS_OP(f16, 5, 10)
FCLASS_OP(f32, 8, 23)
FCLASS_OP(f64, 11, 52)
static HANDLER(fclass_f80) {
  uint64_t mantissa = r[op->a], high = r[op->a + 1], fraction = mantissa & (UINT64_MAX >> 1);
  unsigned bit =
      class_bit(high >> 15 & 1, high & 0x7fff, 0x7fff, fraction == 0, fraction >> 62 & 1);
  r[op->dst] = op->c >> bit & 1;
  NEXT;
}
static HANDLER(fclass_f128) {
  uint64_t low = r[op->a], high = r[op->a + 1], fraction = high & (UINT64_MAX >> 16);
  unsigned bit =
      class_bit(high >> 63, high >> 48 & 0x7fff, 0x7fff, (fraction | low) == 0, fraction >> 47 & 1);
  r[op->dst] = op->c >> bit & 1;
  NEXT;
}

#define ROW_5(name) {name##_f16, name##_f32, name##_f64, name##_f80, name##_f128}
#define ROW_4(name) {name##_f16, name##_f32, name##_f64, name##_f80, 0}
op_handler *const fast_float_ops[IR_OPCODE_COUNT][FAST_FLOAT_COUNT] = {
    [IR_FADD] = ROW_5(fadd),         [IR_FSUB] = ROW_5(fsub),
    [IR_FMUL] = ROW_5(fmul),         [IR_FDIV] = ROW_5(fdiv),
    [IR_FREM] = ROW_4(frem),         [IR_FCOPYSIGN] = ROW_5(fcopysign),
    [IR_FMINNUM] = ROW_4(fminnum),   [IR_FMAXNUM] = ROW_4(fmaxnum),
    [IR_FMINIMUM] = ROW_4(fminimum), [IR_FMAXIMUM] = ROW_4(fmaximum),
    [IR_FCMP] = ROW_5(fcmp),         [IR_FNEG] = ROW_5(fneg),
    [IR_FABS] = ROW_5(fabs),         [IR_FSQRT] = ROW_4(fsqrt),
    [IR_FFLOOR] = ROW_4(ffloor),     [IR_FCEIL] = ROW_4(fceil),
    [IR_FTRUNC] = ROW_4(ftrunc),     [IR_FRINT] = ROW_4(frint),
    [IR_FROUND] = ROW_4(fround),     [IR_FROUNDEVEN] = ROW_4(froundeven),
    [IR_FCLASS] = ROW_5(fclass),     [IR_FMA] = ROW_4(fma),
};

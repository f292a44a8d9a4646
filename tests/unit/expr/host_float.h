/* Floating-point operations as the processor and the C library do them, on bits: what
   expr/softfloat.h is compared with. Half is computed in single or double, wide enough for one
   rounding to be exact. The four rounding modes of the processor only. */
#ifndef TEST_EXPR_HOST_FLOAT_H
#define TEST_EXPR_HOST_FLOAT_H

#include "expr/softfloat.h"

#include <fenv.h>
#include <math.h>
#include <string.h>

enum host_operation {
  HOST_ADD,
  HOST_SUB,
  HOST_MUL,
  HOST_DIV,
  HOST_REM,
  HOST_FMA,
  HOST_SQRT,
  HOST_RINT,
  HOST_OPERATIONS
};

static inline void host_set_rounding(unsigned rounding) {
  static const int modes[] = {FE_TONEAREST, FE_DOWNWARD, FE_UPWARD, FE_TOWARDZERO};
  fesetround(modes[rounding]);
}

#define HOST_FORMAT(type, name, bytes)                                                             \
  static inline type host_get_##name(float_bits bits) {                                            \
    type value = 0;                                                                                \
    memcpy(&value, &bits, bytes);                                                                  \
    return value;                                                                                  \
  }                                                                                                \
  static inline float_bits host_bits_##name(type value) {                                          \
    float_bits bits = 0;                                                                           \
    memcpy(&bits, &value, bytes);                                                                  \
    return bits;                                                                                   \
  }
HOST_FORMAT(_Float16, f16, 2)
HOST_FORMAT(float, f32, 4)
HOST_FORMAT(double, f64, 8)
HOST_FORMAT(long double, f80, 10)

/* Volatile, so that the compiler moves nothing across a change of the rounding mode. */
#define HOST_OPERATION(type, name, suffix, fma_name)                                               \
  static inline float_bits host_operation_##name(enum host_operation operation, float_bits a,      \
                                                 float_bits b, float_bits c) {                     \
    volatile type x = host_get_##name(a), y = host_get_##name(b), z = host_get_##name(c), r;       \
    switch (operation) {                                                                           \
    case HOST_ADD: r = x + y; break;                                                               \
    case HOST_SUB: r = x - y; break;                                                               \
    case HOST_MUL: r = x * y; break;                                                               \
    case HOST_DIV: r = x / y; break;                                                               \
    case HOST_REM: r = (type)fmod##suffix(x, y); break;                                            \
    case HOST_FMA: r = (type)fma_name(x, y, z); break;                                             \
    case HOST_SQRT: r = (type)sqrt##suffix(x); break;                                              \
    default: r = (type)rint##suffix(x); break;                                                     \
    }                                                                                              \
    return host_bits_##name(r);                                                                    \
  }
HOST_OPERATION(_Float16, f16, f, fma)
HOST_OPERATION(float, f32, f, fmaf)
HOST_OPERATION(double, f64, , fma)
HOST_OPERATION(long double, f80, l, fmal)

static inline float_bits host_run(enum host_operation operation, unsigned width, unsigned rounding,
                                  float_bits a, float_bits b, float_bits c) {
  float_bits result;
  host_set_rounding(rounding);
  switch (width) {
  case 16: result = host_operation_f16(operation, a, b, c); break;
  case 32: result = host_operation_f32(operation, a, b, c); break;
  case 64: result = host_operation_f64(operation, a, b, c); break;
  default: result = host_operation_f80(operation, a, b, c); break;
  }
  host_set_rounding(FLOAT_NEAREST);
  return result;
}

static inline float_bits soft_run(enum host_operation operation, unsigned width, unsigned rounding,
                                  float_bits a, float_bits b, float_bits c) {
  switch (operation) {
  case HOST_ADD: return float_add(width, rounding, a, b);
  case HOST_SUB: return float_sub(width, rounding, a, b);
  case HOST_MUL: return float_mul(width, rounding, a, b);
  case HOST_DIV: return float_div(width, rounding, a, b);
  case HOST_REM: return float_rem(width, a, b);
  case HOST_FMA: return float_fma(width, rounding, a, b, c);
  case HOST_SQRT: return float_sqrt(width, rounding, a);
  default: return float_to_integral(width, rounding, a);
  }
}

/* -1 less, 0 equal, 1 greater, 2 unordered. */
static inline int host_compare(unsigned width, float_bits a, float_bits b) {
  volatile long double x, y;
  switch (width) {
  case 16: x = host_get_f16(a), y = host_get_f16(b); break;
  case 32: x = host_get_f32(a), y = host_get_f32(b); break;
  case 64: x = host_get_f64(a), y = host_get_f64(b); break;
  default: x = host_get_f80(a), y = host_get_f80(b); break;
  }
  return x < y ? -1 : x > y ? 1 : x == y ? 0 : 2;
}

#define HOST_CONVERT_TO(value)                                                                     \
  (to == 16   ? host_bits_f16((_Float16)(value))                                                   \
   : to == 32 ? host_bits_f32((float)(value))                                                      \
   : to == 64 ? host_bits_f64((double)(value))                                                     \
              : host_bits_f80((long double)(value)))
static inline float_bits host_convert(unsigned from, unsigned to, unsigned rounding, float_bits a) {
  host_set_rounding(rounding);
  float_bits result;
  switch (from) {
  case 16: {
    volatile _Float16 x = host_get_f16(a);
    result = HOST_CONVERT_TO(x);
    break;
  }
  case 32: {
    volatile float x = host_get_f32(a);
    result = HOST_CONVERT_TO(x);
    break;
  }
  case 64: {
    volatile double x = host_get_f64(a);
    result = HOST_CONVERT_TO(x);
    break;
  }
  default: {
    volatile long double x = host_get_f80(a);
    result = HOST_CONVERT_TO(x);
  }
  }
  host_set_rounding(FLOAT_NEAREST);
  return result;
}

/* By the rounding mode; 32 or 64 bits. Only instructions: lrint of the C library does the same. */
static inline uint64_t host_to_signed(unsigned from, unsigned to, unsigned rounding, float_bits a) {
  volatile double x = from == 16   ? (double)host_get_f16(a)
                      : from == 32 ? (double)host_get_f32(a)
                                   : host_get_f64(a);
  uint64_t result;
  host_set_rounding(rounding);
  if (to == 32) {
    int32_t narrow;
    __asm__ volatile("cvtsd2si %1, %0" : "=r"(narrow) : "x"(x));
    result = (uint32_t)narrow;
  } else {
    int64_t wide;
    if (from == 80)
      wide = llrintl(host_get_f80(a));
    else
      __asm__ volatile("cvtsd2si %1, %0" : "=r"(wide) : "x"(x));
    result = (uint64_t)wide;
  }
  host_set_rounding(FLOAT_NEAREST);
  return result;
}

static inline float_bits host_from_signed(unsigned to, unsigned rounding, int64_t value) {
  volatile int64_t x = value;
  host_set_rounding(rounding);
  float_bits result;
  if (to == 16) {
    volatile float middle = (float)x; /* only for values that a float represents */
    result = host_bits_f16((_Float16)middle);
  } else {
    result = HOST_CONVERT_TO(x);
  }
  host_set_rounding(FLOAT_NEAREST);
  return result;
}

/* Corner values as often as arbitrary ones; draw() gives 64 random bits. */
static inline float_bits host_pick(unsigned width, uint64_t (*draw)(void *context), void *context) {
  struct float_format format = float_format(width);
  uint64_t choice = draw(context), low = draw(context);
  float_bits sign = (float_bits)(choice >> 8 & 1) << (width - 1);
  unsigned top = float_top_exponent(&format), exponent = (unsigned)(choice >> 16) % (top + 1);
  if (choice >> 40 & 1) exponent = (unsigned)format.bias - 32 + (unsigned)(choice >> 48) % 65;
  if (width == 16) exponent = (unsigned)(choice >> 16) % (top + 1);
  uint64_t most =
      format.precision == 64 ? UINT64_MAX >> 1 : ((uint64_t)1 << (format.precision - 1)) - 1;
  uint64_t fraction = low & most;
  switch (choice % 16) {
  case 0: exponent = 0; break;
  case 1:
    exponent = 0;
    fraction = 0;
    break;
  case 2: exponent = top; break;
  case 3:
    exponent = top;
    fraction = 0;
    break;
  case 4: fraction = 0; break;
  case 5: fraction = most; break;
  case 6: fraction &= 7; break;
  case 7: fraction |= most & ~(uint64_t)7; break;
  case 8: fraction = most & ~(most >> (choice >> 56) % (format.precision - 1)); break;
  case 9: exponent = top - 1; break;
  case 10: exponent = 1 + (choice >> 56) % 2; break;
  default: break;
  }
  float_bits bits = (float_bits)exponent << format.fraction_bits | fraction;
  bool has_leading = exponent != 0;
  if (width == 80 && (choice >> 9) % 64 == 0) has_leading = !has_leading;
  if (width == 80 && has_leading) bits |= (uint64_t)1 << 63;
  return sign | bits;
}

#endif

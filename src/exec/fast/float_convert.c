/* Conversions between floating-point formats and integers. The format is tested at run time:
   conversions are rare enough. Out of range, the plain conversions give the results of x86-64
   code compiled by clang. */
#include "exec/error.h"
#include "exec/fast/fast.h"
#include "exec/machine.h"
#include "ir/ir.h"

#include <string.h>

typedef unsigned __int128 u128;
typedef __int128 i128;

/* A value, in the member of its format; width says which. */
struct number {
  unsigned width;
  _Float16 half;
  float single;
  double twice;
  long double extended;
  __float128 quad;
};

static struct number read_number(const uint64_t *slot, unsigned width) {
  struct number number = {.width = width};
  switch (width) {
  case 16: memcpy(&number.half, slot, 2); break;
  case 32: memcpy(&number.single, slot, 4); break;
  case 64: memcpy(&number.twice, slot, 8); break;
  case 80: memcpy(&number.extended, slot, 10); break;
  default: memcpy(&number.quad, slot, 16);
  }
  return number;
}

/* Applies a cast to the member in use. */
#define CAST(number, type)                                                                         \
  ((number).width == 16   ? (type)(number).half                                                    \
   : (number).width == 32 ? (type)(number).single                                                  \
   : (number).width == 64 ? (type)(number).twice                                                   \
   : (number).width == 80 ? (type)(number).extended                                                \
                          : (type)(number).quad)

#define STORE_AS(type, size, value)                                                                \
  do {                                                                                             \
    type converted = (type)(value);                                                                \
    memcpy(slot, &converted, size);                                                                \
  } while (0)

static void write_format(uint64_t *slot, unsigned width, const struct number *number) {
  slot[0] = 0;
  if (width > 64) slot[1] = 0;
  switch (width) {
  case 16: STORE_AS(_Float16, 2, CAST(*number, _Float16)); break;
  case 32: STORE_AS(float, 4, CAST(*number, float)); break;
  case 64: STORE_AS(double, 8, CAST(*number, double)); break;
  case 80: STORE_AS(long double, 10, CAST(*number, long double)); break;
  default: STORE_AS(__float128, 16, CAST(*number, __float128));
  }
}

static u128 read_integer(const uint64_t *slot, unsigned width, bool is_signed) {
  u128 value = width > 64 ? (u128)slot[1] << 64 | slot[0] : slot[0];
  if (!is_signed) return value;
  return (u128)((i128)(value << (128 - width)) >> (128 - width));
}

static void write_integer(uint64_t *slot, unsigned width, u128 value) {
  slot[0] = (uint64_t)value & ir_mask(width);
  if (width > 64) slot[1] = (uint64_t)(value >> 64) & ir_mask(width - 64);
}

static void integer_to_float(uint64_t *slot, unsigned width, u128 value, bool is_signed) {
  slot[0] = 0;
  if (width > 64) slot[1] = 0;
  switch (width) {
  case 16: STORE_AS(_Float16, 2, is_signed ? (float)(i128)value : (float)value); break;
  case 32: STORE_AS(float, 4, is_signed ? (float)(i128)value : (float)value); break;
  case 64: STORE_AS(double, 8, is_signed ? (double)(i128)value : (double)value); break;
  case 80:
    STORE_AS(long double, 10, is_signed ? (long double)(i128)value : (long double)value);
    break;
  default: STORE_AS(__float128, 16, is_signed ? (__float128)(i128)value : (__float128)value);
  }
}

/* A cast that is out of range is deliberately left to the processor. */
#define OUT_OF_RANGE_IS_MEANT __attribute__((no_sanitize("float-cast-overflow")))

/* clang converts through the next wider signed register if there is one; from x87 extended to 16
   bits and less there is none. */
OUT_OF_RANGE_IS_MEANT
static u128 float_to_integer(const struct number *number, unsigned width, bool is_signed) {
  if (width > 64) return is_signed ? (u128)CAST(*number, i128) : CAST(*number, u128);
  if (width == 64 && !is_signed) return CAST(*number, uint64_t);
  if (width > 32 || (width == 32 && !is_signed)) return (u128)(i128)CAST(*number, int64_t);
  if (width == 16 && is_signed) return (u128)(i128)CAST(*number, int16_t);
  if (width == 8 && is_signed) return (u128)(i128)CAST(*number, int8_t);
  return (u128)(i128)CAST(*number, int32_t);
}

/* Saturating: NaN gives 0, a value out of range the nearest bound. */
static u128 float_to_integer_saturated(const struct number *number, unsigned width,
                                       bool is_signed) {
  __float128 value = CAST(*number, __float128);
  if (value != value) return 0;
  __float128 bound = 1;
  for (unsigned i = 0; i < width - is_signed; i++) bound *= 2;
  u128 all = width == 128 ? ~(u128)0 : ((u128)1 << width) - 1;
  u128 largest = is_signed ? all >> 1 : all;
  if (value >= bound) return largest;
  if (is_signed) return value <= -bound ? ~largest : (u128)(i128)value;
  return value <= 0 ? 0 : (u128)value;
}

static void convert(const struct op *op, uint64_t *r, enum ir_opcode kind) {
  uint64_t *to = r + op->dst;
  const uint64_t *from = r + op->a;
  if (kind == IR_SITOFP || kind == IR_UITOFP) {
    bool is_signed = kind == IR_SITOFP;
    integer_to_float(to, op->c, read_integer(from, op->b, is_signed), is_signed);
    return;
  }
  struct number number = read_number(from, op->b);
  switch (kind) {
  case IR_FCONV: write_format(to, op->c, &number); break;
  case IR_FPTOSI: write_integer(to, op->c, float_to_integer(&number, op->c, true)); break;
  case IR_FPTOUI: write_integer(to, op->c, float_to_integer(&number, op->c, false)); break;
  case IR_FPTOSI_SAT:
    write_integer(to, op->c, float_to_integer_saturated(&number, op->c, true));
    break;
  default: write_integer(to, op->c, float_to_integer_saturated(&number, op->c, false));
  }
}

static HANDLER(fast_float_convert) {
  convert(op, r, (enum ir_opcode)op->imm);
  NEXT;
}

/* Whether the number, without its fraction, is a value of the integer type. */
static bool is_in_range(const struct number *number, unsigned width, bool is_signed) {
  __float128 value = CAST(*number, __float128), bound = 1;
  for (unsigned i = 0; i < width - is_signed; i++) bound *= 2;
  if (!is_signed) return value > -1 && value < bound;
  /* The format cannot represent the least number of 128 bits minus 1: the next one below is much
     less. */
  return value < bound && (width <= 64 ? value > -bound - 1 : value >= -bound);
}

HANDLER(fast_checked_float_convert) {
  enum ir_opcode kind = (enum ir_opcode)op->imm;
  bool is_signed = kind == IR_FPTOSI;
  struct number number = read_number(r + op->a, op->b);
  if (UNLIKELY(!is_in_range(&number, op->c, is_signed))) {
    m->stopped_at = op;
    error_raise(m, ERROR_OVERFLOW,
                "%Lg is outside the range of representable values of %s %u-bit integers",
                CAST(number, long double), is_signed ? "signed" : "unsigned", op->c);
    TAIL(fast_stop);
  }
  convert(op, r, kind);
  NEXT;
}

/* The conversions that are frequent in ordinary code. */
static HANDLER(si32_to_f64) {
  double value = (int32_t)r[op->a];
  memcpy(r + op->dst, &value, 8);
  NEXT;
}
static HANDLER(si64_to_f64) {
  double value = (double)(int64_t)r[op->a];
  memcpy(r + op->dst, &value, 8);
  NEXT;
}
OUT_OF_RANGE_IS_MEANT
static HANDLER(f64_to_si32) {
  double value;
  memcpy(&value, r + op->a, 8);
  r[op->dst] = (uint32_t)(int32_t)value;
  NEXT;
}
OUT_OF_RANGE_IS_MEANT
static HANDLER(f64_to_si64) {
  double value;
  memcpy(&value, r + op->a, 8);
  r[op->dst] = (uint64_t)(int64_t)value;
  NEXT;
}
static HANDLER(f32_to_f64) {
  float narrow;
  memcpy(&narrow, r + op->a, 4);
  double value = narrow;
  memcpy(r + op->dst, &value, 8);
  NEXT;
}
static HANDLER(f64_to_f32) {
  double wide;
  memcpy(&wide, r + op->a, 8);
  float value = (float)wide;
  uint32_t bits;
  memcpy(&bits, &value, 4);
  r[op->dst] = bits;
  NEXT;
}

op_handler *fast_find_float_convert(enum ir_opcode kind, unsigned from, unsigned to) {
  if (kind == IR_SITOFP && to == 64 && from == 32) return si32_to_f64;
  if (kind == IR_SITOFP && to == 64 && from == 64) return si64_to_f64;
  if (kind == IR_FPTOSI && from == 64 && to == 32) return f64_to_si32;
  if (kind == IR_FPTOSI && from == 64 && to == 64) return f64_to_si64;
  if (kind == IR_FCONV && from == 32 && to == 64) return f32_to_f64;
  if (kind == IR_FCONV && from == 64 && to == 32) return f64_to_f32;
  return fast_float_convert;
}

/* Integer arithmetic, comparison, and fused compare-and-branch.

   A value of w bits is held zero-extended, so and, or, xor, equality and unsigned comparison do
   not depend on the width: the 64-bit handler serves all. Division by zero, INT_MIN / -1 and
   oversized shifts are errors of the program. */
#include "exec/fast/fast.h"
#include "exec/machine.h"
#include "exec/translate/code.h"
#include "ir/ir.h"

typedef unsigned __int128 u128;
typedef __int128 i128;

#define MASK(width) ir_mask(width)
#define WIDTH (op->c & 0xff)
#define IS_CHECKED (op->c >> 8 & IR_CHECKED)

static inline int64_t signed_n(uint64_t value, unsigned width) {
  return (int64_t)(value << (64 - width)) >> (64 - width);
}

/* Two handlers for an operation at a width, with operands x and y of type uint64_t. */
#define BINARY(name, suffix, body)                                                                 \
  static HANDLER(name##_##suffix##_rr) {                                                           \
    uint64_t x = r[op->a], y = r[op->b];                                                           \
    body;                                                                                          \
    NEXT;                                                                                          \
  }                                                                                                \
  static HANDLER(name##_##suffix##_ri) {                                                           \
    uint64_t x = r[op->a], y = op->imm;                                                            \
    body;                                                                                          \
    NEXT;                                                                                          \
  }

/* Results that must be truncated to the width. */
#define MODULAR(name, operator)                                                                    \
  BINARY(name, 8, r[op->dst] = (uint8_t)(x operator y))                                            \
  BINARY(name, 16, r[op->dst] = (uint16_t)(x operator y))                                          \
  BINARY(name, 32, r[op->dst] = (uint32_t)(x operator y))                                          \
  BINARY(name, 64, r[op->dst] = x operator y)                                                      \
  BINARY(name, n, r[op->dst] = (x operator y) & MASK(WIDTH))
MODULAR(add, +)
MODULAR(sub, -)
MODULAR(mul, *)

/* A signed sum, difference or product whose overflow is an error. Wide ones are left to the
   symbolic interpreter. */
static bool overflows(unsigned kind, unsigned width, uint64_t x, uint64_t y, uint64_t *result) {
  int64_t a = signed_n(x, width), b = signed_n(y, width), exact;
  bool is_over = kind == IR_ADD   ? __builtin_add_overflow(a, b, &exact)
                 : kind == IR_SUB ? __builtin_sub_overflow(a, b, &exact)
                                  : __builtin_mul_overflow(a, b, &exact);
  *result = (uint64_t)exact & MASK(width);
  return is_over || signed_n(*result, width) != exact;
}

HANDLER(fast_checked_sum) {
  uint64_t result;
  if (UNLIKELY(WIDTH > 64) || UNLIKELY(overflows(op->c >> 8, WIDTH, r[op->a], r[op->b], &result))) {
    m->stopped_at = op;
    code_go_careful(m); /* it makes the message */
    TAIL(fast_stop);
  }
  r[op->dst] = result;
  NEXT;
}

BINARY(and, 64, r[op->dst] = x & y)
BINARY(or, 64, r[op->dst] = x | y)
BINARY(xor, 64, r[op->dst] = x ^ y)

/* An oversized amount is an error if the source was not optimised; else the result is 0. */
#define SHIFT(name, suffix, width, good)                                                           \
  BINARY(                                                                                          \
      name, suffix, if (UNLIKELY(y >= (width))) {                                                  \
        if (IS_CHECKED) TAIL(fast_stop_overshift);                                                 \
        r[op->dst] = 0;                                                                            \
      } else r[op->dst] = (good))
SHIFT(shl, 8, 8u, (uint8_t)(x << y))
SHIFT(shl, 16, 16u, (uint16_t)(x << y))
SHIFT(shl, 32, 32u, (uint32_t)(x << y))
SHIFT(shl, 64, 64u, x << y)
SHIFT(shl, n, WIDTH, (x << y) & MASK(WIDTH))
SHIFT(lshr, 64, WIDTH, x >> y)
SHIFT(ashr, 8, 8u, (uint8_t)((int8_t)x >> y))
SHIFT(ashr, 16, 16u, (uint16_t)((int16_t)x >> y))
SHIFT(ashr, 32, 32u, (uint32_t)((int32_t)x >> y))
SHIFT(ashr, 64, 64u, (uint64_t)((int64_t)x >> y))
SHIFT(ashr, n, WIDTH, (uint64_t)(signed_n(x, WIDTH) >> y) & MASK(WIDTH))

#define UNSIGNED_DIVISION(name, suffix, type, operator)                                            \
  BINARY(name, suffix, if (UNLIKELY(y == 0)) TAIL(fast_stop_division_by_zero);                     \
         r[op->dst] = (type)x operator(type) y)
UNSIGNED_DIVISION(udiv, 32, uint32_t, /)
UNSIGNED_DIVISION(udiv, 64, uint64_t, /)
UNSIGNED_DIVISION(urem, 32, uint32_t, %)
UNSIGNED_DIVISION(urem, 64, uint64_t, %)

#define SIGNED_DIVISION(name, suffix, width, type, cast, operator)                                 \
  BINARY(name, suffix, if (UNLIKELY(y == 0)) TAIL(fast_stop_division_by_zero);                     \
         if (UNLIKELY(y == MASK(width) && x == (uint64_t)1 << ((width) - 1)))                      \
             TAIL(fast_stop_division_overflow);                                                    \
         r[op->dst] = (uint64_t)(cast(x) operator cast(y)) & MASK(width))
#define SIGNED_N(value) signed_n(value, WIDTH)
SIGNED_DIVISION(sdiv, 32, 32, int32_t, (int32_t), /)
SIGNED_DIVISION(sdiv, 64, 64, int64_t, (int64_t), /)
SIGNED_DIVISION(sdiv, n, WIDTH, int64_t, SIGNED_N, /)
SIGNED_DIVISION(srem, 32, 32, int32_t, (int32_t), %)
SIGNED_DIVISION(srem, 64, 64, int64_t, (int64_t), %)
SIGNED_DIVISION(srem, n, WIDTH, int64_t, SIGNED_N, %)

/* A comparison, and the branch that it decides. */
#define COMPARE(name, suffix, condition)                                                           \
  BINARY(name, suffix, r[op->dst] = (condition))                                                   \
  static HANDLER(branch_##name##_##suffix##_rr) {                                                  \
    uint64_t x = r[op->a], y = r[op->b];                                                           \
    const struct op *target = op + (int32_t)((condition) ? op->dst : op->c);                       \
    if (UNLIKELY((fuel -= op->count) < 0)) __attribute__                                           \
      ((musttail)) return fast_out_of_fuel(target, r, m, fuel);                                    \
    DISPATCH(target);                                                                              \
  }                                                                                                \
  static HANDLER(branch_##name##_##suffix##_ri) {                                                  \
    uint64_t x = r[op->a], y = op->imm;                                                            \
    const struct op *target = op + (int32_t)((condition) ? op->dst : op->c);                       \
    if (UNLIKELY((fuel -= op->b) < 0)) __attribute__                                               \
      ((musttail)) return fast_out_of_fuel(target, r, m, fuel);                                    \
    DISPATCH(target);                                                                              \
  }
COMPARE(eq, 64, x == y)
COMPARE(ne, 64, x != y)
COMPARE(ult, 64, x < y)
COMPARE(ule, 64, x <= y)
COMPARE(slt, 8, (int8_t)x < (int8_t)y)
COMPARE(slt, 16, (int16_t)x < (int16_t)y)
COMPARE(slt, 32, (int32_t)x < (int32_t)y)
COMPARE(slt, 64, (int64_t)x < (int64_t)y)
COMPARE(sle, 8, (int8_t)x <= (int8_t)y)
COMPARE(sle, 16, (int16_t)x <= (int16_t)y)
COMPARE(sle, 32, (int32_t)x <= (int32_t)y)
COMPARE(sle, 64, (int64_t)x <= (int64_t)y)
/* Other widths are compared but never fused: the branch has no field left for the width. */
BINARY(slt, n, r[op->dst] = signed_n(x, WIDTH) < signed_n(y, WIDTH))
BINARY(sle, n, r[op->dst] = signed_n(x, WIDTH) <= signed_n(y, WIDTH))

BINARY(umulo, n, r[op->dst] = ((u128)x * y) >> WIDTH != 0)
static bool product_overflows(int64_t x, int64_t y, unsigned width) {
  i128 product = (i128)x * y;
  i128 limit = (i128)1 << (width - 1);
  return product < -limit || product >= limit;
}
BINARY(smulo, n, r[op->dst] = product_overflows(signed_n(x, WIDTH), signed_n(y, WIDTH), WIDTH))

/* The same for 65 to 128 bits, registers only. */
static inline u128 get_wide(const uint64_t *slot) { return (u128)slot[1] << 64 | slot[0]; }
static inline void set_wide(uint64_t *slot, u128 value, unsigned width) {
  slot[0] = (uint64_t)value;
  slot[1] = (uint64_t)(value >> 64) & MASK(width - 64);
}
static inline i128 signed_wide(u128 value, unsigned width) {
  return (i128)(value << (128 - width)) >> (128 - width);
}

#define WIDE(name, body)                                                                           \
  static HANDLER(name##_wide) {                                                                    \
    u128 x = get_wide(r + op->a), y = get_wide(r + op->b);                                         \
    body;                                                                                          \
    NEXT;                                                                                          \
  }
#define SET_WIDE(value) set_wide(r + op->dst, (u128)(value), WIDTH)
#define SIGNED_WIDE(value) signed_wide(value, WIDTH)
WIDE(add, SET_WIDE(x + y))
WIDE(sub, SET_WIDE(x - y))
WIDE(mul, SET_WIDE(x *y))
WIDE(and, SET_WIDE(x &y))
WIDE(or, SET_WIDE(x | y))
WIDE(xor, SET_WIDE(x ^ y))
#define WIDE_SHIFT(name, good)                                                                     \
  WIDE(                                                                                            \
      name, if (UNLIKELY(y >= WIDTH)) {                                                            \
        if (IS_CHECKED) TAIL(fast_stop_overshift);                                                 \
        SET_WIDE(0);                                                                               \
      } else SET_WIDE(good))
WIDE_SHIFT(shl, x << (unsigned)y)
WIDE_SHIFT(lshr, x >> (unsigned)y)
WIDE_SHIFT(ashr, SIGNED_WIDE(x) >> (unsigned)y)
#define WIDE_DIVISION(name, is_signed, value)                                                      \
  WIDE(                                                                                            \
      name, if (UNLIKELY(y == 0)) TAIL(fast_stop_division_by_zero); if (is_signed) {               \
        if (UNLIKELY(SIGNED_WIDE(y) == -1 && x == (u128)1 << (WIDTH - 1)))                         \
          TAIL(fast_stop_division_overflow);                                                       \
      } SET_WIDE(value))
WIDE_DIVISION(udiv, 0, x / y)
WIDE_DIVISION(urem, 0, x % y)
WIDE_DIVISION(sdiv, 1, SIGNED_WIDE(x) / SIGNED_WIDE(y))
WIDE_DIVISION(srem, 1, SIGNED_WIDE(x) % SIGNED_WIDE(y))
WIDE(eq, r[op->dst] = x == y)
WIDE(ne, r[op->dst] = x != y)
WIDE(ult, r[op->dst] = x < y)
WIDE(ule, r[op->dst] = x <= y)
WIDE(slt, r[op->dst] = SIGNED_WIDE(x) < SIGNED_WIDE(y))
WIDE(sle, r[op->dst] = SIGNED_WIDE(x) <= SIGNED_WIDE(y))

static bool wide_unsigned_overflows(u128 x, u128 y, unsigned width) {
  u128 product;
  bool is_over = __builtin_mul_overflow(x, y, &product);
  return is_over || (width < 128 && product >> width != 0);
}
static bool wide_signed_overflows(i128 x, i128 y, unsigned width) {
  i128 product;
  bool is_over = __builtin_mul_overflow(x, y, &product);
  return is_over || signed_wide((u128)product, width) != product;
}
WIDE(umulo, r[op->dst] = wide_unsigned_overflows(x, y, WIDTH))
WIDE(smulo, r[op->dst] = wide_signed_overflows(SIGNED_WIDE(x), SIGNED_WIDE(y), WIDTH))

#define PAIR(name, suffix) {name##_##suffix##_rr, name##_##suffix##_ri}
#define ROW(name)                                                                                  \
  {PAIR(name, 8), PAIR(name, 16), PAIR(name, 32), PAIR(name, 64), PAIR(name, n), {name##_wide, 0}}
#define ROW_64(name)                                                                               \
  {PAIR(name, 64), PAIR(name, 64), PAIR(name, 64), PAIR(name, 64), PAIR(name, 64), {name##_wide, 0}}
#define ROW_UDIV(name)                                                                             \
  {PAIR(name, 32), PAIR(name, 32), PAIR(name, 32), PAIR(name, 64), PAIR(name, 64), {name##_wide, 0}}
#define ROW_SDIV(name)                                                                             \
  {PAIR(name, n), PAIR(name, n), PAIR(name, 32), PAIR(name, 64), PAIR(name, n), {name##_wide, 0}}
#define ROW_N(name)                                                                                \
  {PAIR(name, n), PAIR(name, n), PAIR(name, n), PAIR(name, n), PAIR(name, n), {name##_wide, 0}}
op_handler *const fast_binary[IR_OPCODE_COUNT][FAST_WIDTH_COUNT][FAST_FORM_COUNT] = {
    [IR_ADD] = ROW(add),        [IR_SUB] = ROW(sub),        [IR_MUL] = ROW(mul),
    [IR_UDIV] = ROW_UDIV(udiv), [IR_SDIV] = ROW_SDIV(sdiv), [IR_UREM] = ROW_UDIV(urem),
    [IR_SREM] = ROW_SDIV(srem), [IR_AND] = ROW_64(and),     [IR_OR] = ROW_64(or),
    [IR_XOR] = ROW_64(xor),     [IR_SHL] = ROW(shl),        [IR_LSHR] = ROW_64(lshr),
    [IR_ASHR] = ROW(ashr),      [IR_EQ] = ROW_64(eq),       [IR_NE] = ROW_64(ne),
    [IR_ULT] = ROW_64(ult),     [IR_ULE] = ROW_64(ule),     [IR_SLT] = ROW(slt),
    [IR_SLE] = ROW(sle),        [IR_UMULO] = ROW_N(umulo),  [IR_SMULO] = ROW_N(smulo),
};

#define BRANCH_ROW(name)                                                                           \
  {PAIR(branch_##name, 8), PAIR(branch_##name, 16), PAIR(branch_##name, 32),                       \
   PAIR(branch_##name, 64)}
#define BRANCH_ROW_64(name)                                                                        \
  {PAIR(branch_##name, 64), PAIR(branch_##name, 64), PAIR(branch_##name, 64),                      \
   PAIR(branch_##name, 64), PAIR(branch_##name, 64)}
op_handler *const fast_branch[IR_OPCODE_COUNT][FAST_WIDTH_COUNT][FAST_FORM_COUNT] = {
    [IR_EQ] = BRANCH_ROW_64(eq),   [IR_NE] = BRANCH_ROW_64(ne), [IR_ULT] = BRANCH_ROW_64(ult),
    [IR_ULE] = BRANCH_ROW_64(ule), [IR_SLT] = BRANCH_ROW(slt),  [IR_SLE] = BRANCH_ROW(sle),
};

/* ---- one operand ---- */

#define UNARY(name, suffix, value)                                                                 \
  static HANDLER(name##_##suffix) {                                                                \
    uint64_t x = r[op->a];                                                                         \
    r[op->dst] = (value);                                                                          \
    NEXT;                                                                                          \
  }
static uint64_t reversed_bits(uint64_t x, unsigned width) {
  return __builtin_bitreverse64(x) >> (64 - width);
}
UNARY(bswap, n, __builtin_bswap64(x) >> (64 - WIDTH))
UNARY(bitrev, n, reversed_bits(x, WIDTH))
UNARY(ctpop, n, (uint64_t)__builtin_popcountll(x))
UNARY(ctlz, n, x ? (uint64_t)__builtin_clzll(x) - (64 - WIDTH) : WIDTH)
UNARY(cttz, n, x ? (uint64_t)__builtin_ctzll(x) : WIDTH)

static HANDLER(bswap_wide) {
  u128 x = get_wide(r + op->a);
  u128 swapped =
      (u128)__builtin_bswap64((uint64_t)x) << 64 | __builtin_bswap64((uint64_t)(x >> 64));
  SET_WIDE(swapped >> (128 - WIDTH));
  NEXT;
}
static HANDLER(bitrev_wide) {
  u128 x = get_wide(r + op->a);
  u128 reversed =
      (u128)__builtin_bitreverse64((uint64_t)x) << 64 | __builtin_bitreverse64((uint64_t)(x >> 64));
  SET_WIDE(reversed >> (128 - WIDTH));
  NEXT;
}
static HANDLER(ctpop_wide) {
  u128 x = get_wide(r + op->a);
  SET_WIDE((u128)(__builtin_popcountll((uint64_t)x) + __builtin_popcountll((uint64_t)(x >> 64))));
  NEXT;
}
static HANDLER(ctlz_wide) {
  uint64_t low = r[op->a], high = r[op->a + 1];
  unsigned zeros = high  ? (unsigned)__builtin_clzll(high)
                   : low ? 64 + (unsigned)__builtin_clzll(low)
                         : 128;
  SET_WIDE((u128)(zeros - (128 - WIDTH)));
  NEXT;
}
static HANDLER(cttz_wide) {
  uint64_t low = r[op->a], high = r[op->a + 1];
  unsigned zeros = low    ? (unsigned)__builtin_ctzll(low)
                   : high ? 64 + (unsigned)__builtin_ctzll(high)
                          : WIDTH;
  SET_WIDE((u128)zeros);
  NEXT;
}

#define UNARY_ROW(name) {name##_n, name##_n, name##_n, name##_n, name##_n, name##_wide}
op_handler *const fast_unary[IR_OPCODE_COUNT][FAST_WIDTH_COUNT] = {
    [IR_MOV] = {fast_move, fast_move, fast_move, fast_move, fast_move, fast_move_wide},
    [IR_BSWAP] = UNARY_ROW(bswap),
    [IR_BITREV] = UNARY_ROW(bitrev),
    [IR_CTPOP] = UNARY_ROW(ctpop),
    [IR_CTLZ] = UNARY_ROW(ctlz),
    [IR_CTTZ] = UNARY_ROW(cttz),
};

/* ---- conversions: from op->b bits to WIDTH bits ---- */

UNARY(trunc, 8, (uint8_t)x)
UNARY(trunc, 16, (uint16_t)x)
UNARY(trunc, 32, (uint32_t)x)
UNARY(trunc, n, x &MASK(WIDTH))
static HANDLER(trunc_wide) {
  SET_WIDE(get_wide(r + op->a));
  NEXT;
}
static HANDLER(zext_wide) {
  SET_WIDE(op->b > 64 ? get_wide(r + op->a) : r[op->a]);
  NEXT;
}
static HANDLER(sext_n) {
  r[op->dst] = (uint64_t)signed_n(r[op->a], op->b) & MASK(WIDTH);
  NEXT;
}
static HANDLER(sext_64) {
  r[op->dst] = (uint64_t)signed_n(r[op->a], op->b);
  NEXT;
}
static HANDLER(sext_wide) {
  u128 x = op->b > 64 ? (u128)signed_wide(get_wide(r + op->a), op->b)
                      : (u128)(i128)signed_n(r[op->a], op->b);
  SET_WIDE(x);
  NEXT;
}
op_handler *const fast_convert[IR_OPCODE_COUNT][FAST_WIDTH_COUNT] = {
    [IR_TRUNC] = {trunc_8, trunc_16, trunc_32, fast_move, trunc_n, trunc_wide},
    [IR_ZEXT] = {fast_move, fast_move, fast_move, fast_move, fast_move, zext_wide},
    [IR_SEXT] = {sext_n, sext_n, sext_n, sext_64, sext_n, sext_wide},
};

/* ---- moves and select ---- */

HANDLER(fast_move) {
  r[op->dst] = r[op->a];
  NEXT;
}
HANDLER(fast_move_wide) {
  r[op->dst] = r[op->a];
  r[op->dst + 1] = r[op->a + 1];
  NEXT;
}
HANDLER(fast_const) {
  r[op->dst] = op->imm;
  NEXT;
}
HANDLER(fast_select) {
  r[op->dst] = r[op->a] ? r[op->b] : r[op->c];
  NEXT;
}
HANDLER(fast_select_wide) {
  uint32_t from = r[op->a] ? op->b : op->c;
  uint64_t low = r[from], high = r[from + 1];
  r[op->dst] = low;
  r[op->dst + 1] = high;
  NEXT;
}

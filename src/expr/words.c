/* The meaning of the operators on constants of any width.

   Schoolbook arithmetic: constants wider than 128 bits are rare, so only 64 bits and less are
   optimised, as machine operations. Division is by shift and subtract, one bit at a time. */
#include "expr/words.h"

#include "expr/node.h"

#include <string.h>

static uint64_t negate_value(uint64_t mask, uint64_t a) { return (0 - a) & mask; }

static uint64_t divide_signed(enum expr_kind kind, unsigned width, uint64_t a, uint64_t b) {
  uint64_t mask = value_mask(width);
  bool a_negative = a >> (width - 1) & 1, b_negative = b >> (width - 1) & 1;
  uint64_t a_size = a_negative ? negate_value(mask, a) : a;
  uint64_t b_size = b_negative ? negate_value(mask, b) : b;
  if (kind == EXPR_SREM) {
    uint64_t rest = b_size ? a_size % b_size : a_size;
    return a_negative ? negate_value(mask, rest) : rest;
  }
  uint64_t quotient = b_size ? a_size / b_size : mask;
  return a_negative != b_negative ? negate_value(mask, quotient) : quotient;
}

uint64_t value_binary(enum expr_kind kind, unsigned width, uint64_t a, uint64_t b) {
  uint64_t mask = value_mask(width);
  switch (kind) {
  case EXPR_ADD: return (a + b) & mask;
  case EXPR_MUL: return (a * b) & mask;
  case EXPR_UDIV: return b ? a / b : mask;
  case EXPR_UREM: return b ? a % b : a;
  case EXPR_SDIV:
  case EXPR_SREM: return divide_signed(kind, width, a, b);
  case EXPR_AND: return a & b;
  case EXPR_OR: return a | b;
  case EXPR_XOR: return a ^ b;
  case EXPR_SHL: return b >= width ? 0 : (a << b) & mask;
  case EXPR_LSHR: return b >= width ? 0 : a >> b;
  case EXPR_ASHR: return (uint64_t)(value_signed(width, a) >> (b >= width ? width - 1 : b)) & mask;
  case EXPR_EQ: return a == b;
  case EXPR_ULT: return a < b;
  case EXPR_ULE: return a <= b;
  case EXPR_SLT: return value_signed(width, a) < value_signed(width, b);
  case EXPR_SLE: return value_signed(width, a) <= value_signed(width, b);
  default: FAULT("not a binary operator: %d", (int)kind);
  }
}

static void clear_above(unsigned width, uint64_t *a) {
  if (width % 64) a[width / 64] &= value_mask(width % 64);
}

bool words_are_zero(unsigned width, const uint64_t *a) {
  for (unsigned k = 0; k < word_count(width); k++)
    if (a[k]) return false;
  return true;
}

bool words_are_ones(unsigned width, const uint64_t *a) {
  for (unsigned k = 0; k < width / 64; k++)
    if (~a[k]) return false;
  return width % 64 == 0 || a[width / 64] == value_mask(width % 64);
}

bool words_equal(unsigned width, const uint64_t *a, const uint64_t *b) {
  return memcmp(a, b, word_count(width) * sizeof *a) == 0;
}

bool words_bit(const uint64_t *a, unsigned bit) { return a[bit / 64] >> (bit % 64) & 1; }

unsigned words_trailing_zeros(unsigned width, const uint64_t *a) {
  for (unsigned k = 0; k < word_count(width); k++)
    if (a[k]) return k * 64 + (unsigned)__builtin_ctzll(a[k]);
  return width;
}

unsigned words_leading_zeros(unsigned width, const uint64_t *a) {
  for (unsigned k = word_count(width); k-- > 0;)
    if (a[k]) return width - k * 64 - (64 - (unsigned)__builtin_clzll(a[k]));
  return width;
}

int words_power_of_two(unsigned width, const uint64_t *a) {
  unsigned low = words_trailing_zeros(width, a);
  return low < width && low + words_leading_zeros(width, a) == width - 1 ? (int)low : -1;
}

void words_not(unsigned width, const uint64_t *a, uint64_t *out) {
  for (unsigned k = 0; k < word_count(width); k++) out[k] = ~a[k];
  clear_above(width, out);
}

static void negate_words(unsigned width, const uint64_t *a, uint64_t *out) {
  unsigned carry = 1;
  for (unsigned k = 0; k < word_count(width); k++) {
    out[k] = ~a[k] + carry;
    carry = carry && out[k] == 0;
  }
  clear_above(width, out);
}

static void add_words(unsigned width, const uint64_t *a, const uint64_t *b, uint64_t *out) {
  unsigned __int128 carry = 0;
  for (unsigned k = 0; k < word_count(width); k++) {
    carry += (unsigned __int128)a[k] + b[k];
    out[k] = (uint64_t)carry;
    carry >>= 64;
  }
  clear_above(width, out);
}

static void multiply_words(unsigned width, const uint64_t *a, const uint64_t *b, uint64_t *out) {
  unsigned count = word_count(width);
  memset(out, 0, count * sizeof *out);
  for (unsigned i = 0; i < count; i++) {
    unsigned __int128 carry = 0;
    for (unsigned j = 0; i + j < count; j++) {
      carry += (unsigned __int128)a[i] * b[j] + out[i + j];
      out[i + j] = (uint64_t)carry;
      carry >>= 64;
    }
  }
  clear_above(width, out);
}

static int compare_words(unsigned width, const uint64_t *a, const uint64_t *b) {
  for (unsigned k = word_count(width); k-- > 0;)
    if (a[k] != b[k]) return a[k] < b[k] ? -1 : 1;
  return 0;
}

static int compare_signed(unsigned width, const uint64_t *a, const uint64_t *b) {
  bool a_negative = words_bit(a, width - 1), b_negative = words_bit(b, width - 1);
  if (a_negative != b_negative) return a_negative ? -1 : 1;
  return compare_words(width, a, b);
}

/* Quotient and remainder, with SMT-LIB's results for a divisor of zero. */
static void divide_words(unsigned width, const uint64_t *a, const uint64_t *b, uint64_t *quotient,
                         uint64_t *rest) {
  unsigned count = word_count(width);
  memset(quotient, 0, count * sizeof *quotient);
  memset(rest, 0, count * sizeof *rest);
  for (unsigned bit = width; bit-- > 0;) {
    bool overflow = rest[count - 1] >> 63;
    for (unsigned k = count; k-- > 1;) rest[k] = rest[k] << 1 | rest[k - 1] >> 63;
    rest[0] = rest[0] << 1 | words_bit(a, bit);
    if (!overflow && compare_words(width, rest, b) < 0) continue;
    uint64_t borrow = 0;
    for (unsigned k = 0; k < count; k++) {
      unsigned __int128 difference = (unsigned __int128)rest[k] - b[k] - borrow;
      rest[k] = (uint64_t)difference;
      borrow = (uint64_t)(difference >> 64) & 1;
    }
    quotient[bit / 64] |= (uint64_t)1 << (bit % 64);
  }
}

static void divide_words_signed(enum expr_kind kind, unsigned width, const uint64_t *a,
                                const uint64_t *b, uint64_t *out) {
  uint64_t a_size[WORDS_MAX], b_size[WORDS_MAX], quotient[WORDS_MAX], rest[WORDS_MAX];
  size_t bytes = word_count(width) * sizeof *out;
  bool a_negative = words_bit(a, width - 1), b_negative = words_bit(b, width - 1);
  memcpy(a_size, a, bytes);
  memcpy(b_size, b, bytes);
  if (a_negative) negate_words(width, a, a_size);
  if (b_negative) negate_words(width, b, b_size);
  divide_words(width, a_size, b_size, quotient, rest);
  const uint64_t *size = kind == EXPR_SDIV ? quotient : rest;
  bool is_negative = kind == EXPR_SDIV ? a_negative != b_negative : a_negative;
  if (is_negative)
    negate_words(width, size, out);
  else
    memcpy(out, size, bytes);
}

static void shift_words(enum expr_kind kind, unsigned width, const uint64_t *a, const uint64_t *b,
                        uint64_t *out) {
  unsigned count = word_count(width);
  unsigned amount = width;
  if (words_leading_zeros(width, b) + 32 >= width && b[0] < width) amount = (unsigned)b[0];
  bool fill = kind == EXPR_ASHR && words_bit(a, width - 1);
  memset(out, 0, count * sizeof *out);
  for (unsigned bit = 0; bit < width; bit++) {
    bool value;
    if (kind == EXPR_SHL)
      value = bit >= amount && words_bit(a, bit - amount);
    else
      value = bit + amount < width ? words_bit(a, bit + amount) : fill;
    out[bit / 64] |= (uint64_t)value << (bit % 64);
  }
}

static void wide_binary(enum expr_kind kind, unsigned width, const uint64_t *a, const uint64_t *b,
                        uint64_t *out) {
  unsigned count = word_count(width);
  uint64_t unused[WORDS_MAX];
  switch (kind) {
  case EXPR_ADD: add_words(width, a, b, out); return;
  case EXPR_MUL: multiply_words(width, a, b, out); return;
  case EXPR_UDIV: divide_words(width, a, b, out, unused); return;
  case EXPR_UREM: divide_words(width, a, b, unused, out); return;
  case EXPR_SDIV:
  case EXPR_SREM: divide_words_signed(kind, width, a, b, out); return;
  case EXPR_AND:
    for (unsigned k = 0; k < count; k++) out[k] = a[k] & b[k];
    return;
  case EXPR_OR:
    for (unsigned k = 0; k < count; k++) out[k] = a[k] | b[k];
    return;
  case EXPR_XOR:
    for (unsigned k = 0; k < count; k++) out[k] = a[k] ^ b[k];
    return;
  case EXPR_SHL:
  case EXPR_LSHR:
  case EXPR_ASHR: shift_words(kind, width, a, b, out); return;
  case EXPR_EQ: out[0] = compare_words(width, a, b) == 0; return;
  case EXPR_ULT: out[0] = compare_words(width, a, b) < 0; return;
  case EXPR_ULE: out[0] = compare_words(width, a, b) <= 0; return;
  case EXPR_SLT: out[0] = compare_signed(width, a, b) < 0; return;
  case EXPR_SLE: out[0] = compare_signed(width, a, b) <= 0; return;
  default: FAULT("not a binary operator: %d", (int)kind);
  }
}

void words_binary(enum expr_kind kind, unsigned width, const uint64_t *a, const uint64_t *b,
                  uint64_t *out) {
  if (width <= 64)
    out[0] = value_binary(kind, width, a[0], b[0]);
  else
    wide_binary(kind, width, a, b, out);
}

void words_concat(const uint64_t *high, unsigned high_width, const uint64_t *low,
                  unsigned low_width, uint64_t *out) {
  unsigned width = high_width + low_width, shift = low_width % 64, at = low_width / 64;
  memset(out, 0, word_count(width) * sizeof *out);
  memcpy(out, low, word_count(low_width) * sizeof *out);
  for (unsigned k = 0; k < word_count(high_width); k++) {
    out[at + k] |= high[k] << shift;
    if (shift && at + k + 1 < word_count(width)) out[at + k + 1] |= high[k] >> (64 - shift);
  }
}

void words_extract(const uint64_t *a, unsigned a_width, unsigned low_bit, unsigned width,
                   uint64_t *out) {
  unsigned shift = low_bit % 64, at = low_bit / 64;
  for (unsigned k = 0; k < word_count(width); k++) {
    out[k] = a[at + k] >> shift;
    if (shift && at + k + 1 < word_count(a_width)) out[k] |= a[at + k + 1] << (64 - shift);
  }
  clear_above(width, out);
}

void words_zext(const uint64_t *a, unsigned a_width, unsigned width, uint64_t *out) {
  memset(out, 0, word_count(width) * sizeof *out);
  memcpy(out, a, word_count(a_width) * sizeof *out);
}

void words_sext(const uint64_t *a, unsigned a_width, unsigned width, uint64_t *out) {
  words_zext(a, a_width, width, out);
  if (!words_bit(a, a_width - 1)) return;
  for (unsigned k = a_width / 64; k < word_count(width); k++)
    out[k] |= k == a_width / 64 && a_width % 64 ? ~value_mask(a_width % 64) : ~(uint64_t)0;
  clear_above(width, out);
}

/* Bit-vector arithmetic written a second time, as plainly as possible: one byte per bit,
   lowest first, digit by digit. Nothing here is shared with what it judges. */
#ifndef TEST_EXPR_NAIVE_H
#define TEST_EXPR_NAIVE_H

#include "expr/ops.h"

#include <stdbool.h>
#include <stdint.h>
#include <string.h>

enum { NAIVE_BITS = 1024 };

struct naive {
  unsigned width;
  uint8_t bit[NAIVE_BITS];
};

static inline struct naive naive_zero(unsigned width) {
  struct naive r;
  r.width = width;
  memset(r.bit, 0, width);
  return r;
}

static inline struct naive naive_of(unsigned width, uint64_t value) {
  struct naive r = naive_zero(width);
  for (unsigned k = 0; k < width && k < 64; k++) r.bit[k] = value >> k & 1;
  return r;
}

static inline uint64_t naive_low(const struct naive *a) {
  uint64_t value = 0;
  for (unsigned k = 0; k < a->width && k < 64; k++) value |= (uint64_t)a->bit[k] << k;
  return value;
}

static inline void naive_words(const struct naive *a, uint64_t *words) {
  for (unsigned k = 0; k < (a->width + 63) / 64; k++) words[k] = 0;
  for (unsigned k = 0; k < a->width; k++) words[k / 64] |= (uint64_t)a->bit[k] << (k % 64);
}

static inline struct naive naive_from_words(unsigned width, const uint64_t *words) {
  struct naive a = {.width = width};
  for (unsigned k = 0; k < width; k++) a.bit[k] = words[k / 64] >> (k % 64) & 1;
  return a;
}

static inline bool naive_is_zero(const struct naive *a) {
  for (unsigned k = 0; k < a->width; k++)
    if (a->bit[k]) return false;
  return true;
}

static inline bool naive_equal(const struct naive *a, const struct naive *b) {
  return a->width == b->width && memcmp(a->bit, b->bit, a->width) == 0;
}

static inline bool naive_less(const struct naive *a, const struct naive *b) {
  for (unsigned k = a->width; k-- > 0;)
    if (a->bit[k] != b->bit[k]) return b->bit[k];
  return false;
}

static inline bool naive_less_signed(const struct naive *a, const struct naive *b) {
  unsigned top = a->width - 1;
  if (a->bit[top] != b->bit[top]) return a->bit[top];
  return naive_less(a, b);
}

static inline struct naive naive_not(const struct naive *a) {
  struct naive r = naive_zero(a->width);
  for (unsigned k = 0; k < a->width; k++) r.bit[k] = !a->bit[k];
  return r;
}

static inline struct naive naive_add(const struct naive *a, const struct naive *b) {
  struct naive r = naive_zero(a->width);
  unsigned carry = 0;
  for (unsigned k = 0; k < a->width; k++) {
    unsigned sum = a->bit[k] + b->bit[k] + carry;
    r.bit[k] = sum & 1;
    carry = sum >> 1;
  }
  return r;
}

static inline struct naive naive_neg(const struct naive *a) {
  struct naive one = naive_of(a->width, 1), inverted = naive_not(a);
  return naive_add(&inverted, &one);
}

static inline struct naive naive_double(const struct naive *a) {
  struct naive r = naive_zero(a->width);
  for (unsigned k = 1; k < a->width; k++) r.bit[k] = a->bit[k - 1];
  return r;
}

static inline struct naive naive_mul(const struct naive *a, const struct naive *b) {
  struct naive r = naive_zero(a->width), shifted = *a;
  for (unsigned k = 0; k < a->width; k++) {
    if (b->bit[k]) r = naive_add(&r, &shifted);
    shifted = naive_double(&shifted);
  }
  return r;
}

/* Long division; a divisor of zero gives all ones and the dividend. */
static inline void naive_divide(const struct naive *a, const struct naive *b,
                                struct naive *quotient, struct naive *rest) {
  *quotient = naive_zero(a->width);
  *rest = naive_zero(a->width);
  if (naive_is_zero(b)) {
    *quotient = naive_not(quotient);
    *rest = *a;
    return;
  }
  struct naive minus = naive_neg(b);
  for (unsigned k = a->width; k-- > 0;) {
    bool overflow = rest->bit[a->width - 1];
    *rest = naive_double(rest);
    rest->bit[0] = a->bit[k];
    if (overflow || !naive_less(rest, b)) {
      *rest = naive_add(rest, &minus);
      quotient->bit[k] = 1;
    }
  }
}

/* As SMT-LIB defines bvsdiv and bvsrem from bvudiv and bvurem. */
static inline struct naive naive_divide_signed(const struct naive *a, const struct naive *b,
                                               bool wants_rest) {
  unsigned top = a->width - 1;
  struct naive x = a->bit[top] ? naive_neg(a) : *a, y = b->bit[top] ? naive_neg(b) : *b;
  struct naive quotient, rest;
  naive_divide(&x, &y, &quotient, &rest);
  if (wants_rest) return a->bit[top] ? naive_neg(&rest) : rest;
  return a->bit[top] != b->bit[top] ? naive_neg(&quotient) : quotient;
}

static inline struct naive naive_shift(enum expr_kind kind, const struct naive *a,
                                       const struct naive *b) {
  struct naive width = naive_of(b->width, a->width), r = naive_zero(a->width);
  bool fits = b->width >= 11 || a->width < (1u << b->width);
  bool is_large = fits && !naive_less(b, &width);
  unsigned amount = is_large ? a->width : (unsigned)naive_low(b);
  uint8_t fill = kind == EXPR_ASHR ? a->bit[a->width - 1] : 0;
  for (unsigned k = 0; k < a->width; k++) {
    if (kind == EXPR_SHL)
      r.bit[k] = k >= amount ? a->bit[k - amount] : 0;
    else
      r.bit[k] = k + amount < a->width ? a->bit[k + amount] : fill;
  }
  return r;
}

static inline struct naive naive_binary(enum expr_kind kind, const struct naive *a,
                                        const struct naive *b) {
  struct naive r = naive_zero(a->width), other;
  switch (kind) {
  case EXPR_ADD: return naive_add(a, b);
  case EXPR_MUL: return naive_mul(a, b);
  case EXPR_UDIV: naive_divide(a, b, &r, &other); return r;
  case EXPR_UREM: naive_divide(a, b, &other, &r); return r;
  case EXPR_SDIV: return naive_divide_signed(a, b, false);
  case EXPR_SREM: return naive_divide_signed(a, b, true);
  case EXPR_AND:
    for (unsigned k = 0; k < a->width; k++) r.bit[k] = a->bit[k] && b->bit[k];
    return r;
  case EXPR_OR:
    for (unsigned k = 0; k < a->width; k++) r.bit[k] = a->bit[k] || b->bit[k];
    return r;
  case EXPR_XOR:
    for (unsigned k = 0; k < a->width; k++) r.bit[k] = a->bit[k] != b->bit[k];
    return r;
  case EXPR_EQ: return naive_of(1, naive_equal(a, b));
  case EXPR_ULT: return naive_of(1, naive_less(a, b));
  case EXPR_ULE: return naive_of(1, !naive_less(b, a));
  case EXPR_SLT: return naive_of(1, naive_less_signed(a, b));
  case EXPR_SLE: return naive_of(1, !naive_less_signed(b, a));
  default: return naive_shift(kind, a, b);
  }
}

static inline struct naive naive_extract(const struct naive *a, unsigned low, unsigned width) {
  struct naive r = naive_zero(width);
  memcpy(r.bit, a->bit + low, width);
  return r;
}

static inline struct naive naive_concat(const struct naive *high, const struct naive *low) {
  struct naive r = naive_zero(high->width + low->width);
  memcpy(r.bit, low->bit, low->width);
  memcpy(r.bit + low->width, high->bit, high->width);
  return r;
}

static inline struct naive naive_extend(const struct naive *a, unsigned width, bool with_sign) {
  struct naive r = naive_zero(width);
  memcpy(r.bit, a->bit, a->width);
  if (with_sign) memset(r.bit + a->width, a->bit[a->width - 1], width - a->width);
  return r;
}

#endif

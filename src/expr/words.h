/* Values of any width as arrays of 64-bit words, lowest first, bits above the width
   zero; and the meaning of every operator on them. Results never overlap operands
   unless said so. */
#ifndef EXPR_WORDS_H
#define EXPR_WORDS_H

#include "expr/ops.h"

#include <stdbool.h>
#include <stdint.h>

/* Width up to 64. */
static inline uint64_t value_mask(unsigned width) {
  return width >= 64 ? ~(uint64_t)0 : ((uint64_t)1 << width) - 1;
}
/* The value with its sign bit spread over 64 bits. */
static inline int64_t value_signed(unsigned width, uint64_t value) {
  return width >= 64 ? (int64_t)value : (int64_t)(value << (64 - width)) >> (64 - width);
}
/* Comparisons give 0 or 1. */
uint64_t value_binary(enum expr_kind kind, unsigned width, uint64_t a, uint64_t b);

/* Any width. `out` has room for the result's words (one for a comparison). */
void words_binary(enum expr_kind kind, unsigned width, const uint64_t *a, const uint64_t *b,
                  uint64_t *out);
void words_not(unsigned width, const uint64_t *a, uint64_t *out);
void words_concat(const uint64_t *high, unsigned high_width, const uint64_t *low,
                  unsigned low_width, uint64_t *out);
void words_extract(const uint64_t *a, unsigned a_width, unsigned low_bit, unsigned width,
                   uint64_t *out);
void words_zext(const uint64_t *a, unsigned a_width, unsigned width, uint64_t *out);
void words_sext(const uint64_t *a, unsigned a_width, unsigned width, uint64_t *out);
bool words_are_zero(unsigned width, const uint64_t *a);
bool words_are_ones(unsigned width, const uint64_t *a);
bool words_equal(unsigned width, const uint64_t *a, const uint64_t *b);
bool words_bit(const uint64_t *a, unsigned bit);
/* The number of the only set bit, or -1. */
int words_power_of_two(unsigned width, const uint64_t *a);
unsigned words_trailing_zeros(unsigned width, const uint64_t *a); /* width if a is 0 */
unsigned words_leading_zeros(unsigned width, const uint64_t *a);

#endif

/* Products by rows: each digit of one factor adds the other factor, shifted, to the sum so
   far, and each addition ripples.

   A factor is a list of signed digits. A constant becomes its non-adjacent form, so that x * 2^k
   and x * (2^k - 1) cost zero and one addition. A factor that is sign-extended has as many digits
   as the operand has bits, the highest one negative (Baugh and Wooley): a 64-bit product of two
   32-bit ints takes 32 rows instead of 64. A negative bit -x is (~x) - 1, and the ones are
   collected in a constant that the sum starts from.

   Trees of carry-save adders (the oldest or the youngest bits of a column first) were
   tried: as many gates and shorter chains, but more search. Distributivity of 7-bit
   words takes 2 s by rows and was not found in 20 s by trees; products of two ints with
   bounds were 3 times slower, factoring about the same. */
#include "solver/blast_multiply.h"

#include "solver/blast_word.h"

#include <stdlib.h>

struct digit {
  unsigned position;
  bool is_negative;
  gate_lit bit;
};

struct factor {
  struct digit *digits;
  unsigned count;
};

/* The digits of a constant: no two neighbours are both nonzero. */
static void recode_constant(unsigned width, const gate_lit *a, struct factor *factor) {
  unsigned carry = 0;
  for (unsigned i = 0; i < width; i++) {
    unsigned bit = (a[i] == GATE_TRUE) + carry;
    carry = bit >> 1;
    if ((bit & 1) == 0) continue;
    bool is_negative = i + 1 < width && a[i + 1] == GATE_TRUE;
    if (is_negative) carry = 1;
    factor->digits[factor->count++] = (struct digit){i, is_negative, GATE_TRUE};
  }
}

static struct factor recode(unsigned width, const gate_lit *a) {
  struct factor factor = {.digits = alloc_bytes(width * sizeof *factor.digits)};
  if (word_is_const(width, a)) {
    recode_constant(width, a, &factor);
    return factor;
  }
  unsigned own = word_significant(width, a);
  bool is_signed = own == width && own > 1 && a[own - 1] == a[own - 2];
  while (is_signed && own > 1 && a[own - 2] == a[own - 1]) own--;
  for (unsigned i = 0; i < own; i++)
    if (a[i] != GATE_FALSE)
      factor.digits[factor.count++] = (struct digit){i, is_signed && i + 1 == own, a[i]};
  return factor;
}

/* The product of two digits as a bit to add; *is_short is set if the bit is 1 more than the
   product, in its column. */
static gate_lit multiply_digits(struct gates *gates, const struct digit *a, const struct digit *b,
                                bool *is_short) {
  gate_lit bit = gate_and(gates, a->bit, b->bit);
  *is_short = bit != GATE_FALSE && a->is_negative != b->is_negative;
  return *is_short ? gate_not(bit) : bit;
}

/* words -= 2^position */
static void subtract_power(unsigned words, uint64_t *value, unsigned position) {
  uint64_t power = (uint64_t)1 << (position % 64);
  for (unsigned i = position / 64; i < words; i++) {
    uint64_t before = value[i];
    value[i] = before - power;
    if (before >= power) return;
    power = 1;
  }
}

/* The constant that the sum starts from. */
static void collect_ones(struct gates *gates, unsigned width, const struct factor *a,
                         const struct factor *b, gate_lit *out) {
  unsigned words = (width + 63) / 64;
  uint64_t *value = alloc_zeroed(words * sizeof *value);
  for (unsigned j = 0; j < b->count; j++) {
    for (unsigned i = 0; i < a->count; i++) {
      unsigned column = a->digits[i].position + b->digits[j].position;
      bool is_short;
      if (column >= width) break;
      multiply_digits(gates, &a->digits[i], &b->digits[j], &is_short);
      if (is_short) subtract_power(words, value, column);
    }
  }
  for (unsigned i = 0; i < width; i++)
    out[i] = value[i / 64] >> (i % 64) & 1 ? GATE_TRUE : GATE_FALSE;
  free(value);
}

static void add_row(struct gates *gates, unsigned width, const struct factor *a,
                    const struct digit *digit, gate_lit *row, gate_lit *sum) {
  word_const(width, 0, row);
  for (unsigned i = 0; i < a->count && a->digits[i].position < width; i++) {
    bool is_short;
    row[a->digits[i].position] = multiply_digits(gates, &a->digits[i], digit, &is_short);
  }
  word_add(gates, width, sum, row, GATE_FALSE, sum);
}

void word_multiply(struct gates *gates, unsigned width, const gate_lit *a, const gate_lit *b,
                   gate_lit *out) {
  struct factor x = recode(width, a), y = recode(width, b);
  /* As few rows as possible. */
  const struct factor *rows = x.count < y.count ? &x : &y, *other = rows == &x ? &y : &x;
  gate_lit *row = alloc_bytes(width * sizeof *row);
  collect_ones(gates, width, other, rows, out);
  for (unsigned j = 0; j < rows->count; j++) {
    unsigned shift = rows->digits[j].position;
    add_row(gates, width - shift, other, &rows->digits[j], row, out + shift);
  }
  free(row);
  free(x.digits);
  free(y.digits);
}

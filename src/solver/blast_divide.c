/* Long division: one row of subtraction and multiplexers for each bit of the quotient. In row k the
   remainder has at most k bits, so the rows are a triangle, and the divisor's bits above k only say
   that the quotient's bit is 0. Rows by a constant are as short as the constant. Quotient and
   remainder of the same operands come out as the same gates. Dividing by zero needs no special
   case: every subtraction of 0 succeeds.

   The alternative, to make quotient and remainder free and to require q * b + r = a, takes as many
   gates and finds some contradictions sooner. But then the search has to find the quotients, even
   of divisions that do not matter to the query, where a circuit computes them by propagation: with
   all inputs known, a 100-bit division took seconds instead of microseconds. */
#include "solver/blast_divide.h"

#include "solver/blast_word.h"

#include <stdlib.h>
#include <string.h>

/* rest = rest - b where that is not negative; returns whether it is. b may have further bits, whose
   disjunction is is_high. */
static gate_lit subtract_if_fits(struct gates *gates, unsigned bits, gate_lit *rest,
                                 const gate_lit *b, gate_lit is_high, gate_lit *difference) {
  gate_lit fits = word_less(gates, bits, b, rest, true);
  fits = gate_and(gates, fits, gate_not(is_high));
  if (fits == GATE_FALSE) return fits;
  for (unsigned i = 0; i < bits; i++) difference[i] = gate_not(b[i]);
  word_add(gates, bits, rest, difference, GATE_TRUE, difference);
  word_mux(gates, bits, fits, difference, rest, rest);
  return fits;
}

static void divide_by_zero(unsigned width, const gate_lit *a, gate_lit *quotient,
                           gate_lit *remainder) {
  for (unsigned i = 0; i < width; i++) quotient[i] = GATE_TRUE;
  memcpy(remainder, a, width * sizeof *a);
}

/* Trailing zeros of a constant divisor: that many low bits of a go into the remainder unchanged,
   and the rows are shorter by as many. */
static unsigned count_even(unsigned width, const gate_lit *b) {
  unsigned count = 0;
  if (!word_is_const(width, b)) return 0;
  while (count < width && b[count] == GATE_FALSE) count++;
  return count < width ? count : 0;
}

static void divide_by_rows(struct gates *gates, unsigned width, const gate_lit *a,
                           const gate_lit *b, gate_lit *quotient, gate_lit *remainder) {
  unsigned n = word_significant(width, a), bits_b = word_significant(width, b);
  gate_lit *high = alloc_bytes((2 * (size_t)width + 1) * sizeof *high), *scratch = high + width + 1;
  high[width] = GATE_FALSE; /* high[k]: the disjunction of the bits of b from k on */
  for (unsigned i = width; i-- > 0;) high[i] = gate_or(gates, high[i + 1], b[i]);
  for (unsigned i = n; i < width; i++) quotient[i] = gate_not(high[0]);
  word_const(width, 0, remainder);
  /* A remainder less than b needs no more bits than b, plus one while it is computed. Only for b =
     0 it is longer, and then it is known anyway. */
  unsigned longest = bits_b + 1 < n ? bits_b + 1 : n;
  for (unsigned row = 0; row < n; row++) {
    unsigned bits = row < longest ? row + 1 : longest;
    memmove(remainder + 1, remainder, (bits - 1) * sizeof *remainder);
    remainder[0] = a[n - 1 - row];
    quotient[n - 1 - row] = subtract_if_fits(gates, bits, remainder, b, high[bits], scratch);
  }
  if (longest < n) {
    remainder[bits_b] = GATE_FALSE;
    word_mux(gates, width, high[0], remainder, a, remainder);
  }
  /* x % y < y is often needed, and takes a long proof from the gates. */
  gate_lit is_less = word_less(gates, width, remainder, b, false);
  gates_add_hint(gates, remainder, width, gate_or(gates, gate_not(high[0]), is_less));
  free(high);
}

void word_divide(struct gates *gates, unsigned width, const gate_lit *a, const gate_lit *b,
                 gate_lit *quotient, gate_lit *remainder) {
  if (word_significant(width, b) == 0) {
    divide_by_zero(width, a, quotient, remainder);
    return;
  }
  unsigned even = count_even(width, b);
  divide_by_rows(gates, width - even, a + even, b + even, quotient, remainder + even);
  memcpy(remainder, a, even * sizeof *a);
  word_const(even, 0, quotient + width - even);
}

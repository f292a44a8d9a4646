/* Quotient and remainder are guessed, and it is demanded that q * b + r = a without
   overflow and r < b. With -DONLY_CONSTANTS only for a constant divisor, else by the
   bit-blaster's own circuit. */
#define word_divide word_divide_by_rows
#include "../../../src/solver/blast_divide.c"
#undef word_divide

#include "solver/blast_multiply.h"

/* So that the product of significant bits cannot wrap unseen. */
enum { GUARD_BITS = 11 };

/* Both results of a division belong together; the operands stand in its definition. */
static const gate_lit *find_division(const struct gates *gates, unsigned width, const gate_lit *a,
                                     const gate_lit *b) {
  for (size_t i = gates->definitions.count; i-- > 1;) {
    const struct gate_definition *definition = &gates->definitions.data[i];
    if (definition->tag != 0 || definition->needed != 4 * width) continue;
    const gate_lit *needed = definition->lits + definition->asserted;
    if (memcmp(needed, a, width * sizeof *a) == 0 &&
        memcmp(needed + width, b, width * sizeof *b) == 0)
      return needed + 2 * width;
  }
  return NULL;
}

static void guess(struct gates *gates, unsigned width, unsigned n, const gate_lit *a,
                  const gate_lit *b, gate_lit *both) {
  unsigned bits_b = word_significant(width, b), wide = n + GUARD_BITS;
  gate_lit *needed = alloc_zeroed(4 * (size_t)width * sizeof *needed);
  gate_lit *q = needed + 2 * width, *r = q + width;
  gate_lit *x = alloc_zeroed(4 * (size_t)(wide + width) * sizeof *x), *y = x + wide + width,
           *sum = y + wide + width, *high = sum + wide + width;
  VEC(gate_lit) asserted = {0};
  uint32_t definition = gates_open_definition(gates, 0);
  unsigned longest_q = word_is_const(width, b) ? n - bits_b + 1 : n;
  if (bits_b > n) longest_q = word_is_const(width, b) ? 0 : n;
  for (unsigned i = 0; i < longest_q; i++) q[i] = gate_free(gates, definition, 0, i);
  for (unsigned i = 0; i < n && i < bits_b; i++) r[i] = gate_free(gates, definition, 0, i);
  for (unsigned i = 0; i < width; i++) high[i] = GATE_FALSE;
  high[width] = GATE_FALSE;
  for (unsigned i = width; i-- > 0;) high[i] = gate_or(gates, high[i + 1], b[i]);
  gate_lit is_zero = gate_not(high[0]);
  for (unsigned i = 0; i < n; i++) { /* no partial product beyond the dividend */
    gate_lit fits = gate_not(gate_and(gates, q[i], high[n - i]));
    vec_push(&asserted, gate_or(gates, is_zero, fits));
  }
  memcpy(x, q, n * sizeof *x);
  memcpy(y, b, (bits_b < wide ? bits_b : wide) * sizeof *y);
  word_multiply(gates, wide, x, y, sum);
  memset(x, 0, wide * sizeof *x);
  memcpy(x, r, n * sizeof *x);
  word_add(gates, wide, sum, x, GATE_FALSE, sum);
  for (unsigned i = 0; i < wide; i++) {
    gate_lit is_equal = gate_equal(gates, sum[i], i < n ? a[i] : GATE_FALSE);
    vec_push(&asserted, gate_or(gates, is_zero, is_equal));
  }
  vec_push(&asserted, gate_or(gates, is_zero, word_less(gates, width, r, b, false)));
  memcpy(needed, a, width * sizeof *a);
  memcpy(needed + width, b, width * sizeof *b);
  memcpy(both, q, 2 * width * sizeof *both);
  size_t kept = 0;
  for (size_t i = 0; i < asserted.count; i++)
    if (asserted.data[i] != GATE_TRUE) asserted.data[kept++] = asserted.data[i];
  gates_close_definition(gates, definition, asserted.data, kept, needed, 4 * width);
  vec_free(&asserted);
  free(x);
  free(needed);
}

void word_divide(struct gates *gates, unsigned width, const gate_lit *a, const gate_lit *b,
                 gate_lit *quotient, gate_lit *remainder) {
  unsigned n = word_significant(width, a), bits_b = word_significant(width, b);
  bool is_plain = bits_b == 0 || n == 0 || (word_is_const(width, a) && word_is_const(width, b));
#ifdef ONLY_CONSTANTS
  is_plain |= !word_is_const(width, b);
#endif
  if (is_plain) {
    word_divide_by_rows(gates, width, a, b, quotient, remainder);
    return;
  }
  gate_lit *both = alloc_bytes(2 * (size_t)width * sizeof *both);
  const gate_lit *known = find_division(gates, width, a, b);
  if (known != NULL)
    memcpy(both, known, 2 * width * sizeof *both);
  else
    guess(gates, width, n, a, b, both);
  gate_lit is_zero = gate_not(word_any(gates, width, b));
  for (unsigned i = 0; i < width; i++) quotient[i] = gate_or(gates, is_zero, both[i]);
  word_mux(gates, width, is_zero, a, both + width, remainder);
  free(both);
}

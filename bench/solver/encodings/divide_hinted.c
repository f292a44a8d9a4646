/* Long division as in the bit-blaster, and as a hint that q * b + r = a. With
   -DONLY_CONSTANTS only for a constant divisor. */
#define word_divide word_divide_by_rows
#include "../../../src/solver/blast_divide.c"
#undef word_divide

#include "solver/blast_multiply.h"

void word_divide(struct gates *gates, unsigned width, const gate_lit *a, const gate_lit *b,
                 gate_lit *quotient, gate_lit *remainder) {
  word_divide_by_rows(gates, width, a, b, quotient, remainder);
#ifdef ONLY_CONSTANTS
  if (!word_is_const(width, b)) return;
#endif
  if (word_significant(width, b) == 0 || word_is_const(width, a)) return;
  gate_lit *sum = alloc_bytes(width * sizeof *sum);
  word_multiply(gates, width, quotient, b, sum);
  word_add(gates, width, sum, remainder, GATE_FALSE, sum);
  gate_lit fact = word_equal(gates, width, sum, a);
  gate_lit is_less = word_less(gates, width, remainder, b, false);
  gate_lit is_zero = gate_not(word_any(gates, width, b));
  fact = gate_and(gates, fact, gate_or(gates, is_zero, is_less));
  struct gate *list = gates->list.data;
  for (unsigned i = 0; i < width; i++) {
    list[gate_of(remainder[i])].hint = 0;
    list[gate_of(quotient[i])].hint = 0;
  }
  gates_add_hint(gates, remainder, width, fact);
  uint16_t number = (uint16_t)(gates->hints.count - 1);
  for (unsigned i = 0; i < width; i++) {
    struct gate *gate = &list[gate_of(quotient[i])];
    if (gate->kind >= GATE_AND && gate->hint == 0) gate->hint = number;
  }
  free(sum);
}

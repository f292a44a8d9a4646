/* Shifts by a decoded amount: one literal for each distance, and each bit of the result is
   the disjunction of all bits that may come there. */
#include "solver/blast_shift.h"

#include "solver/blast_word.h"

#include <stdlib.h>

static void shift(struct gates *gates, unsigned width, const gate_lit *a, const gate_lit *amount,
                  bool is_left, gate_lit fill, gate_lit *out) {
  gate_lit *is_distance = alloc_bytes(2 * (size_t)width * sizeof *is_distance);
  gate_lit *bits = is_distance + width, is_near = GATE_FALSE;
  for (unsigned i = 0; i < width; i++) {
    word_const(width, i, bits);
    is_distance[i] = word_equal(gates, width, amount, bits);
    is_near = gate_or(gates, is_near, is_distance[i]);
  }
  for (unsigned i = 0; i < width; i++) {
    gate_lit bit = gate_and(gates, gate_not(is_near), fill);
    for (unsigned k = 0; k < width; k++) {
      bool is_inside = is_left ? i >= k : k < width - i;
      gate_lit from = !is_inside ? fill : a[is_left ? i - k : i + k];
      bit = gate_or(gates, bit, gate_and(gates, is_distance[k], from));
    }
    bits[i] = bit;
  }
  for (unsigned i = 0; i < width; i++) out[i] = bits[i];
  free(is_distance);
}

void word_shift_left(struct gates *gates, unsigned width, const gate_lit *a, const gate_lit *amount,
                     gate_lit *out) {
  shift(gates, width, a, amount, true, GATE_FALSE, out);
}

void word_shift_right(struct gates *gates, unsigned width, const gate_lit *a,
                      const gate_lit *amount, gate_lit fill, gate_lit *out) {
  shift(gates, width, a, amount, false, fill, out);
}

/* Signed division on top of unsigned division, in its own file so that bench/solver/encodings can
   link other dividers. */
#include "solver/blast_divide.h"
#include "solver/blast_word.h"
#include "util/alloc.h"

#include <stdlib.h>

void word_signed_divide(struct gates *gates, unsigned width, const gate_lit *a, const gate_lit *b,
                        gate_lit *quotient, gate_lit *remainder) {
  gate_lit *x = alloc_bytes(2 * (size_t)width * sizeof *x), *y = x + width;
  gate_lit sign_a = a[width - 1], sign_b = b[width - 1];
  word_negate_if(gates, width, sign_a, a, x);
  word_negate_if(gates, width, sign_b, b, y);
  word_divide(gates, width, x, y, quotient, remainder);
  word_negate_if(gates, width, gate_xor(gates, sign_a, sign_b), quotient, quotient);
  word_negate_if(gates, width, sign_a, remainder, remainder);
  free(x);
}

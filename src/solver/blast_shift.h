/* Shifts by a symbolic amount. */
#ifndef SOLVER_BLAST_SHIFT_H
#define SOLVER_BLAST_SHIFT_H

#include "solver/blast_gates.h"

/* The amount has the same width. out must not overlap an input. */
void word_shift_left(struct gates *gates, unsigned width, const gate_lit *a, const gate_lit *amount,
                     gate_lit *out);
/* Fills with `fill`: false, or the sign of a. */
void word_shift_right(struct gates *gates, unsigned width, const gate_lit *a,
                      const gate_lit *amount, gate_lit fill, gate_lit *out);

#endif

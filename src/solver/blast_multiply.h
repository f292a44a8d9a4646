/* Products. */
#ifndef SOLVER_BLAST_MULTIPLY_H
#define SOLVER_BLAST_MULTIPLY_H

#include "solver/blast_gates.h"

void word_multiply(struct gates *gates, unsigned width, const gate_lit *a, const gate_lit *b,
                   gate_lit *out);

#endif

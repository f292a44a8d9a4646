/* Quotients and remainders. */
#ifndef SOLVER_BLAST_DIVIDE_H
#define SOLVER_BLAST_DIVIDE_H

#include "solver/blast_gates.h"

/* Unsigned. Division by zero gives all ones and the dividend. Outputs must not overlap inputs. */
void word_divide(struct gates *gates, unsigned width, const gate_lit *a, const gate_lit *b,
                 gate_lit *quotient, gate_lit *remainder);
/* Signed, by the signs of the operands. */
void word_signed_divide(struct gates *gates, unsigned width, const gate_lit *a, const gate_lit *b,
                        gate_lit *quotient, gate_lit *remainder);

#endif

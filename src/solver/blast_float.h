/* Floating-point operations as gates, with the meaning of expr/softfloat.h. */
#ifndef SOLVER_BLAST_FLOAT_H
#define SOLVER_BLAST_FLOAT_H

#include "solver/blast_gates.h"

struct expr;

/* The value of a node of a floating-point kind from the bits of its children. */
void blast_float(struct gates *gates, const struct expr *e, const gate_lit *const *children,
                 gate_lit *out);

#endif

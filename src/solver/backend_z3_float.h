/* Floating-point operations as terms of Z3's own theory. */
#ifndef SOLVER_BACKEND_Z3_FLOAT_H
#define SOLVER_BACKEND_Z3_FLOAT_H

#include "solver/backend_z3_terms.h"

/* The value of a node of a floating-point kind, from the bits of its children; a Boolean for a
   comparison. Kept by the terms. */
Z3_ast z3_float_make(struct z3_terms *terms, const struct expr *e, const Z3_ast *children);

#endif

/* Variables that are coupled by linear equations: the paper's open problem (section 5.1,
   Discussion), solved by elimination modulo a power of two. */
#ifndef REDUCE_Z_EQUIVALENCE_LINEAR_H
#define REDUCE_Z_EQUIVALENCE_LINEAR_H

#include "util/alloc.h"

#include <stdint.h>

struct expr;
struct flexible;

/* What is left of a system. */
struct linear_remainder {
  VEC(struct expr *) conditions, values;
};

/* How many equations of a solved system say nothing, because each determines a variable that only
   equations depend on; values are such equations, too. If it is not 0, the remainder is a new
   system with as many values, in the same order. */
unsigned linear_eliminate(struct flexible *f, struct linear_remainder *remainder);

#endif

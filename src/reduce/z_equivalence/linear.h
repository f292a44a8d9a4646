/* Variables that are coupled by linear equations: the paper's open problem (section 5.1,
   Discussion), solved by elimination modulo a power of two. */
#ifndef REDUCE_Z_EQUIVALENCE_LINEAR_H
#define REDUCE_Z_EQUIVALENCE_LINEAR_H

#include "util/alloc.h"

#include <stdint.h>

struct expr;
struct flexible;

struct linear_conditions {
  VEC(struct expr *) list;
};

/* How many equations of a solved system say nothing, because each determines a variable that only
   equations depend on. If it is not 0, the list has the conditions that remain, for a new system
   with the same values. */
unsigned linear_eliminate(struct flexible *f, struct linear_conditions *remaining);

#endif

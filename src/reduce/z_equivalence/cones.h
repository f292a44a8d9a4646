/* Truth values that depend on one free variable alone, such as (x & 86) != 0. */
#ifndef REDUCE_Z_EQUIVALENCE_CONES_H
#define REDUCE_Z_EQUIVALENCE_CONES_H

#include <stdint.h>

struct flexible;

/* flexible_solve, and frees those that can be true and false. Adds to *work how many nodes were
   evaluated. */
void cones_solve(struct flexible *flexible, uint64_t *work);

#endif

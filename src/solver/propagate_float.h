/* Inverse values of floating-point operations. */
#ifndef SOLVER_PROPAGATE_FLOAT_H
#define SOLVER_PROPAGATE_FLOAT_H

#include <stdbool.h>
#include <stdint.h>

struct expr;

/* A value for that child with which the node has about the wanted value, while the other children
   keep theirs; all have at most 64 bits. Nothing is guaranteed: numbers are rounded, and the random
   bits choose among several. False if there is no idea. */
bool propagate_float(const struct expr *e, unsigned which, const uint64_t *values, uint64_t wanted,
                     uint64_t random, uint64_t *value);

#endif

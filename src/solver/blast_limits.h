/* How large array reads may be that are translated at once; see blast_array.c. */
#ifndef SOLVER_BLAST_LIMITS_H
#define SOLVER_BLAST_LIMITS_H

#include <stdint.h>

struct array_limits {
  uint64_t table_positions; /* of a tree over a constant table */
  uint64_t input_positions; /* of a tree over inputs, whose leaves are variables */
  unsigned eager_stores;    /* comparisons made for one read */
};

/* Two reads of inputs at indices that are equal for a complicated reason give equal values: with
   trees that is a long proof, with deferred reads a single constraint. So only the smallest trees
   over inputs are made at once. */
#define ARRAY_LIMITS {1 << 16, 8, 32}

#endif

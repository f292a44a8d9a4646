/* How often a run that is at one block passes another, as estimated by equation (3): the part of
   the query counts that does not depend on which queries are counted. */
#ifndef ANALYSIS_QUERY_COUNT_WEIGHTS_H
#define ANALYSIS_QUERY_COUNT_WEIGHTS_H

#include "analysis/query_count.h"
#include "util/alloc.h"

#include <stdint.h>

struct ir_func;
struct loops;
struct trip_count;

/* The target of an edge out of a block, and its weight. Slots number what has a value: the
   blocks, then the loops (returning to the header from inside), and last a slot for no target. */
struct query_way {
  uint32_t slot;
  double weight;
};

/* An exit of a loop that was entered at its header, for all rounds, and for all but one. */
struct query_exit {
  uint32_t slot;
  struct query_number weight, later_weight;
};

struct query_loop {
  struct query_number entry; /* how often it is entered in one round of the enclosing loop */
  struct query_number rounds,
      later; /* how often a round begins, and how often one after the first */
  uint32_t first_exit, exit_count;
  uint32_t next_ending; /* the next loop that ends at the same place, inside this one */
};

struct query_weights {
  const struct loops *loops; /* borrowed */
  uint32_t block_count, loop_count;
  uint32_t *first_way; /* per block and one more */
  VEC(struct query_way) ways;
  struct query_loop *of_loop;
  VEC(struct query_exit) exits;
  uint32_t *ending; /* per place: the outermost loop whose last block is there, or LOOPS_NONE */
  struct query_number
      *visits; /* per block: in one round of its loop, from the header (or the function's entry) */
  struct query_number *from_entry; /* per block: in one run of the function */
};

/* The values of all slots during a computation, and the count of one round of each loop. */
struct query_values {
  struct query_number *slots;
  struct query_number *round; /* per loop */
};

/* Owned by the caller; borrows the loops. */
struct query_weights query_weights_build(const struct ir_func *func, const struct loops *loops,
                                         const struct trip_count *trips,
                                         const struct query_count_options *options);
void query_weights_free(struct query_weights *weights);

/* How many queries a choice between that many targets makes, as a tree of branches. */
double query_weights_choice(uint32_t target_count, double beta);
/* How many targets the end of the block chooses between. */
static inline uint32_t query_weights_target_count(const struct query_weights *weights,
                                                  uint32_t block) {
  return weights->first_way[block + 1] - weights->first_way[block];
}
static inline uint32_t query_weights_slot_count(const struct query_weights *weights) {
  return weights->block_count + weights->loop_count + 1;
}
/* The value at the end of the block, without its own queries. */
struct query_number query_weights_after(const struct query_weights *weights,
                                        const struct query_number *slots, uint32_t block);
/* Computes the slots of the blocks at places first to first + count - 1, which are a loop or a
   single block, and of the loops there. On entry, slots has each block's own queries and the
   values of all that follows these places; round is 0 for each loop, and is 0 again on return. */
void query_weights_evaluate(const struct query_weights *weights, struct query_values *values,
                            uint32_t first, uint32_t count);

#endif

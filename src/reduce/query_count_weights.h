/* How often a run that is at one block comes by another, in the estimate of equation (3): the
   part of the query counts that does not depend on which queries are counted. */
#ifndef REDUCE_QUERY_COUNT_WEIGHTS_H
#define REDUCE_QUERY_COUNT_WEIGHTS_H

#include "reduce/query_count.h"
#include "util/alloc.h"

#include <stdint.h>

struct ir_func;
struct loops;
struct trip_count;

/* Where a way out of a block leads, and with which weight. Slots number what has a value: the
   blocks, then the loops (coming back to the header of one from inside), then, last, nothing
   at all. */
struct query_way {
  uint32_t slot;
  double weight;
};

/* A way out of a loop that was entered at its header, all rounds together, or all but one. */
struct query_exit {
  uint32_t slot;
  struct query_number weight, later_weight;
};

struct query_loop {
  struct query_number entry; /* how often it is entered in one round of the loop around it */
  struct query_number rounds,
      later; /* how often a round begins, and how often after the first one */
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
      *visits; /* per block: in one round of its loop, from the header (or the entry) */
  struct query_number *from_entry; /* per block: in a run of the whole function */
};

/* Values of all slots while a count is worked out, and what loops count in one round. */
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
/* The value at the end of the block, its own queries left out. */
struct query_number query_weights_after(const struct query_weights *weights,
                                        const struct query_number *slots, uint32_t block);
/* Works out the slots of the blocks at places first to first + count - 1, a loop or a single
   block, and of the loops there. On entry slots has each block's own queries, and the values of
   what lies behind those places; round is 0 for each loop, and is so again at the end. */
void query_weights_evaluate(const struct query_weights *weights, struct query_values *values,
                            uint32_t first, uint32_t count);

#endif

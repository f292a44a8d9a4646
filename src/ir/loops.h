/* The loops of a function and how they nest. */
#ifndef IR_LOOPS_H
#define IR_LOOPS_H

#include <stdbool.h>
#include <stdint.h>

struct cfg;
struct dominators;

#define LOOPS_NONE UINT32_MAX

struct loop_edge {
  uint32_t from, to; /* blocks */
  uint32_t edge;     /* number of the IR edge */
};

struct loop {
  uint32_t header;
  uint32_t parent; /* the loop around it, or LOOPS_NONE */
  uint32_t depth;  /* 1 for an outermost loop */
  /* Entered at other blocks than its header too. Then the header is only the block that the search
     found first, and does not dominate the rest. */
  bool is_irreducible;
  /* Its blocks, including inner loops: a range in loops.order, header first. */
  uint32_t first_block, block_count;
  /* Ranges in loops.edges: into the loop (only to the header, unless irreducible), from inside back
     to the header, and out of the loop. */
  uint32_t first_entry, entry_count;
  uint32_t first_latch, latch_count;
  uint32_t first_exit, exit_count;
};

struct loops {
  uint32_t count;
  struct loop *loops; /* outer before inner, else in reverse postorder of the headers */
  uint32_t block_count;
  uint32_t *of_block; /* the innermost loop, or LOOPS_NONE */
  /* The reachable blocks in an order where every loop is one contiguous range. Ignoring edges back
     to headers, and except in irreducible loops, it is a topological order. */
  uint32_t *order;
  uint32_t order_count;
  uint32_t *place; /* of a block in order; LOOPS_NONE if unreachable */
  struct loop_edge *edges;
};

/* Owned by the caller. */
struct loops loops_build(const struct cfg *cfg, const struct dominators *dominators);
void loops_free(struct loops *loops);

/* Is the block in the loop or in one inside it? */
static inline bool loops_contains(const struct loops *loops, uint32_t loop, uint32_t block) {
  const struct loop *l = &loops->loops[loop];
  return loops->place[block] != LOOPS_NONE && loops->place[block] - l->first_block < l->block_count;
}
static inline bool loops_is_header(const struct loops *loops, uint32_t block) {
  return loops->of_block[block] != LOOPS_NONE &&
         loops->loops[loops->of_block[block]].header == block;
}

#endif

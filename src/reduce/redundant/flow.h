/* What slicing needs to know of a function's control flow; built when first asked for. */
#ifndef REDUCE_REDUNDANT_FLOW_H
#define REDUCE_REDUNDANT_FLOW_H

#include "util/bitset.h"

#include <stdint.h>

struct ir_program;

struct flow {
  uint32_t block_count;
  uint32_t *block_of;        /* per instruction */
  struct bitset places;      /* blocks where states may be alike: loop heads, joins outside loops */
  bool finds_end;            /* a function of the libc that returns the length of a text */
  struct bitset *controlled; /* per block: those whose running its end decides; size 0: none */
};

struct flows {
  const struct ir_program *program; /* borrowed */
  struct flow **funcs;              /* owned, per function */
};

struct flows flows_new(const struct ir_program *program);
void flows_free(struct flows *flows);
/* Borrowed. */
const struct flow *flows_of(struct flows *flows, uint32_t func);
/* The blocks from the edge on until the immediate postdominator of the block that it leaves.
   The caller frees the set. */
struct bitset flows_side(struct flows *flows, uint32_t func, uint32_t block, uint32_t edge);

#endif

/* The control flow graph of a function. */
#ifndef IR_CFG_H
#define IR_CFG_H

#include "ir/graph.h"

struct ir_func;

#define CFG_UNREACHABLE UINT32_MAX

struct cfg {
  uint32_t block_count;
  /* Arcs are labelled with the number of the IR edge. Several edges between the
     same blocks are several arcs. */
  struct graph successors;
  struct graph predecessors; /* also from unreachable blocks */
  uint32_t *order;           /* the reachable blocks in reverse postorder, entry first */
  uint32_t order_count;
  uint32_t *position; /* of a block in order, or CFG_UNREACHABLE */
};

/* Owned by the caller. */
struct cfg cfg_build(const struct ir_func *func);
void cfg_free(struct cfg *cfg);

static inline bool cfg_is_reachable(const struct cfg *cfg, uint32_t block) {
  return cfg->position[block] != CFG_UNREACHABLE;
}

#endif

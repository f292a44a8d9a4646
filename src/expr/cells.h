/* Cells for nodes, named by 32-bit references: the slab's number and the offset in it, in
   grains of 8 bytes. Private to src/expr. */
#ifndef EXPR_CELLS_H
#define EXPR_CELLS_H

#include "expr/node.h"

enum { HUGE_PAGE = 2 << 20 };

void cells_init(struct exprs *exprs);
void cells_free(struct exprs *exprs);
size_t cells_bytes(const struct exprs *exprs);
/* A cell of so many grains and its reference, which is never 0; contents undefined. */
struct expr *cell_take(struct exprs *exprs, uint32_t grains, uint32_t *reference);
/* Frees every cell without MARK_LIVE and takes the mark off the others. */
void cells_sweep(struct exprs *exprs);

static inline struct expr *cell_at(const struct exprs *exprs, uint32_t reference) {
  char *base = exprs->slabs.data[reference >> SLAB_GRAINS_LOG].base;
  return (struct expr *)(base + (size_t)(reference & ((1u << SLAB_GRAINS_LOG) - 1)) * 8);
}

#endif

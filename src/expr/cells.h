/* Cells for nodes, named by 32-bit references: the slab's number and the offset in it, in
   grains of 8 bytes. Private to src/expr. */
#ifndef EXPR_CELLS_H
#define EXPR_CELLS_H

#include "expr/node.h"

enum { HUGE_PAGE = 2 << 20 };

void cells_init(struct exprs *exprs);
void cells_free(struct exprs *exprs);
size_t cells_bytes(const struct exprs *exprs);
/* Gives the class a new slab to allocate cells from. */
void cells_extend(struct exprs *exprs, uint32_t grains);
/* How many cells of the slab have ever been used. */
uint32_t cells_used(const struct exprs *exprs, const struct slab *slab);
/* Frees every cell without MARK_LIVE and clears the mark of the others. */
void cells_sweep(struct exprs *exprs);

static inline struct expr *cell_at(const struct exprs *exprs, uint32_t reference) {
  char *base = exprs->slabs.data[reference >> SLAB_GRAINS_LOG].base;
  return (struct expr *)(base + (size_t)(reference & ((1u << SLAB_GRAINS_LOG) - 1)) * 8);
}

/* Allocates a cell of that many grains; its reference is never 0. Contents undefined. */
static inline struct expr *cell_take(struct exprs *exprs, uint32_t grains, uint32_t *reference) {
  struct cells *cells = &exprs->cells[grains];
  struct expr *e;
  if (cells->free) {
    e = cell_at(exprs, cells->free);
    *reference = cells->free;
    cells->free = e->support;
    return e;
  }
  if (__builtin_expect(cells->bump == cells->bump_end, 0)) cells_extend(exprs, grains);
  e = (struct expr *)cells->bump;
  *reference = cells->bump_reference;
  cells->bump += (size_t)grains * 8;
  cells->bump_reference += grains;
  return e;
}

#endif

/* Private to direct_cells.c and direct_find.c. */
#ifndef ANALYSIS_DIRECT_STATE_H
#define ANALYSIS_DIRECT_STATE_H

#include "analysis/direct_cells.h"
#include "ir/call_graph.h"
#include "ir/cfg.h"
#include "ir/ir.h"
#include "util/alloc.h"

/* Of one point: cells that may be read before they are overwritten, and those for which there is a
   way to the function's return on which they are not overwritten. */
struct direct_sets {
  struct bitset reads, passes;
};

struct direct_func {
  bool has_body;
  VEC(struct direct_local) locals;
  uint32_t *origins; /* per register: candidate whose address it is computed from, or NONE */
  struct cfg cfg;
  uint32_t *block_of;        /* per instruction */
  struct direct_sets *entry; /* per block */
};

struct direct_cells {
  const struct ir_program *program;
  const struct faint *faint; /* or NULL */
  bool is_known;
  VEC(uint32_t) globals; /* that are direct */
  uint32_t *cell_of;     /* per global: its place in the list, or NONE */
  struct direct_func *funcs;
  struct call_graph graph;
  struct bitset indirect; /* what functions behind pointers may read */
};

/* Fills in which variables are direct. */
void direct_find(struct direct_cells *cells);

/* Where an operand is an address of a cell of the function: its number, and whether it is that of
   its first byte; GRAPH_NONE: it is none. Cells are the direct globals, then the direct locals. */
uint32_t direct_cell(const struct direct_cells *cells, const struct ir_func *func,
                     ir_operand operand, bool *is_start);
uint64_t direct_size(const struct direct_cells *cells, const struct ir_func *func, uint32_t cell);

#endif

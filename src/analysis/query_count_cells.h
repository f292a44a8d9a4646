/* The memory that a function can name: cells at constant offsets from locals, from globals, and
   from the targets of arguments and other registers. */
#ifndef ANALYSIS_QUERY_COUNT_CELLS_H
#define ANALYSIS_QUERY_COUNT_CELLS_H

#include "analysis/query_count.h"
#include "ir/operands.h"
#include "util/alloc.h"

struct cfg;

enum query_address_kind {
  QUERY_ADDRESS_UNSEEN,
  QUERY_ADDRESS_KNOWN,    /* offset bytes after the base */
  QUERY_ADDRESS_ANYWHERE, /* somewhere in the base's object */
  QUERY_ADDRESS_OTHER     /* not a pointer that is followed */
};

struct query_address {
  enum query_address_kind kind;
  enum query_base base_kind;
  uint32_t base;
  int64_t offset;
};

struct query_cells {
  struct query_address *of_register;
  bool *is_root;                /* per register: it is the base of its target */
  VEC(struct query_cell) cells; /* the count is unused */
  uint32_t *slots;              /* cell + 1, 0 where empty */
  uint32_t slot_count;
  uint32_t *sorted; /* after query_cells_sort: by base, those of size 0 first, then by offset */
  uint32_t *rank;   /* of a cell in sorted */
};

#define QUERY_NO_CELL UINT32_MAX

/* Owned by the caller; has no cells yet. */
struct query_cells query_cells_build(const struct ir_func *func, const struct cfg *cfg);
void query_cells_free(struct query_cells *cells);

/* The address that the operand denotes if it is used as a pointer. */
struct query_address query_cells_address(const struct query_cells *cells,
                                         const struct ir_func *func, ir_operand operand);
/* The cell of `size` bytes at the address, created if it is new; QUERY_NO_CELL if the address
   has no single base. */
uint32_t query_cells_get(struct query_cells *cells, const struct query_address *address,
                         uint32_t size);

/* The same, but QUERY_NO_CELL if it does not exist. */
uint32_t query_cells_find(const struct query_cells *cells, const struct query_address *address,
                          uint32_t size);
/* Call after the last cell was added. */
void query_cells_sort(struct query_cells *cells);
/* The cells of a base are consecutive in sorted; where they begin, or would begin. */
uint32_t query_cells_first_of_base(const struct query_cells *cells, enum query_base kind,
                                   uint32_t base);
/* Appends the cells that overlap this one, including itself. The cell must have a size. */
void query_cells_list_meeting(const struct query_cells *cells, uint32_t cell,
                              struct ir_operand_list *list);

/* The order of struct query_point.cells. */
int query_cell_compare(const struct query_cell *a, const struct query_cell *b);

static inline struct query_address query_address_shifted(struct query_address address, int64_t by) {
  if (address.kind == QUERY_ADDRESS_KNOWN)
    address.offset = (int64_t)((uint64_t)address.offset + (uint64_t)by);
  return address;
}
/* Is the address the same throughout a frame: a constant offset from a local or global? */
static inline bool query_address_is_fixed(const struct query_address *address) {
  return address->kind == QUERY_ADDRESS_KNOWN &&
         (address->base_kind == QUERY_LOCAL || address->base_kind == QUERY_GLOBAL);
}
static inline bool query_cell_has_same_base(const struct query_cell *a,
                                            const struct query_cell *b) {
  return a->kind == b->kind && a->base == b->base;
}
/* Whether the cell overlaps the bytes at the offset: always, if either has size 0. */
static inline bool query_cell_meets(const struct query_cell *cell, int64_t offset, uint64_t size) {
  if (cell->size == 0 || size == 0) return true;
  if (cell->offset < offset) return (uint64_t)offset - (uint64_t)cell->offset < cell->size;
  return (uint64_t)cell->offset - (uint64_t)offset < size;
}

#endif

/* Variables that are only ever accessed by name: nothing holds their addresses. What is still read
   of them follows from the instructions alone, without points-to analysis, so it is also known in
   programs that call undefined code. */
#ifndef ANALYSIS_DIRECT_CELLS_H
#define ANALYSIS_DIRECT_CELLS_H

#include "util/bitset.h"

#include <stdbool.h>
#include <stdint.h>

struct direct_cells;
struct faint;
struct ir_program;
struct live_frame;

/* Returns an owned analysis; borrows both. Loads whose results decide nothing are no reads
   (analysis/faint.h; NULL: all decide). */
struct direct_cells *direct_cells_new(const struct ir_program *program, const struct faint *faint);
void direct_cells_free(struct direct_cells *cells);
/* False: nothing is known, since frames may be left by longjmp. */
bool direct_cells_is_known(const struct direct_cells *cells);

/* The direct globals: their numbers in the program, in ascending order. */
uint32_t direct_cells_count(const struct direct_cells *cells);
uint32_t direct_cells_global(const struct direct_cells *cells, uint32_t number);
/* Which of them the rest of a run may read before it has overwritten them; `frames` as for
   live_memory_add. The caller frees the set.
   ensures: a run that uses no unknown number as an address reads no other of them first. */
struct bitset direct_cells_live(struct direct_cells *cells, const struct live_frame *frames,
                                uint32_t count);

/* A direct variable on the stack: the register that has its address, and its size. */
struct direct_local {
  uint32_t reg, ins;
  uint64_t size;
};
/* Of a function; borrowed. */
const struct direct_local *direct_cells_locals(const struct direct_cells *cells, uint32_t func,
                                               uint32_t *count);
/* Is the variable not read any more by its frame, unless it is overwritten before? It exists. */
bool direct_cells_is_dead_local(struct direct_cells *cells, struct live_frame frame, bool is_top,
                                uint32_t number);

#endif

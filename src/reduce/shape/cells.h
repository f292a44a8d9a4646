/* The cells of a shape: adding and finding them. Private to src/reduce/shape. */
#ifndef REDUCE_SHAPE_CELLS_H
#define REDUCE_SHAPE_CELLS_H

#include "reduce/shape/shape.h"

#include <stdbool.h>
#include <stdint.h>

enum { CELL_WORD = 8 }; /* bytes of a pointer */

struct frame;

/* Frame 0 is the top one. */
struct frame *cells_frame(const struct state *state, uint32_t number);
/* With a new name of that width. False: there are too many. */
bool cells_add(struct names *names, struct shape *shape, struct cell cell, unsigned width);
bool cells_add_memory(struct names *names, struct shape *shape, uint64_t address, uint32_t size);
/* Without targets. */
bool cells_add_pointer(struct names *names, struct shape *shape, struct cell cell);
/* NULL: the register is not a cell. */
const struct cell *cells_find_register(const struct shape *shape, const struct live_register *live);
/* Whether a byte in [address, address + size) is of a cell. */
bool cells_overlap(const struct shape *shape, uint64_t address, uint64_t size);
/* Where the live object lies that the address is in, or just behind; 0: none. */
uint64_t cells_find_base(const struct state *state, uint64_t address);

#endif

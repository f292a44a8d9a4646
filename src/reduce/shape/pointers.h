/* Pointers that are cells, when a state is compared with a shape. Private to src/reduce/shape. */
#ifndef REDUCE_SHAPE_POINTERS_H
#define REDUCE_SHAPE_POINTERS_H

#include "reduce/shape/compare.h"

#include <stdbool.h>
#include <stdint.h>

/* Whether a value, which may be NULL, is one of a few words of which some may be addresses. If the
   shape does not select targets, only a constant is. */
bool pointers_may_point(const struct shape *shape, struct expr *value);
/* A pointer becomes a cell: that with this place, which has this value in the model; a word in
   memory; those that do not lead to the same. */
void pointers_widen(struct comparison *c, struct cell cell, struct expr *in_model);
void pointers_widen_word(struct comparison *c, uint64_t address);
void pointers_widen_mismatches(struct comparison *c);
/* Whether what the pointers lead to is among their targets, and is as in the model. */
void pointers_compare(struct comparison *c);

/* What the cell's register or memory has in the state; NULL: there is no such memory. */
struct expr *pointers_read(struct comparison *c, const struct cell *cell);
/* The number of the target that a pointer leads to in the state. NULL: it is none of them. */
struct expr *pointers_number(struct comparison *c, size_t cell);
/* The content, in the state, of a cell in an object that is not reached but by cells. */
struct expr *pointers_content(struct comparison *c, const struct cell *cell);

#endif

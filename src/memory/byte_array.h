/* Memory as an array of the theory of arrays: private to src/memory.

   An array (EXPR_ARRAY or EXPR_STORE) with elements of 1, 2, 4 or 8 bytes; element k holds the
   bytes from k times that size on, in little-endian order. A write at a symbolic place is one
   store, or one per element that it may touch, however many places there are. Reads are left to
   the rewriting of reads over stores and to the solver. Positions are in bytes, and every access
   is within the array's elements. */
#ifndef MEMORY_BYTE_ARRAY_H
#define MEMORY_BYTE_ARRAY_H

#include "expr/expr.h"

static inline bool byte_array_is(const struct expr *e) {
  return e->kind == EXPR_ARRAY || e->kind == EXPR_STORE;
}
static inline unsigned byte_array_unit(const struct expr *array) { return array->width / 8; }

/* The array below all stores. */
const struct expr_array *byte_array_base(const struct exprs *exprs, const struct expr *array);
/* The number of stores, or `most` if there are more. */
uint64_t byte_array_depth(const struct expr *array, uint64_t most);

/* At a constant position; size is 1 to 128. */
struct expr *byte_array_value(struct exprs *exprs, struct expr *array, uint64_t position,
                              uint32_t size);
/* At a symbolic position (64 bits); size is 1 to 16. */
struct expr *byte_array_read(struct exprs *exprs, struct expr *array, struct expr *position,
                             unsigned size);
/* The array after the write. The value has 8 * size bits. */
struct expr *byte_array_write(struct exprs *exprs, struct expr *array, struct expr *position,
                              unsigned size, struct expr *value);

/* The array that is `a` if the condition holds and `b` otherwise, if both are equal except for a
   few stores; else NULL. */
struct expr *byte_array_merge(struct exprs *exprs, struct expr *condition, struct expr *a,
                              struct expr *b);

#endif

/* Constant tables by content: reads at symbolic offsets of equal bytes use the same array in all
   states and objects, and so are the same expression. */
#ifndef MEMORY_TABLE_H
#define MEMORY_TABLE_H

#include <stddef.h>
#include <stdint.h>

struct expr_array;
struct exprs;
struct tables;

void tables_free(struct tables *tables);
/* The array with `count` elements of 1, 2, 4 or 8 bytes, that content, and 64-bit indices.
 *tables is made on demand. */
const struct expr_array *tables_find(struct tables **tables, struct exprs *exprs,
                                     const void *content, size_t count, unsigned unit);
/* Call after a collection of expressions, which frees arrays that nothing reads. */
void tables_forget_freed(struct tables *tables, const struct exprs *exprs);

#endif

/* Constant tables by content: reads at symbolic offsets of equal bytes use the same array in all
   states and objects, and so are the same expression. */
#ifndef MEMORY_CONSTANT_TABLES_H
#define MEMORY_CONSTANT_TABLES_H

#include <stddef.h>
#include <stdint.h>

struct expr_array;
struct exprs;
struct constant_tables;

void constant_tables_free(struct constant_tables *tables);
/* The array with `count` elements of 1, 2, 4 or 8 bytes, that content, and 64-bit indices.
 *tables is made on demand. */
const struct expr_array *constant_tables_find(struct constant_tables **tables, struct exprs *exprs,
                                              const void *content, size_t count, unsigned unit);
/* Call after a collection of expressions, which frees arrays that nothing reads. */
void constant_tables_forget_freed(struct constant_tables *tables, const struct exprs *exprs);

#endif

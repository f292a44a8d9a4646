/* Candidates about the elements of arrays. */
#ifndef REDUCE_SUBSUME_ELEMENTS_H
#define REDUCE_SUBSUME_ELEMENTS_H

#include "reduce/subsume/fact.h"

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/* Adds formulas about arrays whose elements are cells, which hold in all samples. */
void elements_list(struct sites *sites, const struct fact *fact, const sample_list *samples,
                   expr_list *list, uint64_t *queries);
/* Whether the cell is an element of such an array. */
bool elements_include(const struct shape *shape, size_t number);

#endif

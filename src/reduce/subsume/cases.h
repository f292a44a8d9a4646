/* Candidates that hold while a flag has a value. */
#ifndef REDUCE_SUBSUME_CASES_H
#define REDUCE_SUBSUME_CASES_H

#include "reduce/subsume/fact.h"

#include <stddef.h>

/* Adds formulas about the first `cells` cells that hold in all samples by the structure of their
   values, or that masks in stretches suggest. */
void cases_list(struct sites *sites, const struct fact *fact, const sample_list *samples,
                size_t cells, expr_list *list);

#endif

/* Candidates that hold while a flag has a value. */
#ifndef REDUCE_SUBSUME_CASES_H
#define REDUCE_SUBSUME_CASES_H

#include "reduce/subsume/fact.h"

/* Adds formulas that hold in all samples by the structure of their values. */
void cases_list(struct sites *sites, const struct fact *fact, const sample_list *samples,
                expr_list *list);

#endif

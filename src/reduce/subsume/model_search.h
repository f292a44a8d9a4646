/* A quick search for models of small formulas over names. */
#ifndef REDUCE_SUBSUME_MODEL_SEARCH_H
#define REDUCE_SUBSUME_MODEL_SEARCH_H

#include "reduce/shape/shape.h"

#include <stdbool.h>

struct assignment;
struct machine;

/* A model of the conjunction, owned; NULL: nothing is known. */
struct assignment *model_search(struct machine *machine, const expr_list *conjuncts);

#endif

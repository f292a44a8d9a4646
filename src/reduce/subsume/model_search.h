/* A quick search for models of small formulas over names. */
#ifndef REDUCE_SUBSUME_MODEL_SEARCH_H
#define REDUCE_SUBSUME_MODEL_SEARCH_H

#include "reduce/shape/shape.h"

#include <stdbool.h>

struct machine;

/* True: the conjunction is satisfiable. False: nothing is known. */
bool model_search(struct machine *machine, const expr_list *conjuncts);

#endif

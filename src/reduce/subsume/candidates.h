/* Candidates: formulas over the cells of a fact that may be invariants of a loop. */
#ifndef REDUCE_SUBSUME_CANDIDATES_H
#define REDUCE_SUBSUME_CANDIDATES_H

#include "reduce/shape/shape.h"
#include "reduce/subsume/fact.h"

#include <stdint.h>

/* All hold in the samples of the fact's place. Counts queries. */
void candidates_list(struct sites *sites, const struct fact *fact, expr_list *list,
                     uint64_t *queries);

/* Adds conditions of the stretch, and candidates of where it begins, that are about cells of its
   target alone. They need not hold in samples. */
void candidates_add_incoming(struct sites *sites, const struct transition *transition,
                             const expr_list *before, expr_list *list);

#endif

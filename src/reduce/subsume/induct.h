/* Induction: cubes for facts that lead to each other, such that no error is reached from outside of
   them. */
#ifndef REDUCE_SUBSUME_INDUCT_H
#define REDUCE_SUBSUME_INDUCT_H

#include "reduce/subsume/fact.h"
#include "reduce/subsume/stretch.h"

#include <stdbool.h>
#include <stdint.h>

struct expr;

struct induct_counts {
  uint64_t queries, cubes, weakened, proven;
};

/* The facts are closed under their transitions. Proves those first that come last; true: the first
   of them is proven. Gives up when the run has done so much work. */
bool induct(struct sites *sites, const fact_list *facts, uint64_t until,
            struct induct_counts *counts);
/* Whether every stretch that leads from the fact back to it keeps the formula over its cells. */
bool induct_keeps(struct sites *sites, const struct fact *fact, struct expr *formula);

#endif

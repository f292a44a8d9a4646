/* Stretches: what a program does from a place to the next places with annotations, from any state
   of a shape. */
#ifndef REDUCE_SUBSUME_STRETCH_H
#define REDUCE_SUBSUME_STRETCH_H

#include "reduce/subsume/fact.h"

#include <stdbool.h>
#include <stdint.h>

struct contracts;
struct stretches;

/* Returns owned; borrows the places, and the contracts of functions, which may be NULL. */
struct stretches *stretches_new(struct sites *sites, const struct contracts *contracts);
void stretches_free(struct stretches *stretches);

typedef VEC(struct fact *) fact_list;
/* Explores from a fact that is to be proven, and from all that it leads to and that are not proven
   either: they are listed, with their transitions. Gives up when
   the run has done so much work. False: that, or they are too many, or not exact. */
bool stretches_explore(struct stretches *stretches, struct fact *fact, fact_list *facts,
                       uint64_t until);
/* After a proof: forgets the transitions of proven facts, and samples. */
void stretches_tidy(struct stretches *stretches);
/* Its shape has become another, or it will be freed: forgets its transitions, and those to it. */
void stretches_forget_fact(struct stretches *stretches, struct fact *fact);
/* Stretches that were explored. */
uint64_t stretches_count(const struct stretches *stretches);

#endif

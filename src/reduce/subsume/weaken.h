/* Making cubes larger, guided by states that have really been at a place. */
#ifndef REDUCE_SUBSUME_WEAKEN_H
#define REDUCE_SUBSUME_WEAKEN_H

#include "reduce/subsume/cube.h"
#include "reduce/subsume/fact.h"
#include "util/alloc.h"

#include <stdbool.h>
#include <stdint.h>

struct expr;
struct state;

struct sample {
  struct state *state; /* borrowed */
  expr_list values;    /* of the cells */
};
typedef VEC(struct sample) sample_list;

/* The samples of the fact's place that fit its shape. */
sample_list samples_of(struct sites *sites, const struct fact *fact);
void samples_free(sample_list *samples);
/* Whether the formula over the cells holds in all samples. Counts queries. */
bool samples_imply(struct sites *sites, const struct fact *fact, const sample_list *samples,
                   struct expr *formula, uint64_t *queries);

/* Drops literals that only say that inputs read later can be chosen so: they can. */
void weaken_futures(const struct names *names, struct cube *cube);
/* Drops literals, and turns equalities into inequalities, while no sample is in the cube. Nothing
   happens if one is. Returns the number of steps. */
uint64_t weaken(struct sites *sites, const struct fact *fact, struct cube *cube, uint64_t *queries);

#endif

/* Samples: states that annotations should let through. Proofs are guided by them; whether a proof
   is right does not depend on them. */
#ifndef REDUCE_SUBSUME_SAMPLE_H
#define REDUCE_SUBSUME_SAMPLE_H

#include "reduce/subsume/fact.h"
#include "reduce/subsume/stretch.h"

#include <stdbool.h>
#include <stdint.h>

struct expr;

/* Those of the fact's place that fit its shape; if there are none, derived ones. */
sample_list samples_of(struct sites *sites, const struct fact *fact);
void samples_free(sample_list *samples);
/* Whether the formula over the cells holds in all samples. Counts queries. */
bool samples_imply(struct sites *sites, const struct fact *fact, const sample_list *samples,
                   struct expr *formula, uint64_t *queries);
/* Derives samples for facts where no state has been, along transitions from those where one has.
   Stops when the run has done so much work. Counts queries. */
void samples_derive(struct sites *sites, const fact_list *facts, uint64_t until, uint64_t *queries);

#endif

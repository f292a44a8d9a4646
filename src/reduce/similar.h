/* Whether merging two states at the same place promises to pay. */
#ifndef REDUCE_SIMILAR_H
#define REDUCE_SIMILAR_H

#include <stdbool.h>
#include <stdint.h>

struct machine;
struct query_count;
struct state;

/* Equation (1): every hot variable is equal, or symbolic in one of the two. Both states are at
   the entry of the same block, with the same calls below. */
bool similar_by_hot(struct machine *machine, struct query_count *counts, const struct state *a,
                    const struct state *b);
/* Equation (7): the greatest counts among the variables that differ. */
bool similar_by_cost(struct machine *machine, struct query_count *counts, const struct state *a,
                     const struct state *b);
/* A number that is the same for states that similar_by_hot finds similar, and hardly ever for
   others: where the state is, and its hot variables, symbolic ones counting as one value. */
uint64_t similar_hash(struct machine *machine, struct query_count *counts,
                      const struct state *state);

#endif

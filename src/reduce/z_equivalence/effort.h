/* How much work comparing may take, and where it is spent. */
#ifndef REDUCE_Z_EQUIVALENCE_EFFORT_H
#define REDUCE_Z_EQUIVALENCE_EFFORT_H

#include "util/alloc.h"
#include "util/word_map.h"

#include <stdbool.h>
#include <stdint.h>

struct state;

/* What came of comparing at one place of the program. */
struct effort_place {
  uint32_t compared, dropped;
};

struct effort {
  uint64_t work;             /* that comparing took, in units of machine_work */
  uint64_t compared, earned; /* earned: work that dropped states pay for */
  struct word_map numbers;   /* of places, in the list + 1 */
  VEC(struct effort_place) places;
};

void effort_free(struct effort *effort);
/* The place that the state has come to. Valid until the next call. */
struct effort_place *effort_place(struct effort *effort, const struct state *state, int kind);
/* May states be compared there, after so much work of the whole run? */
bool effort_allows(const struct effort *effort, const struct effort_place *place, uint64_t total);
/* One was. */
void effort_add(struct effort *effort, struct effort_place *place, uint64_t work, bool is_dropped);

#endif

/* Applying annotations to states. */
#ifndef REDUCE_SUBSUME_APPLY_H
#define REDUCE_SUBSUME_APPLY_H

#include "exec/imply.h"
#include "reduce/shape/shape.h"

struct fact;
struct sites;
struct state;

enum {
  USELESS_CHECKS = 64, /* after which an annotation that never dropped a state is useless */
  MOST_FRAMES = 40     /* of a state that is looked at: comparing takes time for each of them */
};

/* Whether a state that fits the shape of a proven fact, with these values of its cells, is in none
   of its cubes. */
enum implication annotation_check(const struct sites *sites, struct state *state,
                                  const struct fact *fact, const expr_list *values);

#endif

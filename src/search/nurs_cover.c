/* Weights by coverage. nurs:md2u: 1 / d^2 for a state at distance d from uncovered code.
   nurs:covnew adds 1 / n^2, where n counts the instructions since the state last executed something
   new, minus a grace period: a state that has just found new code continues first. The constants
   are those of KLEE. */
#include "exec/coverage.h"
#include "exec/state.h"
#include "search/distance.h"
#include "search/search.h"
#include "search/strategy.h"
#include "search/weighted.h"
#include "util/alloc.h"

#include <stdlib.h>

enum {
  FAR = 10000, /* the distance if no uncovered code can be reached: the state is still picked
                  sometimes */
  GRACE = 1000 /* instructions */
};

struct coverage_weights {
  const struct coverage *coverage;
  struct distance *distance; /* owned */
};

static double inverse_square(double number) { return 1 / (number * number); }

static double weigh_distance(void *context, const struct state *state) {
  uint32_t distance = distance_of_state(((struct coverage_weights *)context)->distance, state);
  return inverse_square(distance == DISTANCE_NONE ? FAR : distance);
}

static double weigh_new_cover(void *context, const struct state *state) {
  uint64_t since = state->instructions - state->new_cover_at;
  return weigh_distance(context, state) + inverse_square(since > GRACE ? since - GRACE : 1);
}

static uint64_t version(const void *context) {
  return ((const struct coverage_weights *)context)->coverage->news;
}

static void free_weights(void *context) {
  distance_free(((struct coverage_weights *)context)->distance);
  free(context);
}

static const struct weighing by_distance = {
    .name = "nurs:md2u", .weigh = weigh_distance, .version = version, .free = free_weights};
static const struct weighing by_new_cover = {
    .name = "nurs:covnew", .weigh = weigh_new_cover, .version = version, .free = free_weights};

static struct coverage_weights *new_weights(const struct search_options *options) {
  struct coverage_weights *weights = alloc_zeroed(sizeof *weights);
  weights->coverage = options->coverage;
  weights->distance = distance_new(options->program, options->coverage);
  return weights;
}

struct searcher *strategy_distance(const struct strategy_setup *setup) {
  return weighted_new(setup, &by_distance, new_weights(setup->options));
}

struct searcher *strategy_new_cover(const struct strategy_setup *setup) {
  return weighted_new(setup, &by_new_cover, new_weights(setup->options));
}

/* Weights by the number of forks on a state's path: nurs:depth prefers long paths, nurs:rp short
   ones, by powers of two. As long as no path has ended, nurs:rp has the distribution of
   random-path; afterwards random-path gives the weight of ended paths to their neighbours in the
   execution tree, and nurs:rp does not. */
#include "exec/state.h"
#include "search/strategy.h"
#include "search/weighted.h"

#include <math.h>
#include <stddef.h>

/* Beyond this depth a power of two leaves the range of double. */
enum { DEEPEST = 1000 };

static double weigh_depth(void *context, const struct state *state) {
  (void)context;
  return 1.0 + state->depth;
}

static double weigh_random_depth(void *context, const struct state *state) {
  (void)context;
  return ldexp(1, -(int)(state->depth < DEEPEST ? state->depth : DEEPEST));
}

static const struct weighing by_depth = {.name = "nurs:depth", .weigh = weigh_depth};
static const struct weighing by_random_depth = {.name = "nurs:rp", .weigh = weigh_random_depth};

struct searcher *strategy_depth(const struct strategy_setup *setup) {
  return weighted_new(setup, &by_depth, NULL);
}

struct searcher *strategy_random_depth(const struct strategy_setup *setup) {
  return weighted_new(setup, &by_random_depth, NULL);
}

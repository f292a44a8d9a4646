/* Non-uniform random search: a state is picked with probability proportional to its weight, which a
   weighing defines. */
#ifndef SEARCH_WEIGHTED_H
#define SEARCH_WEIGHTED_H

#include <stdbool.h>
#include <stdint.h>

struct searcher;
struct state;
struct strategy_setup;

struct weighing {
  const char *name;
  /* Positive and finite. While a state waits, its weight may fall but never rise. */
  double (*weigh)(void *context, const struct state *state);
  /* Called when the state has arrived where it is now, before its weight is requested. The weight
     of the running state may be requested earlier, and is not relied on. NULL: not needed. */
  void (*arrive)(void *context, const struct state *state);
  /* Increases when weights of waiting states may have fallen; NULL: they never fall. */
  uint64_t (*version)(const void *context);
  void (*free)(void *context); /* NULL: nothing to free */
};

/* Takes the context, borrows the weighing. Returns owned. */
struct searcher *weighted_new(const struct strategy_setup *setup, const struct weighing *weighing,
                              void *context);

#endif

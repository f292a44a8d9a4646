/* Non-uniform random search: a state is picked with a likelihood in proportion to its
   weight. A weighing computes the weight. */
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
  /* The state has come to where it is now, and its weight will be asked for. That of the
     state that runs may be asked for before, and is not relied on. NULL: of no interest. */
  void (*arrive)(void *context, const struct state *state);
  /* Grows when weights of waiting states may have fallen; NULL: they never do. */
  uint64_t (*version)(const void *context);
  void (*free)(void *context); /* NULL: nothing to free */
};

/* Takes the context, borrows the weighing. Returns owned. */
struct searcher *weighted_new(const struct strategy_setup *setup, const struct weighing *weighing,
                              void *context);

#endif

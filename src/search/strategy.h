/* The constructors of the strategies. search.c lists them by name. */
#ifndef SEARCH_STRATEGY_H
#define SEARCH_STRATEGY_H

#include "exec/explore/searcher.h"
#include "util/random.h"

#include <stddef.h>

struct search_options;

struct strategy_setup {
  const struct search_options *options;
  struct random_source random; /* the strategy's own */
  uint32_t seat;               /* which of a state's seats belongs to the strategy */
};

/* All return owned. */
struct searcher *strategy_dfs(const struct strategy_setup *setup);
struct searcher *strategy_bfs(const struct strategy_setup *setup);
struct searcher *strategy_random_state(const struct strategy_setup *setup);
struct searcher *strategy_random_path(const struct strategy_setup *setup);
struct searcher *strategy_depth(const struct strategy_setup *setup);
struct searcher *strategy_random_depth(const struct strategy_setup *setup);
struct searcher *strategy_place_count(const struct strategy_setup *setup);
struct searcher *strategy_call_path_count(const struct strategy_setup *setup);
struct searcher *strategy_distance(const struct strategy_setup *setup);
struct searcher *strategy_new_cover(const struct strategy_setup *setup);

/* Wrappers; they take the wrapped strategies and borrow the array. */
struct searcher *strategy_interleave(struct searcher **inner, size_t count);
struct searcher *strategy_familiar_last(struct searcher *inner, uint32_t seat);
struct searcher *strategy_batch(struct searcher *inner, uint64_t instructions, double seconds);

#endif

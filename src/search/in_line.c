/* Depth first and breadth first: states are in a list and the first one runs. The two differ in
   where new states are inserted.

   Depth first, a state runs until it ends, then the one that it forked last: the list is that of
   the leaves of the execution tree, a state before its siblings. The state that forks continues,
   rather than its sibling, because its caches are warm.

   Breadth first is counted in forks: the first state runs until it forks, then both go to the end,
   so that all states have forked about equally often. A state that is interrupted before it forks
   stays the first; but one that waits to be merged with others goes to the end too, or the others
   would never arrive. */
#include "exec/state.h"
#include "search/state_line.h"
#include "search/strategy.h"

#include <stdlib.h>

struct in_line {
  struct searcher searcher;
  struct state_line line;
};

static void add_deep(struct searcher *searcher, struct state *state, struct state *parent) {
  state_line_add_after(&((struct in_line *)searcher)->line, state, parent);
}

static void add_broad(struct searcher *searcher, struct state *state, struct state *parent) {
  struct state_line *line = &((struct in_line *)searcher)->line;
  if (parent != NULL) state_line_move_last(line, parent);
  state_line_add_last(line, state);
}

static void update_broad(struct searcher *searcher, struct state *state) {
  if (state->is_waiting) state_line_move_last(&((struct in_line *)searcher)->line, state);
}

static void remove_state(struct searcher *searcher, struct state *state) {
  state_line_remove(&((struct in_line *)searcher)->line, state);
}

static struct state *pick(struct searcher *searcher) {
  return state_line_first(&((struct in_line *)searcher)->line);
}

static void free_searcher(struct searcher *searcher) {
  state_line_free(&((struct in_line *)searcher)->line);
  free(searcher);
}

static const struct searcher_class depth_first = {
    .name = "dfs", .add = add_deep, .remove = remove_state, .pick = pick, .free = free_searcher};
static const struct searcher_class breadth_first = {.name = "bfs",
                                                    .add = add_broad,
                                                    .remove = remove_state,
                                                    .pick = pick,
                                                    .update = update_broad,
                                                    .free = free_searcher};

static struct searcher *in_line_new(const struct searcher_class *class,
                                    const struct strategy_setup *setup) {
  struct in_line *all = alloc_zeroed(sizeof *all);
  all->searcher.class = class;
  state_line_init(&all->line, setup->seat);
  return &all->searcher;
}

struct searcher *strategy_dfs(const struct strategy_setup *setup) {
  return in_line_new(&depth_first, setup);
}

struct searcher *strategy_bfs(const struct strategy_setup *setup) {
  return in_line_new(&breadth_first, setup);
}

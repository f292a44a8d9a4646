/* States that a reducer thinks familiar run last: they agree with one that has been followed to all
   its ends in everything that seems to matter, but not in all that might (Bugrara and Engler,
   Redundant state detection for dynamic symbolic execution, USENIX ATC 2013, section 3.6).

   The inner strategy holds all states. As long as some are not familiar, it is asked again if it
   picks a familiar one; strategies that always answer the same, such as depth first, are overruled
   by the newest of the others. */
#include "exec/state.h"
#include "search/state_line.h"
#include "search/strategy.h"

#include <stdlib.h>

/* How often the inner strategy is asked. */
enum { MOST_PICKS = 4 };

struct familiar_last {
  struct searcher searcher;
  struct searcher *inner;   /* owned */
  struct state_line others; /* that are not familiar, the newest first */
};

/* Whether it is among the others; seats of states that no line holds are 0. */
static bool is_other(const struct familiar_last *all, const struct state *state) {
  return state->seats[all->others.seat] != 0;
}

static void leave(struct familiar_last *all, struct state *state) {
  if (!is_other(all, state)) return;
  state_line_remove(&all->others, state);
  state->seats[all->others.seat] = 0;
}

static void settle(struct familiar_last *all, struct state *state) {
  if (state->is_familiar)
    leave(all, state);
  else if (!is_other(all, state))
    state_line_add_after(&all->others, state, NULL);
}

static void add(struct searcher *searcher, struct state *state, struct state *parent) {
  struct familiar_last *all = (struct familiar_last *)searcher;
  all->inner->class->add(all->inner, state, parent);
  state->seats[all->others.seat] = 0; /* it is a copy of its parent */
  settle(all, state);
}

static void remove_state(struct searcher *searcher, struct state *state) {
  struct familiar_last *all = (struct familiar_last *)searcher;
  all->inner->class->remove(all->inner, state);
  leave(all, state);
}

static struct state *pick(struct searcher *searcher) {
  struct familiar_last *all = (struct familiar_last *)searcher;
  struct state *other = state_line_first(&all->others);
  struct state *picked = all->inner->class->pick(all->inner);
  for (unsigned i = 1; i < MOST_PICKS && other != NULL && picked->is_familiar; i++)
    picked = all->inner->class->pick(all->inner);
  return other != NULL && picked->is_familiar ? other : picked;
}

static void update(struct searcher *searcher, struct state *state) {
  struct familiar_last *all = (struct familiar_last *)searcher;
  if (all->inner->class->update != NULL) all->inner->class->update(all->inner, state);
  settle(all, state);
}

static void free_searcher(struct searcher *searcher) {
  struct familiar_last *all = (struct familiar_last *)searcher;
  all->inner->class->free(all->inner);
  state_line_free(&all->others);
  free(all);
}

static const struct searcher_class class = {.name = "familiar last",
                                            .add = add,
                                            .remove = remove_state,
                                            .pick = pick,
                                            .update = update,
                                            .free = free_searcher};

struct searcher *strategy_familiar_last(struct searcher *inner, uint32_t seat) {
  struct familiar_last *all = alloc_zeroed(sizeof *all);
  all->searcher.class = &class;
  all->inner = inner;
  state_line_init(&all->others, seat);
  return &all->searcher;
}

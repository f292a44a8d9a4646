/* Any state, all equally likely. */
#include "exec/state.h"
#include "search/strategy.h"
#include "util/alloc.h"
#include "util/fault.h"

#include <stdlib.h>

struct random_state {
  struct searcher searcher;
  VEC(struct state *) states;
  uint32_t seat;
  struct random_source random;
};

static void add(struct searcher *searcher, struct state *state, struct state *parent) {
  struct random_state *all = (struct random_state *)searcher;
  (void)parent;
  REQUIRE(all->states.count < UINT32_MAX);
  state->seats[all->seat] = (uint32_t)all->states.count;
  vec_push(&all->states, state);
}

/* The last state takes the seat of the removed one. */
static void remove_state(struct searcher *searcher, struct state *state) {
  struct random_state *all = (struct random_state *)searcher;
  uint32_t seat = state->seats[all->seat];
  REQUIRE(seat < all->states.count && all->states.data[seat] == state);
  struct state *last = vec_pop(&all->states);
  all->states.data[seat] = last;
  last->seats[all->seat] = seat;
}

static struct state *pick(struct searcher *searcher) {
  struct random_state *all = (struct random_state *)searcher;
  return all->states.data[random_draw_below(&all->random, all->states.count)];
}

static void free_searcher(struct searcher *searcher) {
  vec_free(&((struct random_state *)searcher)->states);
  free(searcher);
}

static const struct searcher_class class = {.name = "random-state",
                                            .add = add,
                                            .remove = remove_state,
                                            .pick = pick,
                                            .free = free_searcher};

struct searcher *strategy_random_state(const struct strategy_setup *setup) {
  struct random_state *all = alloc_zeroed(sizeof *all);
  all->searcher.class = &class;
  all->seat = setup->seat;
  all->random = setup->random;
  return &all->searcher;
}

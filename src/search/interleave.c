/* Several strategies that take turns, one pick each. Each of them holds all states. */
#include "search/strategy.h"
#include "util/alloc.h"

#include <stdlib.h>
#include <string.h>

struct interleave {
  struct searcher searcher;
  size_t count, next;
  struct searcher *inner[]; /* owned */
};

static void add(struct searcher *searcher, struct state *state, struct state *parent) {
  struct interleave *all = (struct interleave *)searcher;
  for (size_t i = 0; i < all->count; i++) all->inner[i]->class->add(all->inner[i], state, parent);
}

static void remove_state(struct searcher *searcher, struct state *state) {
  struct interleave *all = (struct interleave *)searcher;
  for (size_t i = 0; i < all->count; i++) all->inner[i]->class->remove(all->inner[i], state);
}

static struct state *pick(struct searcher *searcher) {
  struct interleave *all = (struct interleave *)searcher;
  struct searcher *turn = all->inner[all->next];
  all->next = (all->next + 1) % all->count;
  return turn->class->pick(turn);
}

static void update(struct searcher *searcher, struct state *state) {
  struct interleave *all = (struct interleave *)searcher;
  for (size_t i = 0; i < all->count; i++)
    if (all->inner[i]->class->update != NULL) all->inner[i]->class->update(all->inner[i], state);
}

static void free_searcher(struct searcher *searcher) {
  struct interleave *all = (struct interleave *)searcher;
  for (size_t i = 0; i < all->count; i++) all->inner[i]->class->free(all->inner[i]);
  free(all);
}

static const struct searcher_class class = {.name = "interleaved",
                                            .add = add,
                                            .remove = remove_state,
                                            .pick = pick,
                                            .update = update,
                                            .free = free_searcher};

struct searcher *strategy_interleave(struct searcher **inner, size_t count) {
  struct interleave *all = alloc_zeroed(sizeof *all + count * sizeof *inner);
  all->searcher.class = &class;
  all->count = count;
  memcpy(all->inner, inner, count * sizeof *inner);
  return &all->searcher;
}

/* Non-uniform random search over a tree of sums.

   A state is to be weighed when it is added and after it has run; this is done at the next pick,
   and a reducer that picks states by itself, as merging does, saves it altogether. The weights of
   waiting states may have fallen since (another state executed the code that made them
   interesting): weighing all of them again each time would be too expensive, and old weights would
   send the search to what is no longer new. So a state that is drawn is weighed again, and accepted
   with probability (weight now) / (weight stored), else another is drawn: since stored weights are
   never too small, the result has exactly the distribution of the true weights. After MAX_DRAWS
   rejections the state drawn last is taken, so that a pick among many states whose weights have all
   collapsed stays cheap; each draw corrects one weight.

   A state that is alone is not weighed: a program that never forks pays nothing for the analyses
   that a weighing may need. */
#include "search/weighted.h"

#include "exec/state.h"
#include "search/strategy.h"
#include "search/sum_tree.h"
#include "util/alloc.h"
#include "util/fault.h"

#include <stdlib.h>

enum { MAX_DRAWS = 64 };

struct holder {
  struct state *state;
  uint64_t version; /* of the weights, at the time of weighing */
  bool is_due;      /* to be weighed before the next draw */
};

struct weighted {
  struct searcher searcher;
  struct searcher_class class; /* the common class under the weighing's name */
  const struct weighing *weighing;
  void *context;
  VEC(struct holder) holders; /* item k of the tree is number k */
  VEC(uint32_t) due;          /* items; one may be there twice, or no longer due */
  struct sum_tree tree;
  uint32_t seat;
  struct random_source random;
};

static uint64_t current_version(const struct weighted *all) {
  return all->weighing->version == NULL ? 0 : all->weighing->version(all->context);
}

static double weigh(const struct weighted *all, const struct state *state) {
  double weight = all->weighing->weigh(all->context, state);
  REQUIRE(weight > 0);
  return weight;
}

static uint32_t item_of(const struct weighted *all, const struct state *state) {
  uint32_t item = state->seats[all->seat];
  REQUIRE(item < all->holders.count && all->holders.data[item].state == state);
  return item;
}

static void reweigh(struct weighted *all, uint32_t item) {
  struct holder *holder = &all->holders.data[item];
  sum_tree_set(&all->tree, item, weigh(all, holder->state));
  holder->version = current_version(all);
  holder->is_due = false;
}

/* Items that were moved leave their old numbers behind. */
static void compact_due(struct weighted *all) {
  vec_clear(&all->due);
  for (uint32_t i = 0; i < all->holders.count; i++)
    if (all->holders.data[i].is_due) vec_push(&all->due, i);
}

static void list_due(struct weighted *all, uint32_t item) {
  all->holders.data[item].is_due = true;
  vec_push(&all->due, item);
  if (all->due.count > 2 * all->holders.count + 16) compact_due(all);
}

static void weigh_due(struct weighted *all) {
  for (size_t i = 0; i < all->due.count; i++) {
    uint32_t item = all->due.data[i];
    if (item < all->holders.count && all->holders.data[item].is_due) reweigh(all, item);
  }
  vec_clear(&all->due);
}

static void add(struct searcher *searcher, struct state *state, struct state *parent) {
  struct weighted *all = (struct weighted *)searcher;
  (void)parent;
  REQUIRE(all->holders.count < UINT32_MAX);
  if (all->weighing->arrive != NULL) all->weighing->arrive(all->context, state);
  uint32_t item = (uint32_t)all->holders.count;
  state->seats[all->seat] = item;
  vec_push(&all->holders, ((struct holder){.state = state}));
  sum_tree_push(&all->tree, 1);
  list_due(all, item);
}

/* The last state takes the seat of the removed one. */
static void remove_state(struct searcher *searcher, struct state *state) {
  struct weighted *all = (struct weighted *)searcher;
  uint32_t item = item_of(all, state);
  struct holder last = vec_pop(&all->holders);
  if (last.state != state) {
    sum_tree_set(&all->tree, item, sum_tree_get(&all->tree, all->holders.count));
    all->holders.data[item] = last;
    last.state->seats[all->seat] = item;
    if (last.is_due) list_due(all, item);
  }
  sum_tree_pop(&all->tree);
}

static void update(struct searcher *searcher, struct state *state) {
  struct weighted *all = (struct weighted *)searcher;
  if (all->weighing->arrive != NULL) all->weighing->arrive(all->context, state);
  uint32_t item = item_of(all, state);
  if (!all->holders.data[item].is_due) list_due(all, item);
}

static struct state *pick(struct searcher *searcher) {
  struct weighted *all = (struct weighted *)searcher;
  if (all->holders.count == 1) return all->holders.data[0].state;
  weigh_due(all);
  uint64_t version = current_version(all);
  for (int draws = 1;; draws++) {
    uint32_t item = (uint32_t)sum_tree_draw(&all->tree, random_draw_unit(&all->random));
    struct holder *holder = &all->holders.data[item];
    if (holder->version == version) return holder->state;
    double noted = sum_tree_get(&all->tree, item);
    reweigh(all, item);
    double likelihood = sum_tree_get(&all->tree, item) / noted;
    if (draws == MAX_DRAWS || random_draw_unit(&all->random) < likelihood) return holder->state;
  }
}

static void free_searcher(struct searcher *searcher) {
  struct weighted *all = (struct weighted *)searcher;
  if (all->weighing->free != NULL) all->weighing->free(all->context);
  vec_free(&all->holders);
  vec_free(&all->due);
  sum_tree_free(&all->tree);
  free(all);
}

struct searcher *weighted_new(const struct strategy_setup *setup, const struct weighing *weighing,
                              void *context) {
  struct weighted *all = alloc_zeroed(sizeof *all);
  all->class = (struct searcher_class){.name = weighing->name,
                                       .add = add,
                                       .remove = remove_state,
                                       .pick = pick,
                                       .update = update,
                                       .free = free_searcher};
  all->searcher.class = &all->class;
  all->weighing = weighing;
  all->context = context;
  all->seat = setup->seat;
  all->random = setup->random;
  return &all->searcher;
}

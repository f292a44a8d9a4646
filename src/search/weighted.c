/* Non-uniform random search over a tree of sums.

   A state is weighed when it is added and after it has run. The weights of waiting states may have
   fallen since (another state executed the code that made them interesting): weighing all of them
   again each time would be too expensive, and old weights would send the search to what is no
   longer new. So a state that is drawn is weighed again, and accepted with probability (weight now)
   / (weight stored), else another is drawn: since stored weights are never too small, the result
   has exactly the distribution of the true weights. After MAX_DRAWS rejections the state drawn last
   is taken, so that a pick among many states whose weights have all collapsed stays cheap; each
   draw corrects one weight.

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
};

struct weighted {
  struct searcher searcher;
  struct searcher_class class; /* the common class under the weighing's name */
  const struct weighing *weighing;
  void *context;
  VEC(struct holder) holders; /* item k of the tree is number k */
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
}

static void add(struct searcher *searcher, struct state *state, struct state *parent) {
  struct weighted *all = (struct weighted *)searcher;
  (void)parent;
  REQUIRE(all->holders.count < UINT32_MAX);
  if (all->weighing->arrive != NULL) all->weighing->arrive(all->context, state);
  if (all->holders.count == 1) reweigh(all, 0);
  double weight = all->holders.count == 0 ? 1 : weigh(all, state);
  state->seats[all->seat] = (uint32_t)all->holders.count;
  vec_push(&all->holders, ((struct holder){state, current_version(all)}));
  sum_tree_push(&all->tree, weight);
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
  }
  sum_tree_pop(&all->tree);
}

static void update(struct searcher *searcher, struct state *state) {
  struct weighted *all = (struct weighted *)searcher;
  if (all->weighing->arrive != NULL) all->weighing->arrive(all->context, state);
  if (all->holders.count > 1) reweigh(all, item_of(all, state));
}

static struct state *pick(struct searcher *searcher) {
  struct weighted *all = (struct weighted *)searcher;
  if (all->holders.count == 1) return all->holders.data[0].state;
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

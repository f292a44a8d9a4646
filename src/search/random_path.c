/* Random path: from the root of the execution tree to a leaf, choosing a side at random at every
   fork (KLEE, OSDI 2008, section 3.4). States high up in the tree, which are the least constrained,
   are more likely; and a loop that forks in each iteration gets half of the time however many
   states it has made.

   The engine keeps the tree, so this strategy has no data of its own. */
#include "exec/explore/fork_tree.h"
#include "search/search.h"
#include "search/strategy.h"
#include "util/alloc.h"
#include "util/fault.h"

#include <stdlib.h>

struct random_path {
  struct searcher searcher;
  struct fork_node *const *root;
  struct random_source random;
};

static void ignore_add(struct searcher *searcher, struct state *state, struct state *parent) {
  (void)searcher, (void)state, (void)parent;
}

static void ignore_remove(struct searcher *searcher, struct state *state) {
  (void)searcher, (void)state;
}

static struct state *pick(struct searcher *searcher) {
  struct random_path *path = (struct random_path *)searcher;
  const struct fork_node *node = *path->root;
  uint64_t bits = 0;
  REQUIRE(node != NULL);
  for (unsigned left = 0; node->child[0] != NULL; left--) {
    if (left == 0) {
      bits = random_draw(&path->random);
      left = 64;
    }
    bool is_right = bits & 1;
    if (node->child[is_right]->is_asleep) is_right = !is_right;
    node = node->child[is_right];
    bits >>= 1;
  }
  return node->state;
}

static void free_searcher(struct searcher *searcher) { free(searcher); }

static const struct searcher_class class = {.name = "random-path",
                                            .add = ignore_add,
                                            .remove = ignore_remove,
                                            .pick = pick,
                                            .free = free_searcher};

struct searcher *strategy_random_path(const struct strategy_setup *setup) {
  struct random_path *path = alloc_zeroed(sizeof *path);
  path->searcher.class = &class;
  path->root = setup->options->fork_root;
  path->random = setup->random;
  return &path->searcher;
}

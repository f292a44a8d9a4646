/* The tree of sums. When a weight changes, the sums above it are recomputed rather than adjusted by
   the difference (as in a Fenwick tree): floating-point errors do not accumulate, and the sum of
   zeros stays zero. */
#include "search/sum_tree.h"

#include "util/alloc.h"
#include "util/fault.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

void sum_tree_free(struct sum_tree *tree) {
  free(tree->sums);
  *tree = (struct sum_tree){0};
}

static void grow(struct sum_tree *tree) {
  size_t leaf_count = tree->leaf_count == 0 ? 16 : 2 * tree->leaf_count;
  double *sums = alloc_zeroed(2 * leaf_count * sizeof *sums);
  if (tree->count != 0)
    memcpy(&sums[leaf_count], &tree->sums[tree->leaf_count], tree->count * sizeof *sums);
  for (size_t i = leaf_count - 1; i > 0; i--) sums[i] = sums[2 * i] + sums[2 * i + 1];
  free(tree->sums);
  tree->sums = sums;
  tree->leaf_count = leaf_count;
}

void sum_tree_set(struct sum_tree *tree, size_t item, double weight) {
  REQUIRE(item < tree->count && weight >= 0 && isfinite(weight));
  size_t node = tree->leaf_count + item;
  tree->sums[node] = weight;
  for (node /= 2; node > 0; node /= 2)
    tree->sums[node] = tree->sums[2 * node] + tree->sums[2 * node + 1];
}

void sum_tree_push(struct sum_tree *tree, double weight) {
  if (tree->count == tree->leaf_count) grow(tree);
  tree->count++;
  sum_tree_set(tree, tree->count - 1, weight);
}

void sum_tree_pop(struct sum_tree *tree) {
  sum_tree_set(tree, tree->count - 1, 0);
  tree->count--;
}

double sum_tree_total(const struct sum_tree *tree) {
  return tree->leaf_count == 0 ? 0 : tree->sums[1];
}

size_t sum_tree_draw(const struct sum_tree *tree, double unit) {
  double rest = unit * sum_tree_total(tree);
  size_t node = 1;
  REQUIRE(tree->leaf_count != 0 && tree->sums[1] > 0);
  while (node < tree->leaf_count) {
    double left = tree->sums[2 * node];
    node *= 2;
    /* Rounding may leave `rest` beyond the end; a side of weight 0 is never taken. */
    if (rest < left || tree->sums[node + 1] == 0) continue;
    rest -= left;
    node++;
  }
  return node - tree->leaf_count;
}

/* Weights of numbered items, and drawing an item with probability proportional to its weight;
   everything in logarithmic time. */
#ifndef SEARCH_SUM_TREE_H
#define SEARCH_SUM_TREE_H

#include <stddef.h>

/* A binary tree in an array: node k has the children 2k and 2k + 1 and holds the sum of
   their values; the leaves are the weights of the items, then zeros. */
struct sum_tree {
  double *sums;
  size_t leaf_count; /* a power of two, or 0 */
  size_t count;      /* of items */
};

void sum_tree_free(struct sum_tree *tree);
/* Adds an item, whose number is the previous count. Weights are finite and not negative. */
void sum_tree_push(struct sum_tree *tree, double weight);
/* Removes the item with the highest number. */
void sum_tree_pop(struct sum_tree *tree);
void sum_tree_set(struct sum_tree *tree, size_t item, double weight);
double sum_tree_total(const struct sum_tree *tree);
/* The item that corresponds to a number in [0, 1). The total must not be 0. An item of weight 0 is
   never drawn. */
size_t sum_tree_draw(const struct sum_tree *tree, double unit);

static inline double sum_tree_get(const struct sum_tree *tree, size_t item) {
  return tree->sums[tree->leaf_count + item];
}

#endif

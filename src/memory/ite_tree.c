/* The value is a binary trie on the bits of the offset: the places are split at the highest bit
   in which the first and the last differ. There is one ite less than there are places, and no
   more different conditions than the range has bits, each a bit of the offset. (Comparing with
   the middle place makes as many ites, but a comparator for each.) The depth, also of the
   recursion, is the number of bits. */
#include "memory/ite_tree.h"

#include "expr/expr.h"

struct ite_tree {
  struct exprs *exprs;
  struct expr *offset;
  const struct places *places;
  ite_tree_leaf *value;
  void *context;
};

/* Among the places first … last. */
static struct expr *build_among(const struct ite_tree *tree, uint64_t first, uint64_t last) {
  uint64_t low = place_offset(tree->places, first), high = place_offset(tree->places, last);
  if (first == last) return tree->value(low, tree->context);
  unsigned bit = 63 - (unsigned)__builtin_clzll(low ^ high);
  uint64_t border = high >> bit << bit; /* the least offset with this bit set */
  uint64_t middle = (border - tree->places->low + tree->places->step - 1) / tree->places->step;
  struct expr *below = build_among(tree, first, middle - 1);
  struct expr *above = build_among(tree, middle, last);
  return expr_ite(tree->exprs, expr_extract(tree->exprs, tree->offset, bit, 1), above, below);
}

struct expr *ite_tree_build(struct exprs *exprs, struct expr *offset, const struct places *places,
                            ite_tree_leaf *value, void *context) {
  struct ite_tree tree = {exprs, offset, places, value, context};
  return build_among(&tree, 0, places->count - 1);
}

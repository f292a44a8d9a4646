/* The value at a symbolic offset as a tree of ites over several places: private to src/memory. */
#ifndef MEMORY_ITE_TREE_H
#define MEMORY_ITE_TREE_H

#include <stdint.h>

struct expr;
struct exprs;

/* The places low, low + step, …, `count` of them. */
struct places {
  uint64_t low, step, count;
};

static inline uint64_t place_offset(const struct places *places, uint64_t number) {
  return places->low + number * places->step;
}

typedef struct expr *ite_tree_leaf(uint64_t offset, void *context);

/* The value at the place `offset`, which must be one of them. */
struct expr *ite_tree_build(struct exprs *exprs, struct expr *offset, const struct places *places,
                            ite_tree_leaf *value, void *context);

#endif

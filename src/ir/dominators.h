/* Dominators and postdominators. */
#ifndef IR_DOMINATORS_H
#define IR_DOMINATORS_H

#include <stdbool.h>
#include <stdint.h>

struct cfg;

#define DOMINATORS_NONE UINT32_MAX

/* Nodes are blocks; in a postdominator tree also the virtual exit, numbered
   cfg->block_count, which is the root. */
struct dominators {
  uint32_t node_count;
  uint32_t root;
  uint32_t *parent; /* the immediate dominator; NONE for the root and for nodes outside the tree */
  uint32_t *enter;  /* the subtree of n: the nodes whose enter is in enter[n] … leave[n] */
  uint32_t *leave;
  uint32_t *depth;
  /* Postdominators only: the blocks that have an arc to the virtual exit. Those
     with successors are the chosen exits of infinite loops. */
  bool *leads_to_exit;
};

/* Both are owned by the caller and contain only blocks that the entry reaches. */
struct dominators dominators_build(const struct cfg *cfg);
struct dominators postdominators_build(const struct cfg *cfg);
void dominators_free(struct dominators *dominators);

static inline bool dominators_has(const struct dominators *tree, uint32_t node) {
  return tree->enter[node] != DOMINATORS_NONE;
}
/* Does a dominate b (reflexively)? False if one is outside the tree. */
static inline bool dominators_covers(const struct dominators *tree, uint32_t a, uint32_t b) {
  return dominators_has(tree, a) && dominators_has(tree, b) && tree->enter[a] <= tree->enter[b] &&
         tree->enter[b] <= tree->leave[a];
}

#endif

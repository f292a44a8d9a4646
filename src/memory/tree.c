/* The persistent radix tree of an address space. The depth of recursion is the height of the
   tree, at most seven. */
#include "memory/tree.h"

#include "memory/object.h"
#include "util/pool.h"

#include <string.h>

struct tree tree_share(const struct tree *tree) {
  if (tree->root) tree->root->refs++;
  return *tree;
}

static void release_node(struct pool *pool, struct tree_node *node, unsigned level) {
  if (--node->refs != 0) return;
  for (int i = 0; i < TREE_FANOUT; i++) {
    if (node->child[i] == NULL) continue;
    if (level == 1)
      object_release(pool, node->child[i]);
    else
      release_node(pool, node->child[i], level - 1);
  }
  pool_give(pool, node, sizeof *node);
}

void tree_release(struct pool *pool, struct tree *tree) {
  if (tree->root) release_node(pool, tree->root, tree->height);
  *tree = (struct tree){0};
}

static struct tree_node *new_node(struct pool *pool) {
  struct tree_node *node = pool_take(pool, sizeof *node);
  memset(node, 0, sizeof *node);
  node->refs = 1;
  return node;
}

/* Unshares the node in *place; the children of level 1 are objects. */
static struct tree_node *own_node(struct pool *pool, struct tree_node **place, unsigned level) {
  struct tree_node *node = *place;
  if (node == NULL) return *place = new_node(pool);
  if (node->refs == 1) return node;
  struct tree_node *copy = pool_take(pool, sizeof *copy);
  *copy = *node;
  copy->refs = 1;
  node->refs--;
  for (int i = 0; i < TREE_FANOUT; i++) {
    if (copy->child[i] == NULL) continue;
    if (level == 1)
      ((struct object *)copy->child[i])->refs++;
    else
      ((struct tree_node *)copy->child[i])->refs++;
  }
  return *place = copy;
}

static void raise_height(struct pool *pool, struct tree *tree, uint32_t index) {
  while (tree->height * TREE_BITS < 32 && index >> (tree->height * TREE_BITS) != 0) {
    if (tree->root) {
      struct tree_node *above = new_node(pool);
      above->child[0] = tree->root;
      tree->root = above;
    }
    tree->height++;
  }
  if (tree->height == 0) tree->height = 1;
}

struct object **tree_own_place(struct pool *pool, struct tree *tree, uint32_t index) {
  raise_height(pool, tree, index);
  struct tree_node **place = &tree->root;
  for (unsigned level = tree->height;; level--) {
    struct tree_node *node = own_node(pool, place, level);
    node->sums = (struct tree_sums){0};
    void **child = &node->child[(index >> ((level - 1) * TREE_BITS)) & (TREE_FANOUT - 1)];
    if (level == 1) return (struct object **)child;
    place = (struct tree_node **)child;
  }
}

static int walk_node(const struct tree_node *node, unsigned level,
                     int (*visit)(struct object *object, void *context), void *context) {
  for (int i = 0; i < TREE_FANOUT; i++) {
    if (node->child[i] == NULL) continue;
    int stop = level == 1 ? visit(node->child[i], context)
                          : walk_node(node->child[i], level - 1, visit, context);
    if (stop) return stop;
  }
  return 0;
}

int tree_walk(const struct tree *tree, int (*visit)(struct object *object, void *context),
              void *context) {
  return tree->root ? walk_node(tree->root, tree->height, visit, context) : 0;
}

/* A node as seen from its own level or above: a lower tree is treated as if it were the leftmost
   subtree of one as high as the other. */
struct node_view {
  const struct tree_node *node; /* or NULL */
  unsigned level;
};

static void *view_child(struct node_view view, unsigned level, uint32_t number) {
  if (view.node == NULL) return NULL;
  if (view.level == level) return view.node->child[number];
  return number == 0 ? (void *)view.node : NULL;
}

static struct node_view view_below(struct node_view view, unsigned level, uint32_t number) {
  struct tree_node *child = view_child(view, level, number);
  return (struct node_view){child, view.level == level ? level - 1 : view.level};
}

static int walk_difference(struct node_view a, struct node_view b, unsigned level, uint32_t index,
                           tree_visit_difference *visit, void *context) {
  for (uint32_t i = 0; i < TREE_FANOUT; i++) {
    void *first = view_child(a, level, i), *second = view_child(b, level, i);
    if (first == second) continue;
    uint32_t below = index + (i << ((level - 1) * TREE_BITS));
    int stop = level == 1 ? visit(below, first, second, context)
                          : walk_difference(view_below(a, level, i), view_below(b, level, i),
                                            level - 1, below, visit, context);
    if (stop) return stop;
  }
  return 0;
}

int tree_walk_differences(const struct tree *a, const struct tree *b, tree_visit_difference *visit,
                          void *context) {
  unsigned level = a->height > b->height ? a->height : b->height;
  if (a->root == b->root) return 0;
  return walk_difference((struct node_view){a->root, a->height},
                         (struct node_view){b->root, b->height}, level, 0, visit, context);
}

static void walk_node_once(struct tree_node *node, unsigned level, uint32_t round,
                           void (*visit)(struct object *object, void *context), void *context) {
  if (node->round == round) return;
  node->round = round;
  for (int i = 0; i < TREE_FANOUT; i++) {
    if (node->child[i] == NULL) continue;
    if (level == 1)
      visit(node->child[i], context);
    else
      walk_node_once(node->child[i], level - 1, round, visit, context);
  }
}

void tree_walk_once(const struct tree *tree, uint32_t round,
                    void (*visit)(struct object *object, void *context), void *context) {
  if (tree->root) walk_node_once(tree->root, tree->height, round, visit, context);
}

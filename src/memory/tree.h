/* A persistent map from slot indices to objects: a radix tree of fan-out 16, as high as its
   largest index requires. Copying a tree takes a reference to its root; a change copies only the
   shared nodes on one path. The fan-out is a compromise: 32 saves a level in programs of 10^6
   objects; 16 halves what the first write after a fork copies, and forks are far more frequent. */
#ifndef MEMORY_TREE_H
#define MEMORY_TREE_H

#include <stddef.h>
#include <stdint.h>

struct object;
struct pool;

enum { TREE_BITS = 4, TREE_FANOUT = 1 << TREE_BITS };

/* Sums of the hashes of the objects below a node; see memory/content_hash.h. */
struct tree_sums {
  uint64_t live, all; /* both 0: unknown */
};

struct tree_node {
  uint32_t refs;
  uint32_t round : 31;          /* of the last tree_walk_once that visited it */
  uint32_t may_be_symbolic : 1; /* an object below, if the sums are known */
  struct tree_sums sums;
  void *child[TREE_FANOUT]; /* nodes, or objects at the lowest level; NULL where empty */
};

struct tree {
  struct tree_node *root; /* NULL when empty */
  unsigned height;        /* levels; an index of more than 4 * height bits is absent */
};

/* Returns the second owner of the same content, in constant time. */
struct tree tree_share(const struct tree *tree);
void tree_release(struct pool *pool, struct tree *tree);

/* Borrowed, or NULL. */
static inline struct object *tree_get(const struct tree *tree, uint32_t index) {
  unsigned shift = tree->height * TREE_BITS;
  if (shift < 32 && index >> shift != 0) return NULL;
  struct tree_node *node = tree->root;
  while (node != NULL && shift > TREE_BITS) {
    shift -= TREE_BITS;
    node = node->child[(index >> shift) & (TREE_FANOUT - 1)];
  }
  return node ? node->child[index & (TREE_FANOUT - 1)] : NULL;
}

/* The place of that index, on a path that only this tree owns; made if absent. The object in it
   may still be shared. Valid until the next change of the tree. The caller is assumed to change
   something there, so the sums on the path are invalidated. */
struct object **tree_own_place(struct pool *pool, struct tree *tree, uint32_t index);

/* Calls visit for each object in order of index; stops when it returns non-zero. */
int tree_walk(const struct tree *tree, int (*visit)(struct object *object, void *context),
              void *context);

/* Calls visit for each index at which the trees do not have the identical object, in order, with
   NULL for a missing object. Takes time proportional to the nodes that they do not share. Stops
   when visit returns non-zero, and returns that. */
typedef int tree_visit_difference(uint32_t index, struct object *a, struct object *b,
                                  void *context);
int tree_walk_differences(const struct tree *a, const struct tree *b, tree_visit_difference *visit,
                          void *context);

/* Calls visit for each object below nodes that no walk of this round has visited, over this tree
   or one that shares nodes with it. A round is not 0 and differs from the last one, which must
   have walked all trees. */
void tree_walk_once(const struct tree *tree, uint32_t round,
                    void (*visit)(struct object *object, void *context), void *context);

#endif

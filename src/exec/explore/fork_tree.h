/* The tree of forks: inner nodes are forks, leaves are the states that are alive. What has
   ended is cut off, and a fork with one branch left is passed over, so a walk from the
   root meets as many nodes as there are real choices. */
#ifndef EXEC_EXPLORE_FORK_TREE_H
#define EXEC_EXPLORE_FORK_TREE_H

#include <stdbool.h>
#include <stdint.h>

struct state;

struct fork_node {
  struct fork_node *parent;   /* NULL: the root */
  struct fork_node *child[2]; /* both or none */
  struct state *state;        /* leaf */
  bool is_asleep;             /* no state in it may run now */
};

/* The first state's leaf: the tree. Returns owned. */
struct fork_node *fork_tree_new(struct state *state);
/* state.leaf becomes a fork of state (left) and sibling (right); sets both their leaves. */
void fork_tree_split(struct state *state, struct state *sibling);
/* The state waits, or does not wait any more. */
void fork_tree_sleep(struct state *state, bool is_asleep);
/* Takes a leaf out; returns the root of what is left, NULL for nothing. */
struct fork_node *fork_tree_remove(struct fork_node *root, struct state *state);

#endif

/* The tree of forks. A node is a plain allocation, and never moves: a state's leaf stays
   its leaf until the state forks, whatever is cut off around it. */
#include "exec/explore/fork_tree.h"

#include "exec/state.h"
#include "util/alloc.h"

#include <stdlib.h>

static struct fork_node *new_leaf(struct fork_node *parent, struct state *state) {
  struct fork_node *leaf = alloc_bytes(sizeof *leaf);
  *leaf = (struct fork_node){.parent = parent, .state = state};
  state->leaf = leaf;
  return leaf;
}

struct fork_node *fork_tree_new(struct state *state) { return new_leaf(NULL, state); }

void fork_tree_split(struct state *state, struct state *sibling) {
  struct fork_node *fork = state->leaf;
  fork->state = NULL;
  fork->child[0] = new_leaf(fork, state);
  fork->child[1] = new_leaf(fork, sibling);
}

/* From a fork upwards. */
static void update_sleep(struct fork_node *fork) {
  for (; fork != NULL; fork = fork->parent) {
    bool is_asleep = fork->child[0]->is_asleep && fork->child[1]->is_asleep;
    if (fork->is_asleep == is_asleep) return;
    fork->is_asleep = is_asleep;
  }
}

void fork_tree_sleep(struct state *state, bool is_asleep) {
  state->leaf->is_asleep = is_asleep;
  update_sleep(state->leaf->parent);
}

struct fork_node *fork_tree_remove(struct fork_node *root, struct state *state) {
  struct fork_node *leaf = state->leaf, *fork = leaf->parent;
  state->leaf = NULL;
  if (fork == NULL) {
    free(leaf);
    return NULL;
  }
  struct fork_node *rest = fork->child[fork->child[0] == leaf], *above = fork->parent;
  rest->parent = above;
  if (above == NULL)
    root = rest;
  else
    above->child[above->child[1] == fork] = rest;
  update_sleep(above);
  free(leaf);
  free(fork);
  return root;
}

/* The tree of explored states, which stays.

   A node is a piece of a path: from where a state began, forked or was merged to where it forks, is
   merged or ends. Where states are merged, a node has several parents, so that the tree is a graph.
   A node is complete when its state has ended, or all nodes after it are complete; then the
   reducers are notified, nodes further down the path before those further up, so that facts can be
   computed backwards. What they note of a node stays until all its parents are complete.

   The tree is kept only in explorations with a reducer that is notified of complete nodes. */
#ifndef EXEC_EXPLORE_PATH_TREE_H
#define EXEC_EXPLORE_PATH_TREE_H

#include "exec/explore/reducer.h"
#include "exec/state.h"
#include "exec/trace.h"
#include "util/alloc.h"

#include <stdbool.h>
#include <stdint.h>

struct exploration;
struct machine;
struct path_node;

typedef VEC(struct path_node *) path_node_list;

struct path_node {
  uint64_t number; /* in order of creation */
  struct exploration *exploration;
  struct place begin, end; /* the instruction that it begins with, and the one at which it ends */
  path_node_list parents;  /* not complete yet; several if states were merged */
  path_node_list children; /* owned; none: its state has ended */
  struct state_end ending; /* of its state, if there are no children */
  uint32_t open;           /* children that are not complete, and 1 while its state is in it */
  uint32_t refs;           /* parents that are not complete, and who keeps it */
  bool is_complete;
  bool is_whole; /* is_complete: no path after it was cut off, no input left out, nothing
                    approximated */
  struct trace trace;
  void **notes; /* of the reducers, by their seats; owned */
};

/* The first node of an exploration. */
void path_tree_begin(struct machine *machine, struct state *state);
/* Both states begin new nodes. */
void path_tree_fork(struct machine *machine, struct state *state, struct state *sibling);
/* `into` stands for `from` from here on. */
void path_tree_join(struct machine *machine, struct state *into, struct state *from);
/* A state that takes the place of `state`, which is about to end. */
void path_tree_succeed(struct machine *machine, const struct state *state, struct state *successor);
/* The state has ended. Notifies the reducers of all nodes that are complete now. */
void path_tree_end(struct machine *machine, struct state *state, const struct state_end *end);

/* The node stays until it is released. Its trace does not. */
struct path_node *path_node_keep(struct path_node *node);
void path_node_release(struct machine *machine, struct path_node *node);
/* As those of a state. */
void *reducer_note_of_node(const struct reducer *reducer, const struct path_node *node);
void **reducer_place_of_node_note(const struct reducer *reducer, struct path_node *node);

#endif

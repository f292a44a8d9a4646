/* Keeping the tree of explored states. A parent owns its children until it is complete; before
   that, a node knows its parents only to count down what is open in them. */
#include "exec/explore/path_tree.h"

#include "exec/explore/exploration.h"
#include "exec/machine.h"
#include "util/fault.h"

#include <stdlib.h>

void *reducer_note_of_node(const struct reducer *reducer, const struct path_node *node) {
  return node->notes ? node->notes[reducer->seat] : NULL;
}

void **reducer_place_of_node_note(const struct reducer *reducer, struct path_node *node) {
  if (node->notes == NULL)
    node->notes = alloc_zeroed(reducer->set->list.count * sizeof *node->notes);
  return &node->notes[reducer->seat];
}

static struct path_node *new_node(struct machine *machine, struct state *state) {
  struct path_node *node = alloc_zeroed(sizeof *node);
  node->number = machine->next_node++;
  node->exploration = state->exploration;
  node->begin = node->end = state_place(state);
  node->open = 1;
  node->is_whole = true;
  state->node = node;
  return node;
}

static void add_child(struct path_node *parent, struct path_node *child) {
  vec_push(&parent->children, child);
  vec_push(&child->parents, parent);
  parent->open++;
  child->refs++;
}

/* The state leaves the node at its place. */
static struct path_node *leave(struct machine *machine, struct state *state) {
  struct path_node *node = state->node;
  node->end = state_place(state);
  node->open--;
  trace_close(machine, node);
  return node;
}

void path_tree_begin(struct machine *machine, struct state *state) {
  state->node = NULL;
  if (state->exploration->keeps_tree) new_node(machine, state)->refs = 1;
}

void path_tree_fork(struct machine *machine, struct state *state, struct state *sibling) {
  if (state->node == NULL) return;
  struct path_node *parent = leave(machine, state);
  add_child(parent, new_node(machine, state));
  add_child(parent, new_node(machine, sibling));
}

void path_tree_join(struct machine *machine, struct state *into, struct state *from) {
  if (into->node == NULL) return;
  struct path_node *parents[] = {leave(machine, into), leave(machine, from)};
  struct path_node *node = new_node(machine, into);
  for (unsigned i = 0; i < 2; i++) add_child(parents[i], node);
  from->node = NULL;
}

void path_tree_succeed(struct machine *machine, const struct state *state,
                       struct state *successor) {
  if (state->node != NULL) add_child(state->node, new_node(machine, successor));
}

struct path_node *path_node_keep(struct path_node *node) {
  node->refs++;
  return node;
}

void path_node_release(struct machine *machine, struct path_node *node) {
  const struct reducers *reducers = &node->exploration->reducers;
  if (--node->refs > 0) return;
  REQUIRE(node->is_complete);
  for (size_t i = 0; node->notes != NULL && i < reducers->list.count; i++) {
    struct reducer *reducer = reducers->list.data[i];
    if (node->notes[i] != NULL && reducer->class->forget) reducer->class->forget(reducer, node);
  }
  trace_free(machine, &node->trace);
  vec_free(&node->parents);
  vec_free(&node->children);
  free(node->notes);
  free(node);
}

/* Notifies the reducers of a node, and lets go of the nodes after it. */
static void complete(struct machine *machine, struct path_node *node) {
  const struct reducers *reducers = &node->exploration->reducers;
  node->is_complete = true;
  for (size_t i = 0; i < node->children.count; i++)
    node->is_whole &= node->children.data[i]->is_whole;
  for (size_t i = 0; i < reducers->list.count; i++) {
    struct reducer *reducer = reducers->list.data[i];
    if (reducer->class->complete != NULL) reducer->class->complete(reducer, node);
  }
  trace_free(machine, &node->trace);
  for (size_t i = 0; i < node->children.count; i++)
    path_node_release(machine, node->children.data[i]);
  vec_free(&node->children);
}

void path_tree_end(struct machine *machine, struct state *state, const struct state_end *end) {
  struct path_node *node = state->node;
  if (node == NULL) return; /* it was merged, or there is no tree */
  node->end = end->place;
  node->ending = *end;
  node->open--;
  if (end->cause == END_CUT_OFF || end->cause == END_ABANDONED) node->is_whole = false;
  trace_close(machine, node);
  state->node = NULL;
  path_node_list complete_ones = {0};
  if (node->open == 0) vec_push(&complete_ones, node);
  while (complete_ones.count > 0) {
    node = vec_pop(&complete_ones);
    complete(machine, node);
    bool is_root = node->parents.count == 0;
    for (size_t i = 0; i < node->parents.count; i++)
      if (--node->parents.data[i]->open == 0) vec_push(&complete_ones, node->parents.data[i]);
    vec_clear(&node->parents);
    if (is_root) path_node_release(machine, node);
  }
  vec_free(&complete_ones);
}

/* Solving the inclusions: the least sets that satisfy all edges and constraints.

   Members travel in waves (Pereira and Berlin: Wave propagation and deep propagation for pointer
   analysis, CGO 2009): nodes are visited sources first, each hands on only what is new since its
   last visit, and loads, stores and calls add edges on the way. Nodes on a cycle of plain edges
   have the same members; they are found when the nodes are put in order and become one (the cycle
   elimination of Fähndrich, Foster, Su and Aiken, PLDI 1998). The order is renewed when a fifth of
   the edges is new. Registers that get their members from the same place in the same way are one
   node from the start; that is a third of all edges.

   ensures: unless stopped, no edge and no constraint of any node would add a member. */
#include "analysis/points_to_state.h"

#include "ir/graph.h"

#include <stdlib.h>

enum { UNRANKED = UINT32_MAX, MAX_SHIFTS = 4096 };
#define MAX_NODES (1u << 26)

uint32_t points_to_new_node(struct points_to *points) {
  uint32_t number = (uint32_t)points->nodes.count;
  struct node node = {.parent = number, .rank = UNRANKED};
  vec_push(&points->nodes, node);
  if (number + 1 >= MAX_NODES) points->is_stopped = true;
  return number;
}

uint32_t points_to_find_node(struct points_to *points, uint32_t number) {
  struct node *nodes = points->nodes.data;
  while (nodes[number].parent != number) {
    nodes[number].parent = nodes[nodes[number].parent].parent;
    number = nodes[number].parent;
  }
  return number;
}

static void wait(struct points_to *points, uint32_t number) {
  struct node *node = &points->nodes.data[number];
  if (node->is_waiting) return;
  node->is_waiting = true;
  points->waiting_count++;
  if (node->rank == UNRANKED) vec_push(&points->waiting, number);
}

void points_to_add_location(struct points_to *points, uint32_t number, uint32_t location) {
  number = points_to_find_node(points, number);
  struct node *node = &points->nodes.data[number];
  if (!sparse_set_add(&node->all, location)) return;
  sparse_set_add(&node->fresh, location);
  wait(points, number);
}

/* One-to-one, as the keys of a word_map must be. */
static uint64_t mix(uint64_t key) {
  key ^= key >> 32;
  key *= 0x9e3779b97f4a7c15u;
  return key ^ key >> 29;
}

/* Beyond so many kinds of shifts, all others go anywhere in the object. */
static uint32_t number_shift(struct points_to *points, struct shift shift) {
  if (points->shifts.count == 0) vec_push(&points->shifts, (struct shift){0});
  if (shift.offset == 0 && shift.stride == 0 && shift.turn == TURN_NOTHING && !shift.widens &&
      !shift.ends_addresses)
    return 0;
  if (shift.stride > 1 && shift.offset >= 0) shift.offset %= shift.stride;
  for (size_t i = 1; i < points->shifts.count; i++)
    if (points->shifts.data[i].offset == shift.offset &&
        points->shifts.data[i].stride == shift.stride &&
        points->shifts.data[i].turn == shift.turn &&
        points->shifts.data[i].widens == shift.widens &&
        points->shifts.data[i].ends_addresses == shift.ends_addresses)
      return (uint32_t)i;
  if (points->shifts.count >= MAX_SHIFTS - 1)
    shift = (struct shift){SHIFT_DOWN, 1, TURN_TO_ADDRESS, true, false};
  vec_push(&points->shifts, shift);
  return (uint32_t)points->shifts.count - 1;
}

static uint32_t shifted(struct points_to *points, uint32_t location, uint32_t shift) {
  while (points->tables.count <= shift) vec_push(&points->tables, (struct shift_table){0});
  struct shift_table *table = &points->tables.data[shift];
  if (location >= table->count) {
    size_t count = location * 5 / 4 + 64;
    table->results = alloc_resize(table->results, count * sizeof *table->results);
    for (size_t i = table->count; i < count; i++) table->results[i] = 0;
    table->count = count;
  }
  if (table->results[location] == 0) {
    uint32_t result = abstracts_shift(&points->abstracts, location, points->shifts.data[shift]);
    table->results[location] = result == ABSTRACT_NONE ? ABSTRACT_NONE : result + 1;
  }
  return table->results[location] == ABSTRACT_NONE ? ABSTRACT_NONE : table->results[location] - 1;
}

static void send_shifted(struct points_to *points, uint32_t target, const struct sparse_set *set,
                         uint32_t shift) {
  for (uint32_t i = 0; i < set->count; i++)
    for (uint64_t bits = set->words[i].bits; bits != 0; bits &= bits - 1) {
      uint32_t location = set->words[i].index * 64 + (uint32_t)__builtin_ctzll(bits);
      uint32_t result = shifted(points, location, shift);
      if (result != ABSTRACT_NONE) points_to_add_location(points, target, result);
    }
}

static void send(struct points_to *points, const struct node_edge *edge,
                 const struct sparse_set *set) {
  uint32_t target = points_to_find_node(points, edge->target);
  if (edge->shift != 0) {
    send_shifted(points, target, set, edge->shift);
    return;
  }
  struct node *node = &points->nodes.data[target];
  if (sparse_set_unite_gained(&node->all, set, &node->fresh)) wait(points, target);
}

void points_to_add_edge(struct points_to *points, uint32_t from, uint32_t to, struct shift shift) {
  if (from == NODE_NONE || to == NODE_NONE) return;
  from = points_to_find_node(points, from);
  to = points_to_find_node(points, to);
  uint32_t number = number_shift(points, shift);
  if (from == to && number == 0) return;
  uint64_t key = (uint64_t)from << 38 | (uint64_t)to << 12 | number;
  uint64_t *is_known = word_map_place(&points->edge_set, mix(key));
  if (*is_known != 0) return;
  *is_known = 1;
  points->edge_count++;
  struct node_edge edge = {to, number};
  vec_push(&points->nodes.data[from].edges, edge);
  if (sparse_set_is_empty(&points->nodes.data[from].all)) return;
  if (from != to) {
    send(points, &edge, &points->nodes.data[from].all);
    return;
  }
  struct sparse_set copy = {0};
  sparse_set_unite(&copy, &points->nodes.data[from].all);
  send(points, &edge, &copy);
  sparse_set_free(&copy);
}

bool points_to_become(struct points_to *points, uint32_t number, uint32_t other) {
  if (number == NODE_NONE || other == NODE_NONE) return false;
  other = points_to_find_node(points, other);
  struct node *node = &points->nodes.data[number];
  bool is_new = node->parent == number && other != number && sparse_set_is_empty(&node->all) &&
                node->edges.count == 0 && node->constraints.count == 0;
  if (is_new) node->parent = other;
  return is_new;
}

/* True if the target has become the node that gets the same; else it is that node from now on. */
static bool is_derived(struct points_to *points, uint32_t from, uint32_t to, uint64_t how) {
  uint64_t *known = word_map_place(&points->derived, mix((uint64_t)from << 32 | how));
  if (*known != 0) return points_to_become(points, to, (uint32_t)*known - 1);
  *known = (uint64_t)to + 1;
  return false;
}

void points_to_derive(struct points_to *points, uint32_t from, uint32_t to, struct shift shift) {
  if (from == NODE_NONE || to == NODE_NONE) return;
  uint32_t number = number_shift(points, shift);
  if (number == 0 && points_to_become(points, to, from)) return;
  if (number != 0 && is_derived(points, points_to_find_node(points, from), to, number)) return;
  points_to_add_edge(points, from, to, shift);
}

void points_to_derive_load(struct points_to *points, uint32_t address, uint32_t to, uint64_t size) {
  if (address == NODE_NONE || to == NODE_NONE) return;
  uint64_t how = (uint64_t)MAX_SHIFTS + size;
  if (how <= UINT32_MAX && is_derived(points, points_to_find_node(points, address), to, how))
    return;
  points_to_add_constraint(points, address, (struct constraint){CONSTRAINT_LOAD, to, size});
}

static void meet(struct points_to *points, const struct constraint *constraint, uint32_t location) {
  const struct location *place = &points->abstracts.locations.data[location];
  if (points_to_is_any(points, location)) {
    if (place->piece == PIECE_NOT) points_to_meet_any(points, constraint);
    return;
  }
  if (place->piece != PIECE_NOT && constraint->kind != CONSTRAINT_ESCAPE) return;
  switch ((enum constraint_kind)constraint->kind) {
  case CONSTRAINT_LOAD:
    points_to_load(points, location, constraint->size, constraint->other);
    break;
  case CONSTRAINT_STORE:
    points_to_store(points, location, constraint->size, constraint->other);
    break;
  case CONSTRAINT_COPY: points_to_copy_arrives(points, constraint->other, location, true); break;
  case CONSTRAINT_PASTE: points_to_copy_arrives(points, constraint->other, location, false); break;
  case CONSTRAINT_CALL: {
    struct indirect_call call = points->indirect.data[constraint->other];
    const struct abstract_object *object = &points->abstracts.objects.data[place->object];
    if (object->kind == ABSTRACT_FUNC)
      points_to_call_function(points, call.instance, call.ins, object->number);
    break;
  }
  case CONSTRAINT_SUM: {
    /* The other term may be a distance from here to the object that its pieces are of. */
    struct sum sum = points->sums.data[constraint->other];
    const struct shift together = {.offset = SHIFT_DOWN, .stride = 1, .turn = TURN_TO_ADDRESS};
    points_to_add_edge(points, sum.b, sum.result, together);
    points_to_add_edge(points, sum.a, sum.result, together);
    break;
  }
  case CONSTRAINT_ESCAPE: points_to_escape(points, location); break;
  }
}

static void meet_all(struct points_to *points, const struct constraint *constraint,
                     const struct sparse_set *set) {
  for (uint32_t i = 0; i < set->count; i++)
    for (uint64_t bits = set->words[i].bits; bits != 0; bits &= bits - 1)
      meet(points, constraint, set->words[i].index * 64 + (uint32_t)__builtin_ctzll(bits));
}

void points_to_add_constraint(struct points_to *points, uint32_t number, struct constraint added) {
  if (number == NODE_NONE) return;
  number = points_to_find_node(points, number);
  vec_push(&points->nodes.data[number].constraints, added);
  struct sparse_set copy = {0};
  sparse_set_unite(&copy, &points->nodes.data[number].all);
  meet_all(points, &added, &copy);
  sparse_set_free(&copy);
}

/* Hands on what is fresh. Edges and constraints that are added meanwhile see to themselves. */
static void visit(struct points_to *points, uint32_t number) {
  struct node *node = &points->nodes.data[number];
  struct sparse_set fresh = node->fresh;
  node->fresh = (struct sparse_set){0};
  node->is_waiting = false;
  points->waiting_count--;
  points->work += (node->edges.count + node->constraints.count + 1) * (fresh.count + 1);
  for (size_t i = 0; i < points->nodes.data[number].edges.count; i++) {
    struct node_edge edge = points->nodes.data[number].edges.data[i];
    send(points, &edge, &fresh);
  }
  for (size_t i = 0; i < points->nodes.data[number].constraints.count; i++) {
    struct constraint constraint = points->nodes.data[number].constraints.data[i];
    meet_all(points, &constraint, &fresh);
  }
  sparse_set_free(&fresh);
}

/* What only one of the two had is fresh to the edges of the other. */
static void merge(struct points_to *points, uint32_t into, uint32_t number) {
  struct node *to = &points->nodes.data[into], *from = &points->nodes.data[number];
  struct sparse_set unseen = {0};
  from->parent = into;
  sparse_set_unite(&unseen, &from->fresh);
  sparse_set_unite_gained(&from->all, &to->all, &unseen);
  sparse_set_unite_gained(&to->all, &from->all, &unseen);
  sparse_set_unite(&to->fresh, &unseen);
  for (size_t i = 0; i < from->edges.count; i++) vec_push(&to->edges, from->edges.data[i]);
  for (size_t i = 0; i < from->constraints.count; i++)
    vec_push(&to->constraints, from->constraints.data[i]);
  if (from->is_waiting) points->waiting_count--;
  from->is_waiting = false;
  sparse_set_free(&unseen);
  sparse_set_free(&from->all);
  sparse_set_free(&from->fresh);
  vec_free(&from->edges);
  vec_free(&from->constraints);
  if (!sparse_set_is_empty(&to->fresh)) wait(points, into);
}

/* Plain edges between nodes that stand for themselves. Edges within one node, and those that
   merging has made the same, are dropped. */
static struct graph plain_graph(struct points_to *points) {
  VEC(struct graph_arc) arcs = {0};
  uint32_t *seen = alloc_zeroed(points->nodes.count * sizeof *seen); /* by target: source + 1 */
  for (uint32_t i = 0; i < points->nodes.count; i++) {
    struct node *node = &points->nodes.data[i];
    size_t kept = 0;
    for (size_t j = 0; j < node->edges.count; j++) {
      struct node_edge edge = node->edges.data[j];
      edge.target = points_to_find_node(points, edge.target);
      if (edge.shift == 0 && (edge.target == i || seen[edge.target] == i + 1)) continue;
      if (edge.shift == 0) seen[edge.target] = i + 1;
      node->edges.data[kept++] = edge;
      if (edge.shift == 0) vec_push(&arcs, ((struct graph_arc){i, edge.target, 0}));
    }
    node->edges.count = kept;
  }
  struct graph graph = graph_build((uint32_t)points->nodes.count, arcs.data, arcs.count);
  vec_free(&arcs);
  free(seen);
  return graph;
}

static void put_in_order(struct points_to *points) {
  struct graph graph = plain_graph(points);
  struct graph_components components = graph_find_components(&graph, NULL);
  vec_clear(&points->order);
  vec_clear(&points->waiting);
  for (uint32_t c = components.count; c > 0; c--) {
    uint32_t first = components.members[components.start[c - 1]];
    for (uint32_t i = components.start[c - 1] + 1; i < components.start[c]; i++)
      merge(points, first, components.members[i]);
    if (points->nodes.data[first].parent != first) continue;
    points->nodes.data[first].rank = (uint32_t)points->order.count;
    vec_push(&points->order, first);
  }
  points->ordered_edges = points->edge_count;
  graph_components_free(&components);
  graph_free(&graph);
}

static void visit_waiting(struct points_to *points, const uint32_t *list, size_t count) {
  for (size_t i = 0; i < count; i++) {
    if (points->nodes.data[list[i]].is_waiting) visit(points, list[i]);
    if (i % 256 == 0 && points_to_must_stop(points)) return;
  }
}

void points_to_solve(struct points_to *points) {
  for (;;) {
    while (points->done_instances < points->instances.count && !points_to_must_stop(points))
      points_to_generate(points, points->done_instances++);
    if (points_to_must_stop(points)) break;
    if (points->waiting_count == 0) break;
    if (points->order.count == 0 ||
        points->edge_count > points->ordered_edges + points->ordered_edges / 4 + 1000)
      put_in_order(points);
    visit_waiting(points, points->order.data, points->order.count);
    /* The list may grow and move while its nodes are visited. */
    for (size_t i = 0; i < points->waiting.count && !points->is_stopped; i++) {
      uint32_t number = points->waiting.data[i];
      if (points->nodes.data[number].is_waiting) visit(points, number);
      if (i % 256 == 0) points_to_must_stop(points);
    }
    vec_clear(&points->waiting);
  }
}

/* Directed graphs for the analyses: CFGs and call graphs, with hundreds of thousands of nodes, so
   nothing here recurses. Components are Tarjan's (Depth-first search and linear graph algorithms,
   1972), with an explicit stack of (node, next arc). */
#include "ir/graph.h"

#include "util/alloc.h"

#include <stdlib.h>

static uint32_t *new_numbers(size_t count) { return alloc_bytes(count * sizeof(uint32_t)); }

struct graph graph_build(uint32_t node_count, const struct graph_arc *arcs, size_t arc_count) {
  struct graph graph = {node_count, alloc_zeroed(((size_t)node_count + 1) * sizeof(uint32_t)),
                        new_numbers(arc_count), new_numbers(arc_count)};
  for (size_t i = 0; i < arc_count; i++) graph.start[arcs[i].from]++;
  uint32_t total = 0;
  for (uint32_t node = 0; node <= node_count; node++) {
    uint32_t degree = graph.start[node];
    graph.start[node] = total;
    total += node < node_count ? degree : 0;
  }
  uint32_t *next = new_numbers(node_count);
  for (uint32_t node = 0; node < node_count; node++) next[node] = graph.start[node];
  for (size_t i = 0; i < arc_count; i++) {
    uint32_t slot = next[arcs[i].from]++;
    graph.targets[slot] = arcs[i].to;
    graph.labels[slot] = arcs[i].label;
  }
  free(next);
  return graph;
}

struct graph graph_reverse(const struct graph *graph) {
  uint32_t arc_count = graph->start[graph->node_count];
  struct graph_arc *arcs = alloc_bytes(arc_count * sizeof *arcs);
  for (uint32_t node = 0; node < graph->node_count; node++)
    for (uint32_t i = graph->start[node]; i < graph->start[node + 1]; i++)
      arcs[i] = (struct graph_arc){graph->targets[i], node, graph->labels[i]};
  struct graph reverse = graph_build(graph->node_count, arcs, arc_count);
  free(arcs);
  return reverse;
}

void graph_free(struct graph *graph) {
  free(graph->start);
  free(graph->targets);
  free(graph->labels);
  *graph = (struct graph){0};
}

struct tarjan {
  const struct graph *graph;
  const bool *included;
  uint32_t *index; /* 0: not visited yet */
  uint32_t *low;
  uint32_t next_index;
  VEC(struct graph_frame) frames;
  VEC(uint32_t) open; /* visited, component not known yet */
  struct graph_components *result;
  uint32_t member_count;
};

static void visit(struct tarjan *tarjan, uint32_t node) {
  tarjan->index[node] = tarjan->low[node] = ++tarjan->next_index;
  vec_push(&tarjan->open, node);
  vec_push(&tarjan->frames, ((struct graph_frame){node, tarjan->graph->start[node]}));
}

static void close_component(struct tarjan *tarjan, uint32_t root) {
  struct graph_components *result = tarjan->result;
  uint32_t member;
  do {
    member = vec_pop(&tarjan->open);
    result->of_node[member] = result->count;
    result->members[tarjan->member_count++] = member;
  } while (member != root);
  result->start[++result->count] = tarjan->member_count;
}

static void lower(uint32_t *low, uint32_t value) {
  if (value < *low) *low = value;
}

static void leave(struct tarjan *tarjan) {
  uint32_t node = vec_pop(&tarjan->frames).node;
  if (tarjan->low[node] == tarjan->index[node]) close_component(tarjan, node);
  if (tarjan->frames.count != 0)
    lower(&tarjan->low[vec_last(&tarjan->frames).node], tarjan->low[node]);
}

static void follow(struct tarjan *tarjan, uint32_t node, uint32_t target) {
  if (tarjan->included != NULL && !tarjan->included[target]) return;
  if (tarjan->index[target] == 0)
    visit(tarjan, target);
  else if (tarjan->result->of_node[target] == GRAPH_NONE)
    lower(&tarjan->low[node], tarjan->index[target]);
}

static void search_from(struct tarjan *tarjan, uint32_t root) {
  visit(tarjan, root);
  while (tarjan->frames.count != 0) {
    struct graph_frame *frame = &vec_last(&tarjan->frames);
    if (frame->arc == tarjan->graph->start[frame->node + 1])
      leave(tarjan);
    else
      follow(tarjan, frame->node, tarjan->graph->targets[frame->arc++]);
  }
}

struct graph_components graph_find_components(const struct graph *graph, const bool *included) {
  size_t count = graph->node_count;
  struct graph_components result = {0, new_numbers(count), new_numbers(count + 1),
                                    new_numbers(count)};
  struct tarjan tarjan = {.graph = graph,
                          .included = included,
                          .index = alloc_zeroed(count * sizeof(uint32_t)),
                          .low = new_numbers(count),
                          .result = &result};
  for (size_t i = 0; i < count; i++) result.of_node[i] = GRAPH_NONE;
  result.start[0] = 0;
  for (uint32_t node = 0; node < count; node++)
    if (tarjan.index[node] == 0 && (included == NULL || included[node])) search_from(&tarjan, node);
  free(tarjan.index);
  free(tarjan.low);
  vec_free(&tarjan.frames);
  vec_free(&tarjan.open);
  return result;
}

void graph_components_free(struct graph_components *components) {
  free(components->of_node);
  free(components->start);
  free(components->members);
  *components = (struct graph_components){0};
}

bool graph_component_is_cyclic(const struct graph *graph, const struct graph_components *components,
                               uint32_t component) {
  uint32_t first = components->start[component];
  if (components->start[component + 1] - first > 1) return true;
  uint32_t node = components->members[first];
  for (uint32_t i = graph->start[node]; i < graph->start[node + 1]; i++)
    if (graph->targets[i] == node) return true;
  return false;
}

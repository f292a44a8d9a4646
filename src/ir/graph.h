/* Directed graphs in compressed rows, and their strongly connected components. */
#ifndef IR_GRAPH_H
#define IR_GRAPH_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#define GRAPH_NONE UINT32_MAX

struct graph_arc {
  uint32_t from, to;
  uint32_t label; /* free for the user */
};

/* The arcs of node n are number start[n] to start[n + 1] - 1 of targets and labels. */
struct graph {
  uint32_t node_count;
  uint32_t *start;
  uint32_t *targets;
  uint32_t *labels;
};

/* A position in a depth-first search with an explicit stack: a node and its next arc. */
struct graph_frame {
  uint32_t node, arc;
};

/* Owned by the caller. The arcs of a node keep the order they have in the array. */
struct graph graph_build(uint32_t node_count, const struct graph_arc *arcs, size_t arc_count);
/* The reversed arcs; those of a node are in order of their sources. */
struct graph graph_reverse(const struct graph *graph);
void graph_free(struct graph *graph);

/* Components are numbered so that an arc between two leads to the lower number. */
struct graph_components {
  uint32_t count;
  uint32_t *of_node; /* GRAPH_NONE for nodes that were left out */
  uint32_t *start;   /* of component c: members start[c] to start[c + 1] - 1 */
  uint32_t *members;
};

/* Owned by the caller. Only nodes with included[node] take part; NULL: all. */
struct graph_components graph_find_components(const struct graph *graph, const bool *included);
void graph_components_free(struct graph_components *components);
/* Does the component contain a cycle: several nodes, or one with an arc to itself? */
bool graph_component_is_cyclic(const struct graph *graph, const struct graph_components *components,
                               uint32_t component);

#endif

/* Dominator trees, by the algorithm of Lengauer and Tarjan (A fast algorithm for finding dominators
   in a flowgraph, 1979) with simple path compression: O(m log n) for any graph. The iteration of
   Cooper, Harvey and Kennedy is shorter, but quadratic on the deep ladders in generated code.

   requires: a CFG.
   ensures:  the trees hold exactly the blocks that the entry reaches; in the postdominator tree
             every one of them is below the virtual exit.

   Postdominance needs an exit that every block reaches. Where a region cannot be left (an infinite
   loop), its last block in reverse postorder gets an arc to the virtual exit: that is the latch of
   a plain endless loop, so the joins of the branches inside are still found. */
#include "ir/dominators.h"

#include "ir/cfg.h"
#include "util/alloc.h"

#include <stdlib.h>

/* Inside the algorithm nodes are named by their preorder number, 1 to count; 0 means none. */
struct finder {
  const struct graph *graph;
  uint32_t count;
  uint32_t *number;   /* node to preorder number */
  uint32_t *node;     /* and back */
  uint32_t *parent;   /* in the depth-first tree */
  uint32_t *semi;     /* semidominator */
  uint32_t *label;    /* node of least semidominator on the compressed path */
  uint32_t *ancestor; /* in the forest of linked nodes, 0 for a root */
  uint32_t *idom;
  uint32_t *bucket; /* first of the nodes whose semidominator this is */
  uint32_t *next_in_bucket;
  uint32_t *path; /* scratch stack of compress */
};

static uint32_t *new_numbers(uint32_t count) {
  return alloc_zeroed(((size_t)count + 1) * sizeof(uint32_t));
}

static void number_nodes(struct finder *finder, uint32_t root) {
  const struct graph *graph = finder->graph;
  VEC(struct graph_frame) frames = {0};
  finder->number[root] = ++finder->count;
  finder->node[finder->count] = root;
  vec_push(&frames, ((struct graph_frame){root, graph->start[root]}));
  while (frames.count != 0) {
    struct graph_frame *frame = &vec_last(&frames);
    if (frame->arc == graph->start[frame->node + 1]) {
      frames.count--;
      continue;
    }
    uint32_t target = graph->targets[frame->arc++];
    if (finder->number[target] != 0) continue;
    finder->number[target] = ++finder->count;
    finder->node[finder->count] = target;
    finder->parent[finder->count] = finder->number[frame->node];
    vec_push(&frames, ((struct graph_frame){target, graph->start[target]}));
  }
  vec_free(&frames);
}

/* Makes every node on the path from v to its root point to the child of the root, carrying the
   label of least semidominator down. */
static void compress(struct finder *finder, uint32_t v) {
  uint32_t length = 0;
  for (uint32_t u = v; finder->ancestor[finder->ancestor[u]] != 0; u = finder->ancestor[u])
    finder->path[length++] = u;
  while (length != 0) {
    uint32_t u = finder->path[--length], above = finder->ancestor[u];
    if (finder->semi[finder->label[above]] < finder->semi[finder->label[u]])
      finder->label[u] = finder->label[above];
    finder->ancestor[u] = finder->ancestor[above];
  }
}

static uint32_t evaluate(struct finder *finder, uint32_t v) {
  if (finder->ancestor[v] == 0) return v;
  compress(finder, v);
  return finder->label[v];
}

static void empty_bucket(struct finder *finder, uint32_t parent) {
  uint32_t v = finder->bucket[parent];
  finder->bucket[parent] = 0;
  for (; v != 0; v = finder->next_in_bucket[v]) {
    uint32_t u = evaluate(finder, v);
    finder->idom[v] = finder->semi[u] < finder->semi[v] ? u : parent;
  }
}

static void find_dominators(struct finder *finder, const struct graph *reverse) {
  for (uint32_t w = 1; w <= finder->count; w++) finder->semi[w] = finder->label[w] = w;
  for (uint32_t w = finder->count; w >= 2; w--) {
    uint32_t node = finder->node[w];
    for (uint32_t i = reverse->start[node]; i < reverse->start[node + 1]; i++) {
      uint32_t v = finder->number[reverse->targets[i]];
      if (v == 0) continue;
      uint32_t semi = finder->semi[evaluate(finder, v)];
      if (semi < finder->semi[w]) finder->semi[w] = semi;
    }
    finder->next_in_bucket[w] = finder->bucket[finder->semi[w]];
    finder->bucket[finder->semi[w]] = w;
    finder->ancestor[w] = finder->parent[w];
    empty_bucket(finder, finder->parent[w]);
  }
  for (uint32_t w = 2; w <= finder->count; w++)
    if (finder->idom[w] != finder->semi[w]) finder->idom[w] = finder->idom[finder->idom[w]];
}

/* A dominator's preorder number is less than that of the nodes it dominates, so sizes are summed in
   one downward pass and intervals assigned in one upward pass. */
static void number_tree(struct dominators *tree, const struct finder *finder) {
  uint32_t *size = new_numbers(finder->count);
  uint32_t *next = new_numbers(finder->count);
  for (uint32_t w = finder->count; w >= 1; w--) {
    size[w]++;
    if (w > 1) size[finder->idom[w]] += size[w];
  }
  for (uint32_t w = 1; w <= finder->count; w++) {
    uint32_t node = finder->node[w], up = finder->idom[w];
    tree->enter[node] = w == 1 ? 0 : next[up];
    tree->leave[node] = tree->enter[node] + size[w] - 1;
    tree->depth[node] = w == 1 ? 0 : tree->depth[finder->node[up]] + 1;
    tree->parent[node] = w == 1 ? DOMINATORS_NONE : finder->node[up];
    if (w != 1) next[up] += size[w];
    next[w] = tree->enter[node] + 1;
  }
  free(size);
  free(next);
}

static struct dominators build_tree(const struct graph *graph, const struct graph *reverse,
                                    uint32_t root) {
  uint32_t count = graph->node_count;
  struct dominators tree = {.node_count = count,
                            .root = root,
                            .parent = new_numbers(count),
                            .enter = new_numbers(count),
                            .leave = new_numbers(count),
                            .depth = new_numbers(count)};
  for (uint32_t i = 0; i < count; i++) tree.parent[i] = tree.enter[i] = DOMINATORS_NONE;
  struct finder finder = {.graph = graph};
  uint32_t **arrays[] = {&finder.number,   &finder.node, &finder.parent, &finder.semi,
                         &finder.label,    &finder.idom, &finder.bucket, &finder.next_in_bucket,
                         &finder.ancestor, &finder.path};
  for (size_t i = 0; i < sizeof arrays / sizeof *arrays; i++) *arrays[i] = new_numbers(count);
  if (root < count) {
    number_nodes(&finder, root);
    find_dominators(&finder, reverse);
    number_tree(&tree, &finder);
  }
  for (size_t i = 0; i < sizeof arrays / sizeof *arrays; i++) free(*arrays[i]);
  return tree;
}

struct dominators dominators_build(const struct cfg *cfg) {
  return build_tree(&cfg->successors, &cfg->predecessors, 0);
}

/* The block of an inescapable component that gets an arc to the virtual exit, or
   GRAPH_NONE if the component can be left or ends by itself. */
static uint32_t pick_exit(const struct cfg *cfg, const struct graph_components *components,
                          uint32_t component) {
  const struct graph *graph = &cfg->successors;
  uint32_t last = GRAPH_NONE;
  for (uint32_t i = components->start[component]; i < components->start[component + 1]; i++) {
    uint32_t block = components->members[i];
    if (graph->start[block] == graph->start[block + 1]) return GRAPH_NONE;
    for (uint32_t j = graph->start[block]; j < graph->start[block + 1]; j++)
      if (components->of_node[graph->targets[j]] != component) return GRAPH_NONE;
    if (last == GRAPH_NONE || cfg->position[block] > cfg->position[last]) last = block;
  }
  return last;
}

static void mark_exits(const struct cfg *cfg, bool *leads_to_exit) {
  const struct graph *graph = &cfg->successors;
  bool *is_reachable = alloc_zeroed(cfg->block_count);
  for (uint32_t i = 0; i < cfg->order_count; i++) {
    uint32_t block = cfg->order[i];
    is_reachable[block] = true;
    leads_to_exit[block] = graph->start[block] == graph->start[block + 1];
  }
  struct graph_components components = graph_find_components(graph, is_reachable);
  for (uint32_t i = 0; i < components.count; i++) {
    uint32_t block = pick_exit(cfg, &components, i);
    if (block != GRAPH_NONE) leads_to_exit[block] = true;
  }
  graph_components_free(&components);
  free(is_reachable);
}

struct dominators postdominators_build(const struct cfg *cfg) {
  uint32_t exit = cfg->block_count;
  bool *leads_to_exit = alloc_zeroed((size_t)cfg->block_count + 1);
  mark_exits(cfg, leads_to_exit);
  VEC(struct graph_arc) arcs = {0};
  for (uint32_t i = 0; i < cfg->order_count; i++) {
    uint32_t block = cfg->order[i];
    struct graph_arc arc = {exit, block, 0};
    if (leads_to_exit[block]) vec_push(&arcs, arc);
    for (uint32_t j = cfg->successors.start[block]; j < cfg->successors.start[block + 1]; j++) {
      arc.from = cfg->successors.targets[j];
      vec_push(&arcs, arc);
    }
  }
  struct graph graph = graph_build(exit + 1, arcs.data, arcs.count);
  struct graph reverse = graph_reverse(&graph);
  struct dominators tree = build_tree(&graph, &reverse, exit);
  tree.leads_to_exit = leads_to_exit;
  graph_free(&graph);
  graph_free(&reverse);
  vec_free(&arcs);
  return tree;
}

void dominators_free(struct dominators *dominators) {
  free(dominators->parent);
  free(dominators->enter);
  free(dominators->leave);
  free(dominators->depth);
  free(dominators->leads_to_exit);
  *dominators = (struct dominators){0};
}

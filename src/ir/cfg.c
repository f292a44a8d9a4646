/* The control flow graph: successors, predecessors, reverse postorder.

   requires: every block ends with a terminator whose edges exist.
   ensures:  order lists exactly the blocks that the entry reaches, each before its
             successors except along retreating edges; of two branches the first
             one named comes first, which is how a reader expects them.

   Jumps without an edge are not in the graph: calls that do not return, and longjmp back to
   setjmp. */
#include "ir/cfg.h"

#include "ir/operands.h"

#include <stdlib.h>

static struct graph build_successors(const struct ir_func *func) {
  VEC(struct graph_arc) arcs = {0};
  for (uint32_t block = 0; block < func->blocks.count; block++) {
    const struct ir_ins *end = ir_terminator(func, block);
    uint32_t count = ir_successor_count(end);
    for (uint32_t i = 0; i < count; i++) {
      uint32_t edge = ir_successor_edge(func, end, i);
      struct graph_arc arc = {block, func->edges.data[edge].target, edge};
      vec_push(&arcs, arc);
    }
  }
  struct graph graph = graph_build((uint32_t)func->blocks.count, arcs.data, arcs.count);
  vec_free(&arcs);
  return graph;
}

/* Successors are visited last to first, and the order is filled from its end. */
static void find_order(struct cfg *cfg) {
  const struct graph *graph = &cfg->successors;
  VEC(struct graph_frame) frames = {0};
  uint32_t *postorder = alloc_bytes(cfg->block_count * sizeof *postorder);
  bool *is_visited = alloc_zeroed(cfg->block_count);
  if (cfg->block_count != 0) {
    is_visited[0] = true;
    vec_push(&frames, ((struct graph_frame){0, graph->start[1]}));
  }
  while (frames.count != 0) {
    struct graph_frame *frame = &vec_last(&frames);
    if (frame->arc == graph->start[frame->node]) {
      postorder[cfg->order_count++] = frame->node;
      frames.count--;
      continue;
    }
    uint32_t target = graph->targets[--frame->arc];
    if (is_visited[target]) continue;
    is_visited[target] = true;
    vec_push(&frames, ((struct graph_frame){target, graph->start[target + 1]}));
  }
  for (uint32_t i = 0; i < cfg->order_count; i++) {
    uint32_t block = postorder[cfg->order_count - 1 - i];
    cfg->order[i] = block;
    cfg->position[block] = i;
  }
  free(is_visited);
  free(postorder);
  vec_free(&frames);
}

struct cfg cfg_build(const struct ir_func *func) {
  struct cfg cfg = {.block_count = (uint32_t)func->blocks.count};
  cfg.successors = build_successors(func);
  cfg.predecessors = graph_reverse(&cfg.successors);
  cfg.order = alloc_bytes(cfg.block_count * sizeof *cfg.order);
  cfg.position = alloc_bytes(cfg.block_count * sizeof *cfg.position);
  for (uint32_t i = 0; i < cfg.block_count; i++) cfg.position[i] = CFG_UNREACHABLE;
  find_order(&cfg);
  return cfg;
}

void cfg_free(struct cfg *cfg) {
  graph_free(&cfg->successors);
  graph_free(&cfg->predecessors);
  free(cfg->order);
  free(cfg->position);
  *cfg = (struct cfg){0};
}

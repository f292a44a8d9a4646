/* Effects of blocks and of the sides of branches. A side is the blocks that the edge leads to
   without passing the branch's immediate postdominator. */
#include "analysis/mod_ref_state.h"

#include "ir/cfg.h"
#include "ir/dominators.h"

#include <stdlib.h>

struct flow {
  struct cfg cfg;
  struct dominators postdominators;
};

static struct flow *flow_of(struct mod_ref *mod_ref, uint32_t func) {
  if (mod_ref->flows[func] == NULL) {
    struct flow *flow = alloc_zeroed(sizeof *flow);
    flow->cfg = cfg_build(mod_ref->program->funcs.data[func]);
    flow->postdominators = postdominators_build(&flow->cfg);
    mod_ref->flows[func] = flow;
  }
  return mod_ref->flows[func];
}

void mod_ref_free_flows(struct mod_ref *mod_ref) {
  for (size_t i = 0; mod_ref->flows != NULL && i < mod_ref->program->funcs.count; i++) {
    if (mod_ref->flows[i] == NULL) continue;
    dominators_free(&mod_ref->flows[i]->postdominators);
    cfg_free(&mod_ref->flows[i]->cfg);
    free(mod_ref->flows[i]);
  }
  free(mod_ref->flows);
}

void mod_ref_add_block(const struct mod_ref *mod_ref, uint32_t func, uint32_t block,
                       struct effects *effects) {
  const struct ir_block *b = &mod_ref->program->funcs.data[func]->blocks.data[block];
  const struct graph *list = &mod_ref->instances;
  for (uint32_t i = list->start[func]; i < list->start[func + 1]; i++) {
    if (!points_to_block_runs(mod_ref->points, list->targets[i], block)) continue;
    for (uint32_t ins = b->first; ins < b->first + b->count; ins++)
      mod_ref_add_ins(mod_ref, list->targets[i], ins, effects);
  }
}

void mod_ref_add_side(struct mod_ref *mod_ref, uint32_t func, uint32_t block, uint32_t edge,
                      struct effects *effects) {
  const struct flow *flow = flow_of(mod_ref, func);
  const struct graph *graph = &flow->cfg.successors;
  uint32_t end = flow->postdominators.parent[block];
  uint32_t first = mod_ref->program->funcs.data[func]->edges.data[edge].target;
  bool *is_seen = alloc_zeroed(flow->cfg.block_count + 1);
  VEC(uint32_t) work = {0};
  if (first != end) vec_push(&work, first);
  is_seen[first] = true;
  while (work.count != 0) {
    uint32_t number = vec_pop(&work);
    mod_ref_add_block(mod_ref, func, number, effects);
    for (uint32_t i = graph->start[number]; i < graph->start[number + 1]; i++) {
      uint32_t next = graph->targets[i];
      if (next == end || is_seen[next]) continue;
      is_seen[next] = true;
      vec_push(&work, next);
    }
  }
  vec_free(&work);
  free(is_seen);
}

/* Control dependence within functions, as slicing needs it: by controller. Calls that may not
   return are no ways out here: a path that ends early covers less, which is no harm (slice.c). */
#include "reduce/redundant/flow.h"

#include "ir/cfg.h"
#include "ir/control_dependence.h"
#include "ir/dominators.h"
#include "ir/ir.h"
#include "ir/loops.h"
#include "util/alloc.h"

#include <stdlib.h>
#include <string.h>

struct flows flows_new(const struct ir_program *program) {
  return (struct flows){.program = program,
                        .funcs = alloc_zeroed((program->funcs.count + 1) * sizeof(struct flow *))};
}

static void free_flow(struct flow *flow) {
  if (flow == NULL) return;
  for (uint32_t i = 0; i < flow->block_count; i++) bitset_free(&flow->controlled[i]);
  free(flow->controlled);
  bitset_free(&flow->places);
  free(flow->block_of);
  free(flow);
}

void flows_free(struct flows *flows) {
  for (size_t i = 0; flows->funcs != NULL && i < flows->program->funcs.count; i++)
    free_flow(flows->funcs[i]);
  free(flows->funcs);
  flows->funcs = NULL;
}

static void add_controlled(struct flow *flow, const struct control_dependence *control) {
  for (uint32_t block = 0; block < flow->block_count; block++)
    for (uint32_t i = control->start[block]; i < control->start[block + 1]; i++) {
      struct bitset *set = &flow->controlled[control->sources[i].controller];
      if (set->size == 0) *set = bitset_new(flow->block_count);
      bitset_add(set, block);
    }
}

/* Inside a loop joins are many, and what they have in common is found at its head soon enough:
   going on to there costs less than comparing. */
static void find_places(struct flow *flow, const struct cfg *cfg) {
  struct dominators tree = dominators_build(cfg);
  struct loops loops = loops_build(cfg, &tree);
  flow->places = bitset_new(flow->block_count + 1);
  for (uint32_t b = 0; b < flow->block_count; b++) {
    uint32_t ways = cfg->predecessors.start[b + 1] - cfg->predecessors.start[b];
    if (loops.of_block[b] == LOOPS_NONE ? ways > 1 : loops_is_header(&loops, b))
      bitset_add(&flow->places, b);
  }
  loops_free(&loops);
  dominators_free(&tree);
}

static struct flow *build(const struct ir_func *func) {
  struct flow *flow = alloc_zeroed(sizeof *flow);
  flow->block_count = (uint32_t)func->blocks.count;
  flow->block_of = alloc_bytes((func->ins.count + 1) * sizeof *flow->block_of);
  flow->controlled = alloc_zeroed((func->blocks.count + 1) * sizeof *flow->controlled);
  for (uint32_t block = 0; block < func->blocks.count; block++)
    for (uint32_t i = 0; i < func->blocks.data[block].count; i++)
      flow->block_of[func->blocks.data[block].first + i] = block;
  struct cfg cfg = cfg_build(func);
  find_places(flow, &cfg);
  struct dominators tree = postdominators_build(&cfg);
  struct control_dependence control = control_dependence_build(&cfg, &tree);
  add_controlled(flow, &control);
  flow->finds_end = func->is_library && func->has_body &&
                    (strcmp(func->name, "strlen") == 0 || strcmp(func->name, "strnlen") == 0);
  control_dependence_free(&control);
  dominators_free(&tree);
  cfg_free(&cfg);
  return flow;
}

const struct flow *flows_of(struct flows *flows, uint32_t func) {
  if (flows->funcs[func] == NULL) flows->funcs[func] = build(flows->program->funcs.data[func]);
  return flows->funcs[func];
}

struct bitset flows_side(struct flows *flows, uint32_t number, uint32_t block, uint32_t edge) {
  const struct ir_func *func = flows->program->funcs.data[number];
  struct cfg cfg = cfg_build(func);
  struct dominators tree = postdominators_build(&cfg);
  struct bitset side = bitset_new(func->blocks.count);
  VEC(uint32_t) work = {0};
  uint32_t end = tree.parent[block], first = func->edges.data[edge].target;
  if (first != end) bitset_add(&side, first), vec_push(&work, first);
  while (work.count != 0) {
    uint32_t at = vec_pop(&work);
    for (uint32_t i = cfg.successors.start[at]; i < cfg.successors.start[at + 1]; i++) {
      uint32_t next = cfg.successors.targets[i];
      if (next == end || bitset_has(&side, next)) continue;
      bitset_add(&side, next);
      vec_push(&work, next);
    }
  }
  vec_free(&work);
  dominators_free(&tree);
  cfg_free(&cfg);
  return side;
}

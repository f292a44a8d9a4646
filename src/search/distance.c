/* Distances to uncovered code (KLEE, OSDI 2008, section 3.4: the minimum distance to an
   uncovered instruction), interprocedural.

   For each block of the functions that were entered, the distance from its first instruction to
   uncovered code in the function or its callees is kept. The distance of a state is computed from
   these and the lengths of the paths to the returns of its frames, innermost first, until frames
   further down the stack cannot make it shorter.

   A function that was never entered is at distance 1 from its entry, so only those functions of the
   libc cost anything that were entered. With --cover, code that does not count is passed through as
   if it were covered, entered or not. Within a block only calls matter: once a block has begun,
   all its instructions are covered, except those after a call that has not returned.

   Coverage makes distances longer, never shorter. When new code is covered, its functions are
   recomputed, and their callers where the distance from the entry has changed, by components of the
   call graph, bottom-up. In a component of recursive functions all distances start again from
   DISTANCE_NONE: raising the old distances step by step would count round and round the cycle. */
#include "search/distance.h"

#include "exec/coverage.h"
#include "exec/state.h"
#include "exec/translate/code.h"
#include "ir/ir.h"
#include "search/flow.h"
#include "util/bitset.h"

#include <stdlib.h>

struct distance {
  const struct ir_program *program;
  const struct coverage *coverage;
  bool is_built;
  struct flow flow;
  uint32_t *entry;        /* per node: from its entry, without returning */
  uint32_t **blocks;      /* per function: per block; NULL: not entered yet */
  uint64_t *seen;         /* per function: how much of it was covered at the last update */
  uint64_t news;          /* coverage.news at the last update */
  struct bitset outdated; /* components */
  VEC(uint32_t) before;   /* distances of a component's nodes before they are recomputed */
};

struct distance *distance_new(const struct ir_program *program, const struct coverage *coverage) {
  struct distance *distance = alloc_zeroed(sizeof *distance);
  distance->program = program;
  distance->coverage = coverage;
  return distance;
}

void distance_free(struct distance *distance) {
  if (distance->is_built) {
    for (uint32_t i = 0; i < distance->flow.func_count; i++) free(distance->blocks[i]);
    flow_free(&distance->flow);
    bitset_free(&distance->outdated);
    free(distance->entry);
    free(distance->blocks);
    free(distance->seen);
    vec_free(&distance->before);
  }
  free(distance);
}

static bool is_covered(const struct distance *distance, uint32_t func, uint32_t block,
                       uint32_t ins) {
  const struct func_coverage *covered = &distance->coverage->funcs[func];
  const struct flow_func *flow = &distance->flow.funcs[func];
  if (!coverage_wants(distance->coverage, distance->program, func)) return true;
  if (!covered->is_entered || !covered->blocks[block]) return false;
  for (uint32_t i = flow->first_call[block]; i < flow->first_call[block + 1]; i++) {
    if (flow->calls.data[i].ins >= ins) return true;
    if (!covered->calls[flow->calls.data[i].number]) return false;
  }
  return true;
}

static uint32_t distance_from(const struct distance *distance, uint32_t func, uint32_t block,
                              uint32_t ins) {
  const struct func_coverage *covered = &distance->coverage->funcs[func];
  bool is_wanted = coverage_wants(distance->coverage, distance->program, func);
  const struct flow *flow = &distance->flow;
  const struct flow_func *here = &flow->funcs[func];
  const struct ir_block *b = &distance->program->funcs.data[func]->blocks.data[block];
  uint32_t best = DISTANCE_NONE, length = 0, next = ins;
  if (!is_covered(distance, func, block, ins)) return 1;
  for (uint32_t i = flow_call_from(here, block, ins); i < here->first_call[block + 1]; i++) {
    const struct flow_call *call = &here->calls.data[i];
    length = flow_sum(length, call->ins + 1 - next);
    next = call->ins + 1;
    best = flow_least(best, flow_sum(length, distance->entry[call->target]));
    length = flow_sum(length, flow->through[call->target]);
    if (length >= best) return best;
    if (is_wanted && !covered->calls[call->number]) return flow_least(best, flow_sum(length, 1));
  }
  length = flow_sum(length, b->first + b->count - next);
  const struct graph *successors = &here->cfg.successors;
  for (uint32_t i = successors->start[block]; i < successors->start[block + 1]; i++) {
    uint32_t rest = distance->blocks[func][successors->targets[i]];
    best = flow_least(best, flow_sum(length, rest));
  }
  return best;
}

/* True if the distance from the entry has become shorter. */
static bool relax_func(struct distance *distance, uint32_t func) {
  const struct ir_func *f = distance->program->funcs.data[func];
  const struct cfg *cfg = &distance->flow.funcs[func].cfg;
  uint32_t *blocks = distance->blocks[func];
  for (bool has_changed = true; has_changed;) {
    has_changed = false;
    for (uint32_t i = cfg->order_count; i-- > 0;) {
      uint32_t block = cfg->order[i];
      uint32_t length = distance_from(distance, func, block, f->blocks.data[block].first);
      has_changed |= length < blocks[block];
      blocks[block] = length;
    }
  }
  bool is_shorter = blocks[0] < distance->entry[func];
  distance->entry[func] = blocks[0];
  return is_shorter;
}

/* A function that was not entered keeps its initial distance. */
static bool can_change(const struct distance *distance, uint32_t node) {
  return node >= distance->flow.func_count || distance->blocks[node] != NULL;
}

static bool relax_node(struct distance *distance, uint32_t node) {
  const struct flow *flow = &distance->flow;
  if (!can_change(distance, node)) return false;
  if (node < flow->func_count) return relax_func(distance, node);
  uint32_t length = DISTANCE_NONE;
  for (uint32_t i = flow->callees.start[node]; i < flow->callees.start[node + 1]; i++)
    length = flow_least(length, distance->entry[flow->callees.targets[i]]);
  bool is_shorter = length < distance->entry[node];
  distance->entry[node] = length;
  return is_shorter;
}

static void reset_node(struct distance *distance, uint32_t node) {
  if (!can_change(distance, node)) return;
  distance->entry[node] = DISTANCE_NONE;
  if (node >= distance->flow.func_count) return;
  for (uint32_t i = 0; i < distance->flow.funcs[node].cfg.block_count; i++)
    distance->blocks[node][i] = DISTANCE_NONE;
}

static void mark_callers(struct distance *distance, uint32_t node) {
  const struct flow *flow = &distance->flow;
  const uint32_t *components = flow->components.of_node;
  for (uint32_t i = flow->callers.start[node]; i < flow->callers.start[node + 1]; i++) {
    uint32_t caller = flow->callers.targets[i];
    if (components[caller] != components[node] && can_change(distance, caller))
      bitset_add(&distance->outdated, components[caller]);
  }
}

static void work_out(struct distance *distance, uint32_t component) {
  const struct flow *flow = &distance->flow;
  const struct graph_components *components = &flow->components;
  uint32_t start = components->start[component], end = components->start[component + 1];
  bool is_cyclic = graph_component_is_cyclic(&flow->callees, components, component);
  vec_clear(&distance->before);
  for (uint32_t i = start; i < end; i++) {
    vec_push(&distance->before, distance->entry[components->members[i]]);
    reset_node(distance, components->members[i]);
  }
  for (bool has_changed = true; has_changed;) {
    has_changed = false;
    for (uint32_t i = start; i < end; i++)
      has_changed |= relax_node(distance, components->members[i]);
    if (!is_cyclic) break;
  }
  for (uint32_t i = start; i < end; i++)
    if (distance->entry[components->members[i]] != distance->before.data[i - start])
      mark_callers(distance, components->members[i]);
}

static void make_outdated(struct distance *distance, uint32_t func) {
  size_t count = distance->program->funcs.data[func]->blocks.count;
  if (distance->blocks[func] == NULL)
    distance->blocks[func] = alloc_bytes(count * sizeof(uint32_t));
  bitset_add(&distance->outdated, distance->flow.components.of_node[func]);
}

static void build_func(struct distance *distance, uint32_t func) {
  bool has_body = distance->program->funcs.data[func]->has_body;
  distance->entry[func] = has_body ? 1 : DISTANCE_NONE;
  if (has_body && !coverage_wants(distance->coverage, distance->program, func))
    make_outdated(distance, func);
}

static void build(struct distance *distance) {
  distance->is_built = true;
  distance->flow = flow_build(distance->program);
  uint32_t func_count = distance->flow.func_count, node_count = distance->flow.node_count;
  distance->entry = alloc_bytes(node_count * sizeof(uint32_t));
  distance->blocks = alloc_zeroed(func_count * sizeof(uint32_t *));
  distance->seen = alloc_zeroed(func_count * sizeof(uint64_t));
  distance->outdated = bitset_new(distance->flow.components.count);
  for (uint32_t i = 0; i < func_count; i++) build_func(distance, i);
  for (uint32_t i = func_count; i < node_count; i++) relax_node(distance, i);
}

static uint64_t count_bytes(const uint8_t *bytes, size_t count) {
  uint64_t sum = 0;
  for (size_t i = 0; i < count; i++) sum += bytes[i];
  return sum;
}

static uint64_t count_covered(const struct ir_func *func, const struct func_coverage *covered) {
  if (!covered->is_entered) return 0;
  return 1 + count_bytes(covered->blocks, func->blocks.count) +
         count_bytes(covered->calls, func->calls.count);
}

static void refresh(struct distance *distance) {
  if (distance->is_built && distance->news == distance->coverage->news) return;
  if (!distance->is_built) build(distance);
  distance->news = distance->coverage->news;
  for (uint32_t i = 0; i < distance->flow.func_count; i++) {
    const struct ir_func *func = distance->program->funcs.data[i];
    uint64_t count = count_covered(func, &distance->coverage->funcs[i]);
    if (count == distance->seen[i]) continue;
    distance->seen[i] = count;
    make_outdated(distance, i);
  }
  size_t component = bitset_next(&distance->outdated, 0);
  while (component != BITSET_NONE) {
    bitset_remove(&distance->outdated, component);
    work_out(distance, (uint32_t)component);
    component = bitset_next(&distance->outdated, component);
  }
}

uint32_t distance_of_place(struct distance *distance, uint32_t func, uint32_t ins) {
  refresh(distance);
  return distance_from(distance, func, flow_block_of(&distance->flow, func, ins), ins);
}

uint32_t distance_of_state(struct distance *distance, const struct state *state) {
  struct place place = state_place(state);
  uint32_t best = DISTANCE_NONE, length = 0;
  refresh(distance);
  for (const struct frame *frame = state->top;; frame = frame->caller) {
    uint32_t block = flow_block_of(&distance->flow, place.func, place.ins);
    uint32_t local = distance_from(distance, place.func, block, place.ins);
    best = flow_least(best, flow_sum(length, local));
    uint32_t way_out = flow_to_return(&distance->flow, place.func, block, place.ins);
    length = flow_sum(length, way_out);
    if (length >= best || frame->caller == NULL) return best;
    const struct code *code = frame->caller->code;
    place.func = code->func->number;
    place.ins = (uint32_t)(code_origin(code, frame->call) - code->func->ins.data) + 1;
  }
}

/* Which functions may halt: end the program, the path, or the frame otherwise than by returning.
   Calls of them are ways out of the blocks they are in ("embedded halts": Sinha, Harrold and
   Rothermel, Interprocedural control dependence, TOSEM 2001, section 3.2). Control dependence is
   that of the flow graphs with these ways added.

   Whether a call returns is found for the instances of points-to analysis, which keeps calls with
   different numbers apart: all system calls go through one function, and only one of them exits. */
#include "analysis/influence_state.h"

#include "analysis/builtin_effects.h"
#include "analysis/points_to.h"
#include "analysis/sparse_set.h"
#include "ir/call_graph.h"
#include "ir/cfg.h"
#include "ir/dominators.h"
#include "ir/operands.h"

#include <stdlib.h>

static bool builtin_halts(const struct ir_func *callee) {
  const struct builtin_effect *effect = builtin_effect_find(callee->name);
  return effect == NULL || effect->returns != RETURN_ALWAYS;
}

/* Ends some paths and not others. */
static bool builtin_checks(const struct ir_func *callee) {
  const struct builtin_effect *effect = builtin_effect_find(callee->name);
  return effect == NULL || effect->returns == RETURN_MAYBE;
}

/* Through a pointer. */
static bool may_call_builtin(const struct influence *influence, const struct ir_func *func,
                             uint32_t ins) {
  const struct abstracts *abstracts = points_to_abstracts(influence->points);
  struct sparse_set set = {0};
  bool halts = false;
  points_to_collect(influence->points, func->number, func->ins.data[ins].a, &set);
  for (SPARSE_EACH(member, &set)) {
    const struct abstract_object *object =
        &abstracts->objects.data[abstracts->locations.data[member].object];
    halts |= object->kind == ABSTRACT_ANY && !points_to_excludes_wild(influence->points);
    if (object->kind != ABSTRACT_FUNC) continue;
    const struct ir_func *callee = influence->program->funcs.data[object->number];
    halts |= !callee->has_body && builtin_halts(callee);
  }
  sparse_set_free(&set);
  return halts;
}

bool influence_call_halts(const struct influence *influence, const struct ir_func *func,
                          uint32_t ins) {
  uint32_t direct = call_graph_direct_callee(func, &func->ins.data[ins]);
  if (direct != GRAPH_NONE && !influence->program->funcs.data[direct]->has_body)
    return builtin_halts(influence->program->funcs.data[direct]);
  const struct graph *graph = &influence->callees;
  for (uint32_t i = graph->start[func->number]; i < graph->start[func->number + 1]; i++)
    if (graph->labels[i] == ins && influence->arc_halts[i]) return true;
  return direct == GRAPH_NONE && may_call_builtin(influence, func, ins);
}

static bool ins_halts(const struct influence *influence, const struct ir_func *func,
                      uint32_t number) {
  switch (func->ins.data[number].op) {
  case IR_CALL: return influence_call_halts(influence, func, number);
  case IR_UNREACHABLE:
  case IR_TRAP:
  case IR_LONGJMP:
  case IR_GUARD: return true;
  default: return false;
  }
}

/* Does a condition of its own decide whether the path goes on after the instruction, or where? A
   pointer decides which function is entered. */
static bool is_check(const struct influence *influence, const struct ir_func *func,
                     uint32_t number) {
  const struct ir_ins *ins = &func->ins.data[number];
  if (ins->op == IR_GUARD) return true;
  if (ins->op != IR_CALL) return false;
  uint32_t direct = call_graph_direct_callee(func, ins);
  if (direct == GRAPH_NONE) return true;
  const struct ir_func *callee = influence->program->funcs.data[direct];
  return !callee->has_body && builtin_checks(callee);
}

/* For another reason than that a function which it calls does. */
static bool func_halts(const struct influence *influence, const struct ir_func *func,
                       const struct cfg *cfg, const struct dominators *postdominators) {
  for (uint32_t i = 0; i < cfg->order_count; i++) {
    uint32_t block = cfg->order[i];
    const struct ir_block *b = &func->blocks.data[block];
    bool is_endless = postdominators->leads_to_exit[block] &&
                      cfg->successors.start[block] != cfg->successors.start[block + 1];
    if (is_endless) return true;
    for (uint32_t j = b->first; j < b->first + b->count; j++)
      if (ins_halts(influence, func, j)) return true;
  }
  return influence->options.loops_may_not_end && cfg->order_count > 1;
}

/* The same graph with one more node, which the blocks that may halt lead to. */
static struct cfg with_halts(const struct cfg *cfg, const bool *may_halt) {
  VEC(struct graph_arc) arcs = {0};
  uint32_t end = cfg->block_count;
  for (uint32_t block = 0; block < cfg->block_count; block++) {
    const struct graph *graph = &cfg->successors;
    for (uint32_t i = graph->start[block]; i < graph->start[block + 1]; i++)
      vec_push(&arcs, ((struct graph_arc){block, graph->targets[i], graph->labels[i]}));
    if (may_halt[block]) vec_push(&arcs, ((struct graph_arc){block, end, IR_NONE}));
  }
  struct cfg result = {.block_count = end + 1, .order_count = cfg->order_count};
  result.successors = graph_build(end + 1, arcs.data, arcs.count);
  result.predecessors = graph_reverse(&result.successors);
  result.order = alloc_bytes((end + 1) * sizeof *result.order);
  result.position = alloc_bytes((end + 1) * sizeof *result.position);
  for (uint32_t i = 0; i < cfg->order_count; i++) result.order[i] = cfg->order[i];
  for (uint32_t i = 0; i < end; i++) result.position[i] = cfg->position[i];
  result.position[end] = CFG_UNREACHABLE;
  for (uint32_t i = 0; i < cfg->order_count; i++)
    if (may_halt[cfg->order[i]]) result.position[end] = cfg->order_count;
  if (result.position[end] != CFG_UNREACHABLE) result.order[result.order_count++] = end;
  vec_free(&arcs);
  return result;
}

static void mark_halts(const struct influence *influence, const struct ir_func *func,
                       const struct cfg *cfg, bool *may_halt) {
  for (uint32_t block = 0; block < func->blocks.count; block++) {
    const struct ir_block *b = &func->blocks.data[block];
    for (uint32_t j = b->first; j < b->first + b->count; j++)
      may_halt[block] |= ins_halts(influence, func, j);
    for (uint32_t j = b->first; j < b->first + b->count; j++)
      influence->funcs[func->number].has_check[block] |= is_check(influence, func, j);
  }
  if (!influence->options.loops_may_not_end) return;
  /* A retreating edge leads to where a loop may stay. */
  for (uint32_t block = 0; block < cfg->block_count; block++)
    for (uint32_t i = cfg->successors.start[block]; i < cfg->successors.start[block + 1]; i++) {
      uint32_t target = cfg->successors.targets[i];
      if (cfg_is_reachable(cfg, block) && cfg->position[target] <= cfg->position[block])
        may_halt[target] = true;
    }
}

static void describe(struct influence *influence, const struct ir_func *func,
                     const struct cfg *cfg) {
  struct influence_func *result = &influence->funcs[func->number];
  result->may_halt = alloc_zeroed(func->blocks.count + 1);
  result->has_check = alloc_zeroed(func->blocks.count + 1);
  for (size_t i = 0; i < func->ins.count; i++)
    result->has_setjmp |= func->ins.data[i].op == IR_SETJMP;
  mark_halts(influence, func, cfg, result->may_halt);
  struct cfg full = with_halts(cfg, result->may_halt);
  struct dominators tree = postdominators_build(&full);
  result->control = control_dependence_build(&full, &tree);
  dominators_free(&tree);
  cfg_free(&full);
}

static void note_arc(struct influence *influence, uint32_t func, const struct points_to_arc *arc) {
  const struct graph *graph = &influence->callees;
  uint32_t callee = points_to_instance_func(influence->points, arc->callee);
  for (uint32_t i = graph->start[func]; i < graph->start[func + 1]; i++)
    if (graph->labels[i] == arc->ins && graph->targets[i] == callee) influence->arc_halts[i] = true;
}

/* Until nothing changes: an instance halts if its function does or one that it calls. */
static void find_halting_calls(struct influence *influence) {
  uint32_t count = points_to_instance_count(influence->points);
  bool *halts = alloc_zeroed(count + 1);
  for (uint32_t i = 0; i < count; i++)
    halts[i] = influence->halts[points_to_instance_func(influence->points, i)];
  for (bool has_changed = true; has_changed;) {
    has_changed = false;
    for (uint32_t i = 0; i < count; i++) {
      uint32_t arc_count;
      const struct points_to_arc *arcs = points_to_arcs(influence->points, i, &arc_count);
      for (uint32_t k = 0; k < arc_count && !halts[i]; k++)
        has_changed |= halts[i] = halts[arcs[k].callee];
    }
  }
  for (uint32_t i = 0; i < count; i++) {
    uint32_t arc_count, func = points_to_instance_func(influence->points, i);
    const struct points_to_arc *arcs = points_to_arcs(influence->points, i, &arc_count);
    for (uint32_t k = 0; k < arc_count; k++)
      if (halts[arcs[k].callee]) note_arc(influence, func, &arcs[k]);
    influence->halts[func] |= halts[i];
  }
  free(halts);
}

bool influence_find_halts(struct influence *influence) {
  size_t count = influence->program->funcs.count;
  struct cfg *cfgs = alloc_zeroed((count + 1) * sizeof *cfgs);
  struct dominators *trees = alloc_zeroed((count + 1) * sizeof *trees);
  for (size_t i = 0; i < count; i++) {
    if (!influence->program->funcs.data[i]->has_body) continue;
    cfgs[i] = cfg_build(influence->program->funcs.data[i]);
    trees[i] = postdominators_build(&cfgs[i]);
  }
  for (size_t i = 0; i < count && !influence->is_stopped; i++) {
    const struct ir_func *func = influence->program->funcs.data[i];
    if (func->has_body) influence->halts[i] = func_halts(influence, func, &cfgs[i], &trees[i]);
    influence->is_stopped |= influence->options.stop != NULL && *influence->options.stop;
  }
  if (!influence->is_stopped) find_halting_calls(influence);
  for (size_t i = 0; i < count; i++) {
    if (!influence->program->funcs.data[i]->has_body) continue;
    if (!influence->is_stopped) describe(influence, influence->program->funcs.data[i], &cfgs[i]);
    dominators_free(&trees[i]);
    cfg_free(&cfgs[i]);
  }
  free(cfgs);
  free(trees);
  return !influence->is_stopped;
}

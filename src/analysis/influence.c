/* Influence: from the targets backwards over control dependence, within and across functions.

   A block is reached if its function is entered and the branches of the function lead there. They
   are those it is control dependent on, where a call that may not return is a way out of its block:
   then what decides whether the callee halts matters too. A function is entered if a block with a
   call of it is reached, and if the call is through a pointer, that decides too. A block behind a
   setjmp may be reached from any longjmp.

   requires: a verified program and its points-to analysis.
   ensures:  see influence.h.

   Calls are not kept apart by where they come from: what decides one call of a function counts for
   all that is reached in it. */
#include "analysis/influence.h"

#include "analysis/influence_state.h"
#include "analysis/points_to.h"
#include "ir/call_graph.h"
#include "ir/operands.h"

#include <stdlib.h>

static int compare_arcs(const void *a, const void *b) {
  const struct graph_arc *x = a, *y = b;
  if (x->from != y->from) return x->from < y->from ? -1 : 1;
  if (x->label != y->label) return x->label < y->label ? -1 : 1;
  return (x->to > y->to) - (x->to < y->to);
}

/* Calls between functions, each instruction and callee once. */
static void build_calls(struct influence *influence) {
  VEC(struct graph_arc) list = {0};
  for (uint32_t i = 0; i < points_to_instance_count(influence->points); i++) {
    uint32_t count;
    const struct points_to_arc *arcs = points_to_arcs(influence->points, i, &count);
    for (uint32_t j = 0; j < count; j++)
      vec_push(&list,
               ((struct graph_arc){points_to_instance_func(influence->points, i),
                                   points_to_instance_func(influence->points, arcs[j].callee),
                                   arcs[j].ins}));
  }
  if (list.count != 0) qsort(list.data, list.count, sizeof *list.data, compare_arcs);
  size_t kept = 0;
  for (size_t i = 0; i < list.count; i++)
    if (i == 0 || compare_arcs(&list.data[i - 1], &list.data[i]) != 0)
      list.data[kept++] = list.data[i];
  influence->callees = graph_build((uint32_t)influence->program->funcs.count, list.data, kept);
  influence->callers = graph_reverse(&influence->callees);
  vec_free(&list);
}

struct influence *influence_new(const struct ir_program *program, const struct points_to *points,
                                const struct influence_options *options) {
  struct influence *influence = alloc_zeroed(sizeof *influence);
  size_t count = program->funcs.count;
  influence->program = program;
  influence->points = points;
  influence->options = *options;
  influence->is_stopped = !points_to_is_known(points);
  if (influence->is_stopped) return influence;
  influence->halts = alloc_zeroed(count + 1);
  influence->funcs = alloc_zeroed((count + 1) * sizeof *influence->funcs);
  influence->first_block = alloc_bytes((count + 1) * sizeof *influence->first_block);
  for (size_t i = 0; i < count; i++) {
    influence->first_block[i] = influence->block_count;
    influence->block_count += (uint32_t)program->funcs.data[i]->blocks.count;
  }
  influence->first_block[count] = influence->block_count;
  influence->targets = bitset_new(influence->block_count);
  influence->branches = bitset_new(influence->block_count);
  influence->local = bitset_new(influence->block_count);
  influence->entered = bitset_new(count);
  influence->halted = bitset_new(count);
  build_calls(influence);
  influence->arc_halts = alloc_zeroed(influence->callees.start[count] + 1);
  influence_find_halts(influence);
  return influence;
}

void influence_free(struct influence *influence) {
  if (influence == NULL) return;
  for (size_t i = 0; influence->funcs != NULL && i < influence->program->funcs.count; i++) {
    control_dependence_free(&influence->funcs[i].control);
    free(influence->funcs[i].may_halt);
    free(influence->funcs[i].has_check);
  }
  free(influence->funcs);
  free(influence->halts);
  free(influence->arc_halts);
  free(influence->first_block);
  graph_free(&influence->callees);
  graph_free(&influence->callers);
  bitset_free(&influence->targets);
  bitset_free(&influence->branches);
  bitset_free(&influence->local);
  bitset_free(&influence->entered);
  bitset_free(&influence->halted);
  vec_free(&influence->work);
  free(influence);
}

bool influence_is_known(const struct influence *influence) { return !influence->is_stopped; }

void influence_add_target(struct influence *influence, uint32_t func, uint32_t block) {
  if (influence->is_stopped) return;
  bitset_add(&influence->targets, influence->first_block[func] + block);
  influence->is_current = false;
}

void influence_remove_target(struct influence *influence, uint32_t func, uint32_t block) {
  if (influence->is_stopped) return;
  bitset_remove(&influence->targets, influence->first_block[func] + block);
  influence->is_current = false;
}

bool influence_may_halt(const struct influence *influence, uint32_t func) {
  return influence->is_stopped || influence->halts[func];
}

static uint32_t func_of(const struct influence *influence, uint32_t block) {
  uint32_t low = 0, high = (uint32_t)influence->program->funcs.count;
  while (high - low > 1) {
    uint32_t middle = low + (high - low) / 2;
    if (influence->first_block[middle] <= block)
      low = middle;
    else
      high = middle;
  }
  return low;
}

/* The branches that lead to the block within its function. */
static void visit_local(struct influence *influence, uint32_t block) {
  if (bitset_has(&influence->local, block)) return;
  bitset_add(&influence->local, block);
  vec_push(&influence->work, block);
}

static uint32_t block_of(const struct ir_func *func, uint32_t ins) {
  uint32_t block = 0;
  while (ins - func->blocks.data[block].first >= func->blocks.data[block].count) block++;
  return block;
}

static void visit_halts(struct influence *influence, uint32_t func);

/* What decides whether the calls in the block return. */
static void visit_calls(struct influence *influence, uint32_t number, uint32_t block) {
  const struct ir_func *func = influence->program->funcs.data[number];
  const struct ir_block *b = &func->blocks.data[block];
  const struct graph *graph = &influence->callees;
  for (uint32_t i = graph->start[number]; i < graph->start[number + 1]; i++)
    if (graph->labels[i] - b->first < b->count && influence->arc_halts[i])
      visit_halts(influence, graph->targets[i]);
}

static void visit_halts(struct influence *influence, uint32_t number) {
  VEC(uint32_t) list = {0};
  vec_push(&list, number);
  while (list.count != 0) {
    uint32_t func = vec_pop(&list);
    if (bitset_has(&influence->halted, func)) continue;
    bitset_add(&influence->halted, func);
    const struct ir_func *body = influence->program->funcs.data[func];
    for (uint32_t block = 0; block < body->blocks.count; block++) {
      if (!influence->funcs[func].may_halt[block]) continue;
      visit_local(influence, influence->first_block[func] + block);
      if (influence->funcs[func].has_check[block])
        bitset_add(&influence->branches, influence->first_block[func] + block);
    }
    const struct graph *graph = &influence->callees;
    for (uint32_t i = graph->start[func]; i < graph->start[func + 1]; i++)
      if (influence->arc_halts[i]) vec_push(&list, graph->targets[i]);
  }
  vec_free(&list);
}

/* What decides whether the function is entered. */
static void visit_entry(struct influence *influence, uint32_t number) {
  VEC(uint32_t) list = {0};
  vec_push(&list, number);
  while (list.count != 0) {
    uint32_t func = vec_pop(&list);
    if (bitset_has(&influence->entered, func)) continue;
    bitset_add(&influence->entered, func);
    const struct graph *graph = &influence->callers;
    for (uint32_t i = graph->start[func]; i < graph->start[func + 1]; i++) {
      uint32_t caller = graph->targets[i];
      const struct ir_func *from = influence->program->funcs.data[caller];
      uint32_t block = block_of(from, graph->labels[i]);
      if (call_graph_direct_callee(from, &from->ins.data[graph->labels[i]]) == GRAPH_NONE)
        bitset_add(&influence->branches, influence->first_block[caller] + block);
      visit_local(influence, influence->first_block[caller] + block);
      visit_calls(influence, caller, block);
      vec_push(&list, caller);
    }
  }
  vec_free(&list);
}

static void visit_jumps(struct influence *influence) {
  if (influence->has_jumped) return;
  influence->has_jumped = true;
  for (uint32_t f = 0; f < influence->program->funcs.count; f++) {
    const struct ir_func *func = influence->program->funcs.data[f];
    for (uint32_t block = 0; block < func->blocks.count; block++) {
      if (ir_terminator(func, block)->op != IR_LONGJMP) continue;
      visit_local(influence, influence->first_block[f] + block);
      visit_entry(influence, f);
    }
  }
}

static void visit_controllers(struct influence *influence, uint32_t block) {
  uint32_t number = func_of(influence, block), first = influence->first_block[number];
  const struct influence_func *func = &influence->funcs[number];
  const struct control_dependence *control = &func->control;
  if (control->start == NULL) return;
  if (func->has_setjmp) visit_jumps(influence);
  for (uint32_t i = control->start[block - first]; i < control->start[block - first + 1]; i++) {
    uint32_t controller = control->sources[i].controller;
    const struct ir_ins *end = ir_terminator(influence->program->funcs.data[number], controller);
    if (ir_successor_count(end) > 1 || func->has_check[controller])
      bitset_add(&influence->branches, first + controller);
    visit_local(influence, first + controller);
    if (func->may_halt[controller]) visit_calls(influence, number, controller);
  }
}

/* Reaching the end of the block depends on its own calls and checks, too. */
static void visit_target(struct influence *influence, uint32_t block) {
  uint32_t func = func_of(influence, block), local = block - influence->first_block[func];
  visit_local(influence, block);
  visit_entry(influence, func);
  if (influence->funcs[func].may_halt == NULL || !influence->funcs[func].may_halt[local]) return;
  if (influence->funcs[func].has_check[local]) bitset_add(&influence->branches, block);
  visit_calls(influence, func, local);
}

static void refresh(struct influence *influence) {
  bitset_clear(&influence->branches);
  bitset_clear(&influence->local);
  bitset_clear(&influence->entered);
  bitset_clear(&influence->halted);
  influence->has_jumped = false;
  for (size_t block = bitset_next(&influence->targets, 0); block != BITSET_NONE;
       block = bitset_next(&influence->targets, block + 1)) {
    visit_target(influence, (uint32_t)block);
  }
  while (influence->work.count != 0) visit_controllers(influence, vec_pop(&influence->work));
  influence->is_current = true;
}

bool influence_has_branch(struct influence *influence, uint32_t func, uint32_t block) {
  if (influence->is_stopped) return true;
  if (!influence->is_current) refresh(influence);
  return bitset_has(&influence->branches, influence->first_block[func] + block);
}

/* Walking back over branches: whether the way that one went matters (the paper, section 3.2.2, step
   4), and conditions of several blocks that were decided at once. */
#include "ir/ir.h"
#include "ir/operands.h"
#include "reduce/redundant/flow.h"
#include "reduce/redundant/relevance.h"
#include "reduce/redundant/walk_state.h"

#include <stdlib.h>

bool walk_is_ahead(const struct walk *walk, uint32_t ins) {
  struct relevance *relevance = walk->slicer->relevance;
  const struct slice *slice = walk->slice;
  for (size_t i = slice->stack.count; i-- > 0;) {
    const struct activation *activation = &slice->stack.data[i];
    uint32_t at = i + 1 == slice->stack.count ? ins : activation->call + 1;
    if (relevance_is_ahead(relevance, activation->func, at)) return true;
    if (!relevance_can_return(relevance, activation->func, walk_block(walk, activation->func, at)))
      return false;
  }
  return false;
}

reason walk_why_relevant(const struct walk *walk, uint32_t block, uint32_t ins) {
  uint32_t func = vec_last(&walk->slice->stack).func;
  if (!relevance_has_branch(walk->slicer->relevance, func, block) || !walk_is_ahead(walk, ins))
    return REASON_NONE;
  return reasons_of_branch(walk->slicer->reasons, func, block);
}

static reason unite(const struct walk *walk, reason a, reason b) {
  return reasons_unite(walk->slicer->reasons, a, b);
}

/* The reasons of registers that are in both. */
static reason why_defined(const struct walk *walk, const struct activation *top,
                          const struct bitset *defined) {
  reason why = REASON_NONE;
  for (size_t i = 0; i < (defined->size + 63) / 64; i++)
    for (uint64_t bits = defined->words[i] & top->registers.words[i]; bits != 0; bits &= bits - 1)
      why = unite(walk, why, top->register_reasons[i * 64 + (size_t)__builtin_ctzll(bits)]);
  return why;
}

reason walk_why_otherwise(struct walk *walk, const struct write_set *writes) {
  return reasons_weaken(walk->slicer->reasons, slice_meets(walk->slicer, walk->slice, writes));
}

/* Why something matters that a side that was not taken may change: bytes, or registers that another
   turn of a loop defines anew. */
static reason why_other_sides(struct walk *walk, uint32_t number, uint32_t block, uint32_t taken) {
  const struct ir_func *func = walk_body(walk, number);
  const struct ir_ins *end = ir_terminator(func, block);
  struct activation *top = slice_top(walk->slice);
  reason why = REASON_NONE;
  for (uint32_t i = 0; i < ir_successor_count(end); i++) {
    uint32_t edge = ir_successor_edge(func, end, i);
    if (taken != IR_NONE && ir_is_same_way(func, edge, taken)) continue;
    const struct write_set *side = writes_of_side(walk->slicer->writes, number, block, edge);
    why = unite(walk, why, why_defined(walk, top, &side->registers));
    why = unite(walk, why, slice_meets(walk->slicer, walk->slice, side));
  }
  return reasons_weaken(walk->slicer->reasons, why);
}

/* Removes the blocks whose running the end of this block decides; why it mattered. */
static reason take_controlled(struct walk *walk, struct activation *top, uint32_t block) {
  const struct bitset *controlled = &flows_of(walk->slicer->flows, top->func)->controlled[block];
  reason why = REASON_NONE;
  if (controlled->size == 0) return why;
  for (size_t i = 0; i < (controlled->size + 63) / 64; i++) {
    for (uint64_t bits = top->pending.words[i] & controlled->words[i]; bits != 0; bits &= bits - 1)
      why = unite(walk, why, top->pending_reasons[i * 64 + (size_t)__builtin_ctzll(bits)]);
    top->pending.words[i] &= ~controlled->words[i];
  }
  return why;
}

struct argument {
  ir_operand operand;
  struct decision_range range;
  reason why;
};

/* The target's parameters become the arguments; why one of them mattered. All are taken before one
   is added: a parameter may be an argument. */
static reason take_arguments(struct walk *walk, struct activation *top, uint32_t edge) {
  const struct ir_func *func = walk_body(walk, top->func);
  const struct ir_edge *e = &func->edges.data[edge];
  const struct ir_block *target = &func->blocks.data[e->target];
  VEC(struct argument) arguments = {0};
  reason all = REASON_NONE;
  for (uint32_t i = 0; i < target->param_count; i++) {
    ir_operand param = func->operands.data[target->first_param + i];
    struct decision_range range = slice_range(top, param);
    reason why = slice_take_register(top, param);
    if (why == REASON_NONE) continue;
    vec_push(&arguments, ((struct argument){func->operands.data[e->first_arg + i], range, why}));
    all = unite(walk, all, why);
  }
  for (size_t i = 0; i < arguments.count; i++)
    slice_add_ranged(walk->slicer, top, arguments.data[i].operand, &arguments.data[i].range,
                     arguments.data[i].why);
  vec_free(&arguments);
  return all;
}

/* Different ways at all? */
static bool decides(const struct ir_func *func, const struct ir_ins *end) {
  for (uint32_t i = 1; i < ir_successor_count(end); i++)
    if (!ir_is_same_way(func, ir_successor_edge(func, end, 0), ir_successor_edge(func, end, i)))
      return true;
  return false;
}

/* What decided which edge was taken. */
static void add_condition(struct walk *walk, struct activation *top, const struct ir_ins *end,
                          uint32_t edge, reason why) {
  const struct ir_func *func = walk_body(walk, top->func);
  if (end->op != IR_CONDBR) {
    slice_add_uses(walk->slicer, top, end, why);
    return;
  }
  struct decision_range side = decision_range_of(1, ir_is_same_way(func, end->b, edge));
  slice_add_ranged(walk->slicer, top, end->a, &side, why);
}

void walk_undo_edge(struct walk *walk, const struct step *step) {
  struct activation *top = slice_top(walk->slice);
  const struct ir_func *func = walk_body(walk, step->func);
  const struct ir_ins *end = ir_terminator(func, step->first);
  bool is_branch = decides(func, end);
  reason why = REASON_NONE;
  if (is_branch) why = why_other_sides(walk, step->func, step->first, step->number);
  why = unite(walk, why, take_arguments(walk, top, step->number));
  if (is_branch) {
    why = unite(walk, why, take_controlled(walk, top, step->first));
    why = unite(walk, why, walk_why_relevant(walk, step->first, (uint32_t)(end - func->ins.data)));
    if (why != REASON_NONE) add_condition(walk, top, end, step->number, why);
  }
  slice_add_block(walk->slicer, top, step->first, why);
}

/* ---- conditions of several blocks, decided at once ---- */

/* Why something matters that the block defines. */
static reason why_block(const struct walk *walk, const struct activation *top, uint32_t block) {
  const struct ir_func *func = walk_body(walk, top->func);
  const struct ir_block *b = &func->blocks.data[block];
  reason why = REASON_NONE;
  for (uint32_t i = 0; i < b->param_count; i++) {
    ir_operand param = func->operands.data[b->first_param + i];
    if (bitset_has(&top->registers, param)) why = unite(walk, why, top->register_reasons[param]);
  }
  for (uint32_t i = b->first; i < b->first + b->count; i++) {
    const struct ir_ins *ins = &func->ins.data[i];
    if (ir_has_dst(ins->op) && bitset_has(&top->registers, ins->dst))
      why = unite(walk, why, top->register_reasons[ins->dst]);
  }
  return why;
}

/* All that the block reads matters. */
static void add_whole_block(struct walk *walk, struct activation *top, uint32_t block, reason why) {
  const struct ir_func *func = walk_body(walk, top->func);
  const struct ir_block *b = &func->blocks.data[block];
  for (uint32_t i = b->first + b->count; i-- > b->first;) {
    const struct ir_ins *ins = &func->ins.data[i];
    if (ir_has_dst(ins->op)) slice_take_register(top, ins->dst);
    slice_add_uses(walk->slicer, top, ins, why);
  }
  for (uint32_t i = 0; i < b->param_count; i++)
    slice_take_register(top, func->operands.data[b->first_param + i]);
}

static void add_edge_arguments(struct walk *walk, struct activation *top, uint32_t block,
                               reason why) {
  const struct ir_func *func = walk_body(walk, top->func);
  const struct ir_ins *end = ir_terminator(func, block);
  for (uint32_t i = 0; i < ir_successor_count(end); i++) {
    const struct ir_edge *e = &func->edges.data[ir_successor_edge(func, end, i)];
    for (uint32_t k = 0; k < func->blocks.data[e->target].param_count; k++)
      slice_add_operand(walk->slicer, top, func->operands.data[e->first_arg + k], why);
  }
}

static uint32_t last_ins(const struct walk *walk, const struct activation *top, uint32_t block) {
  const struct ir_block *b = &walk_body(walk, top->func)->blocks.data[block];
  return b->first + b->count - 1;
}

static reason why_condition(struct walk *walk, struct activation *top, const uint32_t *blocks,
                            uint32_t count) {
  reason why = REASON_NONE;
  for (uint32_t i = 0; i < count; i++) {
    why = unite(walk, why, take_controlled(walk, top, blocks[i]));
    why = unite(walk, why, walk_why_relevant(walk, blocks[i], last_ins(walk, top, blocks[i])));
    if (i > 0) why = unite(walk, why, why_block(walk, top, blocks[i]));
  }
  return why;
}

void walk_undo_condition(struct walk *walk, const struct step *step, size_t accesses) {
  struct activation *top = slice_top(walk->slice);
  const struct ir_func *func = walk_body(walk, step->func);
  uint32_t count = walk->steps.blocks.data[step->first];
  const uint32_t *blocks = &walk->steps.blocks.data[step->first + 1];
  const struct ir_block *target = &func->blocks.data[step->number];
  reason why = why_other_sides(walk, top->func, blocks[0], IR_NONE);
  for (uint32_t i = 0; i < target->param_count; i++)
    why = unite(walk, why, slice_take_register(top, func->operands.data[target->first_param + i]));
  why = unite(walk, why, why_condition(walk, top, blocks, count));
  if (why == REASON_NONE) return;
  for (uint32_t i = count; i-- > 0;) {
    add_edge_arguments(walk, top, blocks[i], why);
    if (i > 0) add_whole_block(walk, top, blocks[i], why);
  }
  slice_add_uses(walk->slicer, top, ir_terminator(func, blocks[0]), why);
  slice_add_block(walk->slicer, top, blocks[0], why);
  for (size_t i = accesses; i < step->accesses; i++) /* by the other blocks */
    slice_add_bytes(walk->slicer, walk->slice, walk->steps.accesses.data[i].address,
                    walk->steps.accesses.data[i].size, why);
}

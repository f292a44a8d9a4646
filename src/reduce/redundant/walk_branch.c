/* Walking back over branches: whether the way that one went matters (the paper, section 3.2.2, step
   4), and conditions of several blocks that were decided at once. */
#include "ir/ir.h"
#include "ir/operands.h"
#include "reduce/redundant/flow.h"
#include "reduce/redundant/relevance.h"
#include "reduce/redundant/walk_state.h"

#include <stdlib.h>

bool walk_is_ahead(const struct walk *walk, uint32_t block) {
  struct relevance *relevance = walk->slicer->relevance;
  const struct slice *slice = walk->slice;
  for (size_t i = slice->stack.count; i-- > 0;) {
    const struct activation *activation = &slice->stack.data[i];
    uint32_t at = i + 1 == slice->stack.count ? block : activation->block;
    if (relevance_is_ahead(relevance, activation->func, at)) return true;
    if (!relevance_can_return(relevance, activation->func, at)) return false;
  }
  return false;
}

bool walk_is_relevant(const struct walk *walk, uint32_t block) {
  return relevance_has_branch(walk->slicer->relevance, vec_last(&walk->slice->stack).func, block) &&
         walk_is_ahead(walk, block);
}

static bool meets(const struct bitset *a, const struct bitset *b) {
  for (size_t i = 0; i < (a->size + 63) / 64; i++)
    if ((a->words[i] & b->words[i]) != 0) return true;
  return false;
}

/* Whether a side that was not taken may change something that matters: bytes, or registers that
   another turn of a loop defines anew. */
static bool may_write_otherwise(struct walk *walk, uint32_t number, uint32_t block,
                                uint32_t taken) {
  const struct ir_func *func = walk_body(walk, number);
  const struct ir_ins *end = ir_terminator(func, block);
  struct activation *top = slice_top(walk->slice);
  if (!walk->slicer->is_sound) return false;
  for (uint32_t i = 0; i < ir_successor_count(end); i++) {
    uint32_t edge = ir_successor_edge(func, end, i);
    if (taken != IR_NONE && ir_is_same_way(func, edge, taken)) continue;
    const struct write_set *side = writes_of_side(walk->slicer->writes, number, block, edge);
    if (meets(&side->registers, &top->registers) || slice_meets(walk->slicer, walk->slice, side))
      return true;
  }
  return false;
}

/* Removes the blocks whose running the end of this block decides; whether there are some. */
static bool take_controlled(struct walk *walk, struct activation *top, uint32_t block) {
  const struct bitset *controlled = &flows_of(walk->slicer->flows, top->func)->controlled[block];
  bool is_found = false;
  if (controlled->size == 0) return false;
  for (size_t i = 0; i < (controlled->size + 63) / 64; i++) {
    is_found |= (top->pending.words[i] & controlled->words[i]) != 0;
    top->pending.words[i] &= ~controlled->words[i];
  }
  return is_found;
}

/* The target's parameters become the arguments; whether one of them mattered. All are taken before
   one is added: a parameter may be an argument. */
static bool take_arguments(struct walk *walk, struct activation *top, uint32_t edge) {
  const struct ir_func *func = walk_body(walk, top->func);
  const struct ir_edge *e = &func->edges.data[edge];
  const struct ir_block *target = &func->blocks.data[e->target];
  VEC(struct ranged) arguments = {0};
  for (uint32_t i = 0; i < target->param_count; i++) {
    ir_operand param = func->operands.data[target->first_param + i];
    struct decision_range range = slice_range(top, param);
    if (slice_take_register(top, param))
      vec_push(&arguments, ((struct ranged){func->operands.data[e->first_arg + i], range}));
  }
  bool is_found = arguments.count > 0;
  for (size_t i = 0; i < arguments.count; i++)
    slice_add_ranged(top, arguments.data[i].reg, &arguments.data[i].range);
  vec_free(&arguments);
  return is_found;
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
                          uint32_t edge) {
  const struct ir_func *func = walk_body(walk, top->func);
  if (end->op != IR_CONDBR) {
    slice_add_uses(walk->slicer, top, end);
    return;
  }
  struct decision_range side = decision_range_of(1, ir_is_same_way(func, end->b, edge));
  slice_add_ranged(top, end->a, &side);
}

void walk_undo_edge(struct walk *walk, const struct step *step) {
  struct activation *top = slice_top(walk->slice);
  const struct ir_func *func = walk_body(walk, step->func);
  const struct ir_ins *end = ir_terminator(func, step->first);
  bool is_branch = decides(func, end);
  bool matters = is_branch && may_write_otherwise(walk, step->func, step->first, step->number);
  matters |= take_arguments(walk, top, step->number);
  if (!is_branch) {
    if (matters) slice_add_block(top, step->first);
    return;
  }
  matters |= take_controlled(walk, top, step->first);
  matters = matters || walk_is_relevant(walk, step->first);
  if (!matters) return;
  add_condition(walk, top, end, step->number);
  slice_add_block(top, step->first);
}

/* ---- conditions of several blocks, decided at once ---- */

static bool defines_what_matters(const struct walk *walk, const struct activation *top,
                                 uint32_t block) {
  const struct ir_func *func = walk_body(walk, top->func);
  const struct ir_block *b = &func->blocks.data[block];
  for (uint32_t i = 0; i < b->param_count; i++)
    if (bitset_has(&top->registers, func->operands.data[b->first_param + i])) return true;
  for (uint32_t i = b->first; i < b->first + b->count; i++)
    if (ir_has_dst(func->ins.data[i].op) && bitset_has(&top->registers, func->ins.data[i].dst))
      return true;
  return false;
}

/* All that the block reads matters. */
static void add_whole_block(struct walk *walk, struct activation *top, uint32_t block) {
  const struct ir_func *func = walk_body(walk, top->func);
  const struct ir_block *b = &func->blocks.data[block];
  for (uint32_t i = b->first + b->count; i-- > b->first;) {
    const struct ir_ins *ins = &func->ins.data[i];
    if (ir_has_dst(ins->op)) slice_take_register(top, ins->dst);
    slice_add_uses(walk->slicer, top, ins);
  }
  for (uint32_t i = 0; i < b->param_count; i++)
    slice_take_register(top, func->operands.data[b->first_param + i]);
}

static void add_edge_arguments(struct walk *walk, struct activation *top, uint32_t block) {
  const struct ir_func *func = walk_body(walk, top->func);
  const struct ir_ins *end = ir_terminator(func, block);
  for (uint32_t i = 0; i < ir_successor_count(end); i++) {
    const struct ir_edge *e = &func->edges.data[ir_successor_edge(func, end, i)];
    for (uint32_t k = 0; k < func->blocks.data[e->target].param_count; k++)
      slice_add_operand(top, func->operands.data[e->first_arg + k]);
  }
}

static bool condition_matters(struct walk *walk, struct activation *top, const uint32_t *blocks,
                              uint32_t count) {
  bool matters = false;
  for (uint32_t i = 0; i < count; i++) {
    matters |= take_controlled(walk, top, blocks[i]);
    matters = matters || walk_is_relevant(walk, blocks[i]) ||
              (i > 0 && defines_what_matters(walk, top, blocks[i]));
  }
  return matters;
}

void walk_undo_condition(struct walk *walk, const struct step *step, size_t accesses) {
  struct activation *top = slice_top(walk->slice);
  const struct ir_func *func = walk_body(walk, step->func);
  uint32_t count = walk->steps.blocks.data[step->first];
  const uint32_t *blocks = &walk->steps.blocks.data[step->first + 1];
  const struct ir_block *target = &func->blocks.data[step->number];
  bool matters = may_write_otherwise(walk, top->func, blocks[0], IR_NONE);
  for (uint32_t i = 0; i < target->param_count; i++)
    matters |= slice_take_register(top, func->operands.data[target->first_param + i]);
  matters |= condition_matters(walk, top, blocks, count);
  if (!matters) return;
  for (uint32_t i = count; i-- > 0;) {
    add_edge_arguments(walk, top, blocks[i]);
    if (i > 0) add_whole_block(walk, top, blocks[i]);
  }
  slice_add_uses(walk->slicer, top, ir_terminator(func, blocks[0]));
  slice_add_block(top, blocks[0]);
  for (size_t i = accesses; i < step->accesses; i++) /* by the other blocks */
    slice_add_bytes(walk->slicer, walk->slice, walk->steps.accesses.data[i].address,
                    walk->steps.accesses.data[i].size);
}

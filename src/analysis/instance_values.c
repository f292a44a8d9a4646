/* Numbers that registers always have when some arguments are constants, and the blocks that never
   run then: sparse conditional constant propagation (Wegman and Zadeck, TOPLAS 1991) over one
   clone. It is what tells the handler that a system call of a constant number goes to.

   requires: is_number and values of the parameters are set.
   ensures:  is_live is false only for blocks that no run of the clone enters; a register that
             is_number has that value whenever it is computed. */
#include "analysis/points_to_state.h"

#include "ir/builder.h"
#include "ir/fold.h"
#include "ir/ir.h"
#include "ir/operands.h"

#include <stdlib.h>

enum level { UNSEEN, NUMBER, VARYING };

struct propagation {
  const struct ir_func *func;
  struct instance *instance;
  uint8_t *levels; /* per register, enum level */
  bool has_changed;
};

static enum level look(const struct propagation *p, ir_operand operand, uint64_t *value) {
  if (ir_is_const(operand)) return ir_const_value(p->func, operand, value) ? NUMBER : VARYING;
  *value = p->instance->values[operand];
  return p->levels[operand];
}

static void lower(struct propagation *p, uint32_t reg, enum level level, uint64_t value) {
  uint8_t *old = &p->levels[reg];
  if (*old == VARYING || level == UNSEEN) return;
  if (*old == NUMBER && level == NUMBER && p->instance->values[reg] == value) return;
  *old = *old == UNSEEN ? level : VARYING;
  p->instance->values[reg] = value;
  p->has_changed = true;
}

/* False for what is not worth computing. */
static bool compute(const struct ir_ins *ins, uint64_t a, uint64_t b, uint64_t *result) {
  switch (ins->op) {
  case IR_MOV:
  case IR_TRUNC:
  case IR_ZEXT: *result = a; break;
  case IR_SEXT: *result = ir_sign_extended(a, ins->c); break;
  default: return ir_fold_binary(ins, a, b, result);
  }
  *result &= ir_mask(ins->width);
  return true;
}

static void visit_select(struct propagation *p, const struct ir_ins *ins) {
  uint64_t condition, value;
  enum level level = look(p, ins->a, &condition), chosen;
  if (level == UNSEEN) return;
  if (level == VARYING || condition != 0) {
    chosen = look(p, ins->b, &value);
    lower(p, ins->dst, chosen, value);
  }
  if (level == VARYING || condition == 0) {
    chosen = look(p, ins->c, &value);
    lower(p, ins->dst, chosen, value);
  }
}

static void visit_ins(struct propagation *p, const struct ir_ins *ins) {
  struct ir_operand_list defs = {0};
  unsigned format = ir_opcode_formats[ins->op];
  bool is_unary = format == IR_FORMAT_CONVERT || format == IR_FORMAT_UNARY;
  bool is_binary = format == IR_FORMAT_BINARY || format == IR_FORMAT_COMPARE;
  unsigned width = format == IR_FORMAT_CONVERT ? ins->c : ins->width;
  if (ins->op == IR_SELECT && ins->width <= 64) {
    visit_select(p, ins);
    return;
  }
  if ((is_unary || is_binary) && ins->width <= 64 && width <= 64) {
    uint64_t a, b = 0, result = 0;
    enum level x = look(p, ins->a, &a), y = is_binary ? look(p, ins->b, &b) : NUMBER;
    if (x == UNSEEN || y == UNSEEN) return;
    bool is_known = x == NUMBER && y == NUMBER && compute(ins, a, b, &result);
    lower(p, ins->dst, is_known ? NUMBER : VARYING, result);
    return;
  }
  ir_list_defs(p->func, ins, &defs);
  for (size_t i = 0; i < defs.count; i++) lower(p, defs.data[i], VARYING, 0);
  vec_free(&defs);
}

static void take_edge(struct propagation *p, uint32_t number) {
  const struct ir_edge *edge = &p->func->edges.data[number];
  const struct ir_block *target = &p->func->blocks.data[edge->target];
  for (uint32_t i = 0; i < target->param_count; i++) {
    uint64_t value;
    uint32_t param = p->func->operands.data[target->first_param + i];
    enum level level = look(p, p->func->operands.data[edge->first_arg + i], &value);
    lower(p, param, p->func->reg_widths.data[param] > 64 ? VARYING : level, value);
  }
  if (p->instance->is_live[edge->target]) return;
  p->instance->is_live[edge->target] = true;
  p->has_changed = true;
}

static void leave_block(struct propagation *p, const struct ir_ins *end) {
  uint64_t value = 0;
  bool chooses = end->op == IR_CONDBR || end->op == IR_SWITCH;
  enum level level = chooses ? look(p, end->a, &value) : VARYING;
  if (level == UNSEEN) return;
  if (level == NUMBER && end->op == IR_CONDBR) {
    take_edge(p, value ? end->b : end->c);
    return;
  }
  if (level == NUMBER) {
    for (uint32_t i = 0; i < end->c; i++)
      if (p->func->cases.data[end->b + i].value == value) {
        take_edge(p, p->func->cases.data[end->b + i].edge);
        return;
      }
    take_edge(p, end->dst);
    return;
  }
  for (uint32_t i = 0; i < ir_successor_count(end); i++)
    take_edge(p, ir_successor_edge(p->func, end, i));
}

void instance_find_values(const struct ir_func *func, struct instance *instance) {
  struct propagation p = {
      .func = func, .instance = instance, .levels = alloc_zeroed(func->reg_widths.count + 1)};
  for (size_t i = 0; i < func->params.count; i++)
    p.levels[func->params.data[i]] = instance->is_number[func->params.data[i]] ? NUMBER : VARYING;
  instance->is_live = alloc_zeroed(func->blocks.count);
  instance->is_live[0] = true;
  /* Clones are small: rounds over all blocks, in the order they are written, are soon over. */
  do {
    p.has_changed = false;
    for (uint32_t block = 0; block < func->blocks.count; block++) {
      if (!instance->is_live[block]) continue;
      const struct ir_block *b = &func->blocks.data[block];
      for (uint32_t i = b->first; i < b->first + b->count; i++) visit_ins(&p, &func->ins.data[i]);
      leave_block(&p, ir_terminator(func, block));
    }
  } while (p.has_changed);
  for (size_t i = 0; i < func->reg_widths.count; i++)
    instance->is_number[i] = p.levels[i] == NUMBER;
  free(p.levels);
}

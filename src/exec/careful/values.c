/* Reading and writing registers and constants, and running single instructions with concrete
   operands by threaded code. */
#include "exec/careful/careful.h"

#include "exec/decide.h"
#include "exec/fast/fast.h"
#include "exec/translate/code.h"
#include "exec/translate/op.h"
#include "exec/uninitialised.h"
#include "expr/expr.h"
#include "ir/builder.h"
#include "ir/operands.h"
#include "util/fault.h"

#include <stdlib.h>

static const struct ir_func *running_func(const struct machine *m) {
  return m->state->top->code->func;
}

unsigned operand_width(const struct machine *m, ir_operand operand) {
  return ir_operand_width(running_func(m), operand);
}

struct value value_of(struct machine *m, ir_operand operand) {
  const struct frame *frame = m->state->top;
  const struct ir_func *func = frame->code->func;
  struct value value = {0};
  if (ir_is_const(operand)) {
    uint32_t number = operand & ~IR_CONST;
    value.words[0] = code_const_value(m, func, number);
    if (func->consts.data[number].kind == IR_CONST_UNDEFINED &&
        m->memory.unwritten.mode != UNWRITTEN_ZERO) {
      value.expr = unwritten_register(&m->memory, func->number, number, frame->serial,
                                      func->consts.data[number].width);
      return value;
    }
    if (func->consts.data[number].width > 64)
      value.words[1] = code_const_value(m, func, number + 1);
    return value;
  }
  value.expr = registers_get(frame->symbolic, operand);
  value.words[0] = frame->slots[operand];
  if (func->reg_widths.data[operand] > 64) value.words[1] = frame->slots[operand + 1];
  return value;
}

struct expr *value_expr(struct machine *m, const struct value *value, unsigned width) {
  if (value->expr != NULL) return value->expr;
  if (width <= 64) return expr_const(m->exprs, width, value->words[0]);
  return expr_const_words(m->exprs, width, value->words);
}

struct expr *operand_expr(struct machine *m, ir_operand operand) {
  struct value value = value_of(m, operand);
  return value_expr(m, &value, operand_width(m, operand));
}

struct value value_from(struct expr *expr) {
  struct value value = {0};
  if (expr_is_const(expr))
    expr_const_get_words(expr, value.words);
  else
    value.expr = expr;
  return value;
}

void value_set(struct machine *m, uint32_t reg, const struct value *value) {
  struct frame *frame = m->state->top;
  unsigned width = frame->code->func->reg_widths.data[reg];
  if (value->expr == NULL) {
    frame->slots[reg] = value->words[0];
    if (width > 64) frame->slots[reg + 1] = value->words[1];
    if (frame->symbolic != NULL) registers_clear(frame->symbolic, reg);
    return;
  }
  REQUIRE(value->expr->width == width);
  if (frame->symbolic == NULL) frame->symbolic = registers_new(&m->memory.pool, frame->slot_count);
  registers_set(frame->symbolic, reg, value->expr);
  frame->slots[reg] = 0; /* equal states must have equal bytes */
  if (width > 64) frame->slots[reg + 1] = 0;
}

void value_set_expr(struct machine *m, uint32_t reg, struct expr *expr) {
  struct value value = value_from(expr);
  value_set(m, reg, &value);
}

void value_set_word(struct machine *m, uint32_t reg, uint64_t word) {
  struct value value = value_concrete(word);
  value_set(m, reg, &value);
}

/* Runs the operations of the instruction from a copy that ends with a stop. */
enum outcome careful_concrete(struct machine *m, const struct ir_ins *ins) {
  enum { MOST_OPS = 12 };
  struct frame *frame = m->state->top;
  const struct code *code = frame->code;
  uint32_t number = (uint32_t)(ins - code->func->ins.data);
  uint32_t first = code->first_ops[number], count = 0;
  if (code->ops[first].run == fast_undefined) first++;
  struct op copy[MOST_OPS + 1];
  while (first + count < code->op_count && code->origins[first + count] == number) {
    REQUIRE(count < MOST_OPS);
    copy[count] = code->ops[first + count];
    count++;
  }
  REQUIRE(count > 0);
  copy[count] = (struct op){.run = fast_stop};
  m->event = EVENT_NONE;
  int64_t fuel = m->fuel;
  fast_run(copy, frame->slots, m, fuel);
  m->fuel = fuel;
  if (m->event != EVENT_NONE) return OUTCOME_STOPPED;
  if (frame->symbolic != NULL && ir_has_dst(ins->op)) registers_clear(frame->symbolic, ins->dst);
  return OUTCOME_NEXT;
}

/* If an operation without a symbolic form reads an unwritten value, its result is unwritten. A
   merged value may be written on this path. */
static bool passes_on(struct machine *m, const struct ir_ins *ins,
                      const struct ir_operand_list *uses) {
  bool is_float = ins->op == IR_FCMP || (ins->op >= IR_FCONV && ins->op <= IR_UITOFP) ||
                  (ins->op >= IR_FADD && ins->op <= IR_FMA);
  for (size_t i = 0; is_float && i < uses->count; i++) {
    struct value value = value_of(m, uses->data[i]);
    if (value.expr == NULL || !uninitialised_concerns(m, value.expr) ||
        uninitialised_is_defined(m, &value.expr))
      continue;
    unsigned width = running_func(m)->reg_widths.data[ins->dst];
    value_set_expr(m, ins->dst, uninitialised_result(m, value.expr, width));
    return true;
  }
  return false;
}

enum outcome careful_concretise(struct machine *m, const struct ir_ins *ins) {
  struct frame *frame = m->state->top;
  const struct ir_func *func = frame->code->func;
  struct ir_operand_list uses = {0};
  ir_list_uses(func, ins, &uses);
  if (passes_on(m, ins, &uses)) {
    vec_free(&uses);
    return OUTCOME_NEXT;
  }
  char *what = alloc_format("symbolic operand of %s made concrete", ir_opcode_names[ins->op]);
  bool is_good = true;
  for (size_t i = 0; is_good && i < uses.count; i++) {
    ir_operand operand = uses.data[i];
    struct value value = value_of(m, operand);
    if (value.expr == NULL) continue;
    unsigned width = ir_operand_width(func, operand);
    struct value fixed = {0};
    if (width <= 64) {
      is_good = resolve_few(m, value.expr, what, &fixed.words[0]);
    } else {
      struct expr *low = expr_extract(m->exprs, value.expr, 0, 64);
      struct expr *high = expr_extract(m->exprs, value.expr, 64, width - 64);
      is_good = decide_concrete(m, low, what, &fixed.words[0]) &&
                decide_concrete(m, high, what, &fixed.words[1]);
    }
    if (is_good) value_set(m, operand, &fixed);
  }
  free(what);
  vec_free(&uses);
  return is_good ? careful_concrete(m, ins) : OUTCOME_STOPPED;
}

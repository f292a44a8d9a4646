/* Branches on possibly symbolic values. */
#include "exec/careful/careful.h"

#include "exec/decide.h"
#include "exec/fast/fast.h"
#include "exec/trace.h"
#include "exec/translate/code.h"
#include "exec/translate/op.h"
#include "expr/expr.h"
#include "ir/operands.h"

#include <stdlib.h>

static const struct ir_func *running_func(const struct machine *m) {
  return m->state->top->code->func;
}

static void note_edge(struct machine *m, uint32_t edge) {
  uint64_t news = m->found.coverage.news;
  coverage_take_edge(&m->found.coverage, m->program, running_func(m)->number, edge);
  if (m->found.coverage.news == news) return;
  m->state->covers_new = true;
  m->state->new_cover_at = m->state->instructions;
}

void careful_enter(struct machine *m, uint32_t target, const struct value *values) {
  const struct code *code = m->state->top->code;
  const struct ir_block *block = &code->func->blocks.data[target];
  for (uint32_t i = 0; i < block->param_count; i++)
    value_set(m, code->func->operands.data[block->first_param + i], &values[i]);
  m->state->ins = block->first;
  m->state->arrived = code->places != NULL ? code->places[target] : 0;
}

/* All arguments are read before any parameter is set: the assignment is parallel. */
enum outcome careful_take_edge(struct machine *m, uint32_t number) {
  enum { FEW = 16 };
  const struct ir_func *func = running_func(m);
  const struct ir_edge *edge = &func->edges.data[number];
  uint32_t count = func->blocks.data[edge->target].param_count;
  struct value few[FEW];
  struct value *values = count <= FEW ? few : alloc_bytes(count * sizeof *values);
  note_edge(m, number);
  trace_edge(m, number);
  for (uint32_t i = 0; i < count; i++)
    values[i] = value_of(m, func->operands.data[edge->first_arg + i]);
  careful_enter(m, edge->target, values);
  if (values != few) free(values);
  return OUTCOME_JUMPED;
}

/* The fuel for a block is paid at its end. */
static void pay(struct machine *m) {
  const struct code *code = m->state->top->code;
  m->fuel -= code->func->blocks.data[code->ins_block[m->state->ins]].count;
}

enum outcome careful_jump(struct machine *m, const struct ir_ins *ins) {
  pay(m);
  return careful_take_edge(m, ins->a);
}

enum outcome careful_branch(struct machine *m, const struct ir_ins *ins) {
  struct value test = value_of(m, ins->a);
  struct state *self = m->state, *sibling = NULL;
  enum decision decision = test.words[0] ? DECIDE_TRUE : DECIDE_FALSE;
  enum outcome outcome;
  if (test.expr != NULL && careful_take_condition(m, ins, &outcome)) return outcome;
  if (test.expr != NULL) decision = decide_branch(m, test.expr, &sibling);
  if (decision == DECIDE_STOP) return OUTCOME_STOPPED;
  pay(m);
  if (sibling != NULL) {
    m->state = sibling;
    careful_take_edge(m, decision == DECIDE_TRUE ? ins->c : ins->b);
    m->state = self;
  }
  return careful_take_edge(m, decision == DECIDE_TRUE ? ins->b : ins->c);
}

static uint32_t find_case(const struct ir_func *func, const struct ir_ins *ins, uint64_t value) {
  for (uint32_t i = 0; i < ins->c; i++)
    if (func->cases.data[ins->b + i].value == value) return func->cases.data[ins->b + i].edge;
  return ins->dst;
}

/* The condition under which the switch takes that edge. */
static struct expr *goes_way(struct machine *m, const struct ir_ins *ins, struct expr *value,
                             uint32_t edge) {
  const struct ir_func *func = running_func(m);
  bool is_default = ir_is_same_way(func, edge, ins->dst);
  struct expr *any = expr_const(m->exprs, 1, 0);
  for (uint32_t i = 0; i < ins->c; i++) {
    const struct ir_case *entry = &func->cases.data[ins->b + i];
    if (ir_is_same_way(func, entry->edge, edge) == is_default) continue;
    struct expr *number = expr_const(m->exprs, value->width, entry->value);
    any = expr_or(m->exprs, any, expr_eq(m->exprs, value, number));
  }
  return is_default ? expr_not(m->exprs, any) : any;
}

enum outcome careful_switch(struct machine *m, const struct ir_ins *ins) {
  const struct ir_func *func = running_func(m);
  struct value value = value_of(m, ins->a);
  uint32_t edge = find_case(func, ins, value.words[0]);
  if (value.expr != NULL) {
    edge = find_case(func, ins, decide_witness_value(m, value.expr));
    if (decide(m, goes_way(m, ins, value.expr, edge)) == DECIDE_STOP) return OUTCOME_STOPPED;
  }
  pay(m);
  return careful_take_edge(m, edge);
}

enum outcome careful_indirect(struct machine *m, const struct ir_ins *ins) {
  const struct ir_func *func = running_func(m);
  struct value value = value_of(m, ins->a);
  uint64_t address;
  if (!resolve_label(m, ins, &value, &address)) return OUTCOME_STOPPED;
  uint64_t block = address - m->layout.func_addresses[func->number] - 1;
  for (uint32_t i = 0; i < ins->c; i++) {
    uint32_t edge = func->cases.data[ins->b + i].edge;
    if (func->edges.data[edge].target != block) continue;
    pay(m);
    return careful_take_edge(m, edge);
  }
  error_raise(m, ERROR_EXEC, "bad jump target: 0x%llx is not the address of a label here",
              (unsigned long long)address);
  return OUTCOME_STOPPED;
}

enum outcome careful_unreachable(struct machine *m, const struct ir_ins *ins) {
  (void)ins;
  error_raise(m, ERROR_EXEC, "unreachable code reached");
  return OUTCOME_STOPPED;
}

enum outcome careful_trap(struct machine *m, const struct ir_ins *ins) {
  if (ins->aux == IR_TRAP_ABORT)
    error_raise(m, ERROR_ABORT, "trap executed");
  else
    error_raise(m, ERROR_MODEL, "unsupported: %s", m->program->strings.data[ins->a]);
  return OUTCOME_STOPPED;
}

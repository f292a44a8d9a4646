/* The def-use walk over one instruction. All knowledge of which field means what comes from the
   format column of opcodes.h, so that a new operation of a known format needs no change here. */
#include "ir/operands.h"

#include "util/fault.h"

static void append_range(const struct ir_func *func, uint32_t first, uint32_t count,
                         struct ir_operand_list *list) {
  for (uint32_t i = 0; i < count; i++) vec_push(list, func->operands.data[first + i]);
}

static void append(struct ir_operand_list *list, const ir_operand *operands, uint32_t count) {
  for (uint32_t i = 0; i < count; i++) vec_push(list, operands[i]);
}

static void list_call_uses(const struct ir_func *func, const struct ir_ins *ins,
                           struct ir_operand_list *list) {
  const struct ir_call *call = &func->calls.data[ins->b];
  vec_push(list, ins->a);
  append_range(func, call->first_arg, call->arg_count, list);
  for (uint32_t i = 0; i < call->vararg_count; i++)
    vec_push(list, func->varargs.data[call->first_vararg + i].operand);
}

void ir_list_uses(const struct ir_func *func, const struct ir_ins *ins,
                  struct ir_operand_list *list) {
  const ir_operand fields[3] = {ins->a, ins->b, ins->c};
  switch ((enum ir_format)ir_opcode_formats[ins->op]) {
  case IR_FORMAT_CONVERT:
  case IR_FORMAT_UNARY:
  case IR_FORMAT_FCLASS:
  case IR_FORMAT_LOAD:
  case IR_FORMAT_ALLOCA:
  case IR_FORMAT_EFFECT:
  case IR_FORMAT_SETJMP:
  case IR_FORMAT_CONDBR:
  case IR_FORMAT_SWITCH:
  case IR_FORMAT_INDIRECTBR: append(list, fields, 1); break;
  case IR_FORMAT_BINARY:
  case IR_FORMAT_COMPARE:
  case IR_FORMAT_STORE:
  case IR_FORMAT_LONGJMP: append(list, fields, 2); break;
  case IR_FORMAT_SELECT:
  case IR_FORMAT_TERNARY:
  case IR_FORMAT_MEMORY: append(list, fields, 3); break;
  case IR_FORMAT_CALL: list_call_uses(func, ins, list); break;
  case IR_FORMAT_GUARD:
    append(list, fields, 1);
    append_range(func, ins->b, ins->c, list);
    break;
  case IR_FORMAT_RET: append_range(func, ins->b, ins->c, list); break;
  case IR_FORMAT_NULLARY:
  case IR_FORMAT_BR:
  case IR_FORMAT_END:
  case IR_FORMAT_TRAP: break;
  }
}

void ir_list_defs(const struct ir_func *func, const struct ir_ins *ins,
                  struct ir_operand_list *list) {
  if (ir_has_dst(ins->op)) vec_push(list, ins->dst);
  if (ins->op != IR_CALL) return;
  const struct ir_call *call = &func->calls.data[ins->b];
  append_range(func, call->first_result, call->result_count, list);
}

void ir_list_edge_args(const struct ir_func *func, uint32_t edge, struct ir_operand_list *list) {
  const struct ir_edge *e = &func->edges.data[edge];
  append_range(func, e->first_arg, func->blocks.data[e->target].param_count, list);
}

uint32_t ir_successor_count(const struct ir_ins *ins) {
  switch (ins->op) {
  case IR_BR: return 1;
  case IR_CONDBR: return 2;
  case IR_SWITCH: return ins->c + 1;
  case IR_INDIRECTBR: return ins->c;
  default: return 0;
  }
}

uint32_t ir_successor_edge(const struct ir_func *func, const struct ir_ins *ins, uint32_t index) {
  switch (ins->op) {
  case IR_BR: return ins->a;
  case IR_CONDBR: return index == 0 ? ins->b : ins->c;
  case IR_SWITCH: return index < ins->c ? func->cases.data[ins->b + index].edge : ins->dst;
  case IR_INDIRECTBR: return func->cases.data[ins->b + index].edge;
  default: FAULT("%s has no successors", ir_opcode_names[ins->op]);
  }
}

bool ir_is_same_way(const struct ir_func *func, uint32_t a, uint32_t b) {
  const struct ir_edge *x = &func->edges.data[a], *y = &func->edges.data[b];
  if (a == b) return true;
  if (x->target != y->target) return false;
  for (uint32_t i = 0; i < func->blocks.data[x->target].param_count; i++)
    if (func->operands.data[x->first_arg + i] != func->operands.data[y->first_arg + i])
      return false;
  return true;
}

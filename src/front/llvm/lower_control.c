/* Ends of blocks. Every exit of a block is an edge of its own, even if several cases of a switch
   have the same target. Unwinding never happens in C, so an invoke is a call and a branch. */
#include "front/llvm/constants.h"
#include "front/llvm/emit.h"
#include "front/llvm/sanitized.h"

static void lower_return(struct lowering *lowering, LLVMValueRef instruction) {
  struct ir_ins ins = {.op = IR_RET};
  if (LLVMGetNumOperands(instruction) > 0) {
    LLVMValueRef value = LLVMGetOperand(instruction, 0);
    ins.c = lower_layout(lowering, value)->leaf_count;
    ins.b = ir_add_operands(lowering->func, lower_value(lowering, value), ins.c);
  }
  emit_end(lowering, ins);
}

static void lower_branch(struct lowering *lowering, LLVMValueRef instruction) {
  LLVMBasicBlockRef from = LLVMGetInstructionParent(instruction);
  LLVMBasicBlockRef yes = LLVMGetSuccessor(instruction, 0);
  if (!LLVMIsConditional(instruction)) {
    if (sanitized_is_own(instruction))
      lower_go_on(lowering, from, yes, NULL);
    else
      emit_branch(lowering, lower_edge(lowering, from, yes));
    return;
  }
  if (lower_check(lowering, instruction)) return;
  LLVMValueRef test = LLVMGetCondition(instruction);
  if (LLVMIsAConstantInt(test) && sanitized_is_own(instruction)) {
    bool holds = LLVMConstIntGetZExtValue(test) != 0;
    emit_branch(lowering,
                lower_edge(lowering, from, holds ? yes : LLVMGetSuccessor(instruction, 1)));
    return;
  }
  ir_operand condition = lower_scalar(lowering, test);
  uint32_t yes_edge = lower_edge(lowering, from, yes);
  uint32_t no_edge = lower_edge(lowering, from, LLVMGetSuccessor(instruction, 1));
  emit_condbr(lowering, condition, yes_edge, no_edge);
}

/* Values of more than 64 bits do not fit into the case table: they are compared one by one. */
static void lower_wide_switch(struct lowering *lowering, LLVMValueRef instruction, unsigned width) {
  LLVMBasicBlockRef from = LLVMGetInstructionParent(instruction);
  ir_operand value = lower_operand(lowering, instruction, 0);
  unsigned count = LLVMGetNumSuccessors(instruction);
  for (unsigned i = 1; i < count; i++) {
    ir_operand wanted = lower_operand(lowering, instruction, 2 * i);
    ir_operand is_equal = emit_compare(lowering, IR_EQ, width, value, wanted);
    uint32_t hit = lower_edge(lowering, from, LLVMGetSuccessor(instruction, i));
    uint32_t next = ir_new_block(lowering->func);
    emit_condbr(lowering, is_equal, hit, ir_new_edge(lowering->func, next, NULL, 0));
    emit_start_block(lowering, next);
  }
  emit_branch(lowering, lower_edge(lowering, from, LLVMGetSuccessor(instruction, 0)));
}

/* Operands: value, default, then value and target of each case. */
static void lower_switch(struct lowering *lowering, LLVMValueRef instruction) {
  unsigned width = lower_layout(lowering, LLVMGetOperand(instruction, 0))->leaves[0].width;
  if (width > 64) {
    lower_wide_switch(lowering, instruction, width);
    return;
  }
  LLVMBasicBlockRef from = LLVMGetInstructionParent(instruction);
  struct ir_ins ins = {.op = IR_SWITCH, .width = (uint8_t)width};
  ins.a = lower_operand(lowering, instruction, 0);
  unsigned count = LLVMGetNumSuccessors(instruction);
  ins.b = (uint32_t)lowering->func->cases.count;
  ins.c = count - 1;
  for (unsigned i = 1; i < count; i++) {
    uint64_t value = LLVMConstIntGetZExtValue(LLVMGetOperand(instruction, 2 * i));
    uint32_t edge = lower_edge(lowering, from, LLVMGetSuccessor(instruction, i));
    struct ir_case entry = {value, edge};
    vec_push(&lowering->func->cases, entry);
  }
  ins.dst = lower_edge(lowering, from, LLVMGetSuccessor(instruction, 0));
  emit_end(lowering, ins);
}

static void lower_indirect_branch(struct lowering *lowering, LLVMValueRef instruction) {
  LLVMBasicBlockRef from = LLVMGetInstructionParent(instruction);
  struct ir_ins ins = {.op = IR_INDIRECTBR};
  ins.a = lower_operand(lowering, instruction, 0);
  ins.b = (uint32_t)lowering->func->cases.count;
  struct ptrmap seen = {0};
  unsigned count = LLVMGetNumSuccessors(instruction);
  for (unsigned i = 0; i < count; i++) {
    LLVMBasicBlockRef target = LLVMGetSuccessor(instruction, i);
    if (!ptrmap_add(&seen, target)) continue;
    struct ir_case entry = {0, lower_edge(lowering, from, target)};
    vec_push(&lowering->func->cases, entry);
  }
  ptrmap_free(&seen);
  ins.c = (uint32_t)lowering->func->cases.count - ins.b;
  emit_end(lowering, ins);
}

static void lower_invoke(struct lowering *lowering, LLVMValueRef instruction) {
  lower_call(lowering, instruction);
  if (lowering->is_ended || lowering->problem) return;
  LLVMBasicBlockRef from = LLVMGetInstructionParent(instruction);
  emit_branch(lowering, lower_edge(lowering, from, LLVMGetNormalDest(instruction)));
}

void lower_terminator(struct lowering *lowering, LLVMValueRef instruction, LLVMOpcode opcode) {
  switch (opcode) {
  case LLVMRet: lower_return(lowering, instruction); break;
  case LLVMBr: lower_branch(lowering, instruction); break;
  case LLVMSwitch: lower_switch(lowering, instruction); break;
  case LLVMIndirectBr: lower_indirect_branch(lowering, instruction); break;
  case LLVMInvoke: lower_invoke(lowering, instruction); break;
  default: emit_end(lowering, (struct ir_ins){.op = IR_UNREACHABLE}); break;
  }
}

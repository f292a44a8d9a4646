/* Operations without side effects: arithmetic, comparisons, conversions, selects. They apply to
   each leaf, so vectors are scalarised by the same loop that handles scalars. The flags of integer
   arithmetic are kept; a shift in unoptimised code is marked as checked, because there an oversized
   amount is the program's own mistake. */
#include "front/llvm/emit.h"
#include "front/llvm/front.h"
#include "front/llvm/sanitized.h"

static unsigned binary_op(LLVMOpcode opcode) {
  switch (opcode) {
  case LLVMAdd: return IR_ADD;
  case LLVMSub: return IR_SUB;
  case LLVMMul: return IR_MUL;
  case LLVMUDiv: return IR_UDIV;
  case LLVMSDiv: return IR_SDIV;
  case LLVMURem: return IR_UREM;
  case LLVMSRem: return IR_SREM;
  case LLVMAnd: return IR_AND;
  case LLVMOr: return IR_OR;
  case LLVMXor: return IR_XOR;
  case LLVMShl: return IR_SHL;
  case LLVMLShr: return IR_LSHR;
  case LLVMAShr: return IR_ASHR;
  case LLVMFAdd: return IR_FADD;
  case LLVMFSub: return IR_FSUB;
  case LLVMFMul: return IR_FMUL;
  case LLVMFDiv: return IR_FDIV;
  case LLVMFRem: return IR_FREM;
  default: return IR_OPCODE_COUNT;
  }
}

/* An oversized amount is reported if the code is as the programmer wrote it; elsewhere it is not
   checked, but counted. */
static uint8_t shift_flags(struct lowering *lowering, LLVMValueRef value) {
  if (!lowering->loader->options->check_overshift) return 0;
  if (lowering->is_unoptimised) return IR_CHECKED;
  struct ir_program *program = lowering->loader->program;
  const struct module *module = lowering->module;
  if (!module->is_user || module->checks_shifts || LLVMIsConstant(LLVMGetOperand(value, 1)))
    return 0;
  if (program->unchecked_shifts++ == 0) program->unchecked_shift = lowering->loc;
  return 0;
}

/* Bitcode does not show whether a left shift is signed, and so not whether it overflows. */
static void count_left_shift(struct lowering *lowering, LLVMValueRef value) {
  const struct module *module = lowering->module;
  if (lowering->loader->options->check_overflow && module->is_user && !module->checks_shifts &&
      !LLVMGetNSW(value))
    lowering->loader->program->unsigned_shifts++;
}

static uint8_t flags_of(struct lowering *lowering, LLVMValueRef value, LLVMOpcode opcode) {
  if (!LLVMIsAInstruction(value) || sanitized_is_own(value)) return 0;
  uint8_t flags = 0;
  switch (opcode) {
  case LLVMShl:
    count_left_shift(lowering, value);
    flags |= shift_flags(lowering, value);
    /* fall through */
  case LLVMAdd:
  case LLVMSub:
  case LLVMMul:
    if (LLVMGetNSW(value)) flags |= IR_NSW;
    if (LLVMGetNUW(value)) flags |= IR_NUW;
    return flags;
  case LLVMLShr:
  case LLVMAShr:
    flags |= shift_flags(lowering, value);
    /* fall through */
  case LLVMUDiv:
  case LLVMSDiv:
    if (LLVMGetExact(value)) flags |= IR_EXACT;
    return flags;
  default: return 0;
  }
}

/* An amount that is truncated to the width must have been less than the width before. */
static void guard_amount(struct lowering *lowering, LLVMValueRef shift, unsigned width) {
  LLVMValueRef whole = LLVMGetOperand(LLVMGetOperand(shift, 1), 0);
  const struct layout *layout = lower_layout(lowering, whole);
  if (layout->leaf_count != 1 || layout->leaves[0].width > 64) return;
  unsigned given = layout->leaves[0].width;
  ir_operand amount = lower_scalar(lowering, whole);
  ir_operand is_less =
      emit_compare(lowering, IR_ULT, given, amount, emit_const(lowering, given, width));
  ir_operand about[] = {amount, emit_const(lowering, 64, width)};
  lower_guard(lowering, is_less, "shift_amount", about, 2);
}

static const ir_operand *lower_binary(struct lowering *lowering, LLVMValueRef value,
                                      LLVMOpcode opcode) {
  const struct layout *layout = lower_layout(lowering, value);
  const ir_operand *a = lower_value(lowering, LLVMGetOperand(value, 0));
  const ir_operand *b = lower_value(lowering, LLVMGetOperand(value, 1));
  unsigned op = binary_op(opcode);
  uint8_t flags = flags_of(lowering, value, opcode);
  ir_operand *list = lower_new_list(lowering, layout->leaf_count);
  if ((flags & IR_CHECKED) && ptrmap_find(&lowering->module->cut_amounts, value))
    guard_amount(lowering, value, layout->leaves[0].width);
  for (uint32_t i = 0; i < layout->leaf_count; i++) {
    list[i] = emit_binary(lowering, op, layout->leaves[i].width, a[i], b[i]);
    vec_last(&lowering->func->ins).aux = flags;
  }
  return list;
}

static ir_operand compare_ints(struct lowering *lowering, LLVMIntPredicate predicate,
                               unsigned width, ir_operand a, ir_operand b) {
  switch (predicate) {
  case LLVMIntEQ: return emit_compare(lowering, IR_EQ, width, a, b);
  case LLVMIntNE: return emit_compare(lowering, IR_NE, width, a, b);
  case LLVMIntUGT: return emit_compare(lowering, IR_ULT, width, b, a);
  case LLVMIntUGE: return emit_compare(lowering, IR_ULE, width, b, a);
  case LLVMIntULT: return emit_compare(lowering, IR_ULT, width, a, b);
  case LLVMIntULE: return emit_compare(lowering, IR_ULE, width, a, b);
  case LLVMIntSGT: return emit_compare(lowering, IR_SLT, width, b, a);
  case LLVMIntSGE: return emit_compare(lowering, IR_SLE, width, b, a);
  case LLVMIntSLT: return emit_compare(lowering, IR_SLT, width, a, b);
  default: return emit_compare(lowering, IR_SLE, width, a, b);
  }
}

static bool is_pointer(LLVMValueRef value) {
  return LLVMGetTypeKind(LLVMTypeOf(value)) == LLVMPointerTypeKind;
}

static bool is_difference(LLVMValueRef value) {
  return LLVMIsABinaryOperator(value) && LLVMGetInstructionOpcode(value) == LLVMSub &&
         LLVMIsAPtrToIntInst(LLVMGetOperand(value, 0)) &&
         LLVMIsAPtrToIntInst(LLVMGetOperand(value, 1));
}

/* Numbers made of pointers are harmless if only differences of two are computed. */
static bool observes_addresses(LLVMValueRef conversion, LLVMOpcode opcode) {
  if (opcode == LLVMIntToPtr) return true;
  if (opcode != LLVMPtrToInt) return false;
  for (LLVMUseRef use = LLVMGetFirstUse(conversion); use; use = LLVMGetNextUse(use))
    if (!is_difference(LLVMGetUser(use))) return true;
  return false;
}

static void note_order(struct lowering *lowering, LLVMValueRef compare) {
  LLVMIntPredicate predicate = LLVMGetICmpPredicate(compare);
  if (is_pointer(LLVMGetOperand(compare, 0)) && predicate != LLVMIntEQ && predicate != LLVMIntNE)
    lowering->loader->program->orders_addresses = true;
}

static const ir_operand *lower_compare(struct lowering *lowering, LLVMValueRef value,
                                       LLVMOpcode opcode) {
  const struct layout *layout = lower_layout(lowering, LLVMGetOperand(value, 0));
  const ir_operand *a = lower_value(lowering, LLVMGetOperand(value, 0));
  const ir_operand *b = lower_value(lowering, LLVMGetOperand(value, 1));
  ir_operand *list = lower_new_list(lowering, layout->leaf_count);
  if (opcode == LLVMICmp) note_order(lowering, value);
  for (uint32_t i = 0; i < layout->leaf_count; i++) {
    unsigned width = layout->leaves[i].width;
    list[i] = opcode == LLVMFCmp
                  ? emit_fcmp(lowering, LLVMGetFCmpPredicate(value), width, a[i], b[i])
                  : compare_ints(lowering, LLVMGetICmpPredicate(value), width, a[i], b[i]);
  }
  return list;
}

static const ir_operand *lower_select(struct lowering *lowering, LLVMValueRef value) {
  const struct layout *layout = lower_layout(lowering, value);
  LLVMValueRef condition = LLVMGetOperand(value, 0);
  bool is_vector = LLVMGetTypeKind(LLVMTypeOf(condition)) == LLVMVectorTypeKind;
  const ir_operand *conditions = lower_value(lowering, condition);
  const ir_operand *yes = lower_value(lowering, LLVMGetOperand(value, 1));
  const ir_operand *no = lower_value(lowering, LLVMGetOperand(value, 2));
  ir_operand *list = lower_new_list(lowering, layout->leaf_count);
  for (uint32_t i = 0; i < layout->leaf_count; i++)
    list[i] = emit_select(lowering, layout->leaves[i].width, conditions[is_vector ? i : 0], yes[i],
                          no[i]);
  return list;
}

static ir_operand convert(struct lowering *lowering, LLVMOpcode opcode, unsigned from, unsigned to,
                          ir_operand a) {
  switch (opcode) {
  case LLVMSExt: return emit_resize_signed(lowering, from, to, a);
  case LLVMFPTrunc:
  case LLVMFPExt: return emit_convert(lowering, IR_FCONV, from, to, a);
  case LLVMFPToUI: return emit_checked_convert(lowering, IR_FPTOUI, from, to, a);
  case LLVMFPToSI: return emit_checked_convert(lowering, IR_FPTOSI, from, to, a);
  case LLVMUIToFP: return emit_convert(lowering, IR_UITOFP, from, to, a);
  case LLVMSIToFP: return emit_convert(lowering, IR_SITOFP, from, to, a);
  default: return emit_resize(lowering, from, to, a);
  }
}

static const ir_operand *lower_conversion(struct lowering *lowering, LLVMValueRef value,
                                          LLVMOpcode opcode) {
  LLVMValueRef source = LLVMGetOperand(value, 0);
  const struct layout *from = lower_layout(lowering, source);
  const struct layout *to = lower_layout(lowering, value);
  const ir_operand *a = lower_value(lowering, source);
  if (opcode == LLVMBitCast) return lower_bitcast(lowering, a, from, to);
  if (observes_addresses(value, opcode)) lowering->loader->program->observes_addresses = true;
  ir_operand *list = lower_new_list(lowering, to->leaf_count);
  for (uint32_t i = 0; i < to->leaf_count; i++)
    list[i] = convert(lowering, opcode, from->leaves[i].width, to->leaves[i].width, a[i]);
  return list;
}

static const ir_operand *lower_negation(struct lowering *lowering, LLVMValueRef value) {
  const struct layout *layout = lower_layout(lowering, value);
  const ir_operand *a = lower_value(lowering, LLVMGetOperand(value, 0));
  ir_operand *list = lower_new_list(lowering, layout->leaf_count);
  for (uint32_t i = 0; i < layout->leaf_count; i++)
    list[i] = emit_unary(lowering, IR_FNEG, layout->leaves[i].width, a[i]);
  return list;
}

const ir_operand *lower_pure(struct lowering *lowering, LLVMValueRef value, LLVMOpcode opcode) {
  if (lower_is_wide(lowering, value)) {
    const ir_operand *list = lower_wide(lowering, value, opcode);
    if (!list) lower_reject(lowering, "operation on integers wider than 128 bits");
    return list;
  }
  if (binary_op(opcode) != IR_OPCODE_COUNT) return lower_binary(lowering, value, opcode);
  switch (opcode) {
  case LLVMFNeg: return lower_negation(lowering, value);
  case LLVMICmp:
  case LLVMFCmp: return lower_compare(lowering, value, opcode);
  case LLVMSelect: return lower_select(lowering, value);
  case LLVMTrunc:
  case LLVMZExt:
  case LLVMSExt:
  case LLVMFPTrunc:
  case LLVMFPExt:
  case LLVMFPToUI:
  case LLVMFPToSI:
  case LLVMUIToFP:
  case LLVMSIToFP:
  case LLVMPtrToInt:
  case LLVMIntToPtr:
  case LLVMAddrSpaceCast:
  case LLVMBitCast: return lower_conversion(lowering, value, opcode);
  case LLVMGetElementPtr: return lower_gep(lowering, value);
  /* Undefined values are a fixed 0, so freeze has no effect. */
  case LLVMFreeze: return lower_value(lowering, LLVMGetOperand(value, 0));
  case LLVMExtractElement:
  case LLVMInsertElement:
  case LLVMShuffleVector:
  case LLVMExtractValue:
  case LLVMInsertValue: return lower_shuffle(lowering, value, opcode);
  default: return NULL;
  }
}

/* Floating-point intrinsics, leaf by leaf. */
#include "front/llvm/emit.h"
#include "front/llvm/intrinsic_ops.h"
#include "front/llvm/intrinsics.h"
#include "front/llvm/link.h"

#include <string.h>

enum { MAX_LIBCALL_ARGUMENTS = 3, LIBCALL_NAME_SIZE = 32 };

void intrinsics_fma(struct lowering *lowering, LLVMValueRef call,
                    const struct intrinsic *intrinsic) {
  (void)intrinsic;
  const struct layout *layout = lower_layout(lowering, call);
  const ir_operand *a = lower_value(lowering, LLVMGetOperand(call, 0));
  const ir_operand *b = lower_value(lowering, LLVMGetOperand(call, 1));
  const ir_operand *c = lower_value(lowering, LLVMGetOperand(call, 2));
  ir_operand *list = lower_new_list(lowering, layout->leaf_count);
  for (uint32_t i = 0; i < layout->leaf_count; i++)
    list[i] = emit_fma(lowering, layout->leaves[i].width, a[i], b[i], c[i]);
  lower_bind(lowering, call, list);
}

/* Whether the function was compiled for processors with fused multiply-add. */
static bool has_fused_operation(struct lowering *lowering) {
  static const char kind[] = "target-features";
  LLVMAttributeRef attribute = LLVMGetStringAttributeAtIndex(
      lowering->llvm, (LLVMAttributeIndex)LLVMAttributeFunctionIndex, kind, sizeof kind - 1);
  if (!attribute) return false;
  unsigned length;
  const char *features = LLVMGetStringAttributeValue(attribute, &length);
  return memmem(features, length, "+fma", 4) != NULL;
}

/* The operand of a negation, or NULL. */
static LLVMValueRef negated_operand(LLVMValueRef value) {
  bool is_negation = LLVMIsAInstruction(value) && LLVMGetInstructionOpcode(value) == LLVMFNeg;
  return is_negation ? LLVMGetOperand(value, 0) : NULL;
}

/* Fused or not, depending on the target; baseline x86-64 has no fused operation. The addend of
   x * y - z comes negated, and is compiled to a subtraction. */
void intrinsics_fmuladd(struct lowering *lowering, LLVMValueRef call,
                        const struct intrinsic *intrinsic) {
  if (has_fused_operation(lowering)) {
    intrinsics_fma(lowering, call, intrinsic);
    return;
  }
  const struct layout *layout = lower_layout(lowering, call);
  const ir_operand *a = lower_value(lowering, LLVMGetOperand(call, 0));
  const ir_operand *b = lower_value(lowering, LLVMGetOperand(call, 1));
  LLVMValueRef negated = negated_operand(LLVMGetOperand(call, 2));
  const ir_operand *c = lower_value(lowering, negated ? negated : LLVMGetOperand(call, 2));
  ir_operand *list = lower_new_list(lowering, layout->leaf_count);
  for (uint32_t i = 0; i < layout->leaf_count; i++) {
    unsigned width = layout->leaves[i].width;
    ir_operand product = emit_binary(lowering, IR_FMUL, width, a[i], b[i]);
    list[i] = emit_binary(lowering, negated ? IR_FSUB : IR_FADD, width, product, c[i]);
  }
  lower_bind(lowering, call, list);
}

void intrinsics_classify(struct lowering *lowering, LLVMValueRef call,
                         const struct intrinsic *intrinsic) {
  (void)intrinsic;
  const struct layout *from = lower_layout(lowering, LLVMGetOperand(call, 0));
  const ir_operand *a = lower_value(lowering, LLVMGetOperand(call, 0));
  uint32_t classes = (uint32_t)LLVMConstIntGetZExtValue(LLVMGetOperand(call, 1));
  ir_operand *list = lower_new_list(lowering, from->leaf_count);
  for (uint32_t i = 0; i < from->leaf_count; i++) {
    list[i] = ir_new_reg(lowering->func, 1);
    ir_emit(lowering->func, (struct ir_ins){.op = IR_FCLASS,
                                            .width = from->leaves[i].width,
                                            .loc = lowering->loc,
                                            .dst = list[i],
                                            .a = a[i],
                                            .c = classes});
  }
  lower_bind(lowering, call, list);
}

void intrinsics_convert(struct lowering *lowering, LLVMValueRef call,
                        const struct intrinsic *intrinsic) {
  const struct layout *from = lower_layout(lowering, LLVMGetOperand(call, 0));
  const struct layout *to = lower_layout(lowering, call);
  const ir_operand *a = lower_value(lowering, LLVMGetOperand(call, 0));
  ir_operand *list = lower_new_list(lowering, to->leaf_count);
  for (uint32_t i = 0; i < to->leaf_count; i++)
    list[i] =
        emit_convert(lowering, intrinsic->op, from->leaves[i].width, to->leaves[i].width, a[i]);
  lower_bind(lowering, call, list);
}

/* The predicate is the text of a metadata operand. */
void intrinsics_constrained_compare(struct lowering *lowering, LLVMValueRef call,
                                    const struct intrinsic *intrinsic) {
  (void)intrinsic;
  static const char *const names[] = {"false", "oeq", "ogt", "oge", "olt", "ole", "one", "ord",
                                      "uno",   "ueq", "ugt", "uge", "ult", "ule", "une", "true"};
  unsigned length, predicate = 0, count = sizeof names / sizeof *names;
  const char *text = LLVMGetMDString(LLVMGetOperand(call, 2), &length);
  while (predicate < count && (!text || strlen(names[predicate]) != length ||
                               memcmp(names[predicate], text, length) != 0))
    predicate++;
  if (predicate == count) {
    lower_reject(lowering, "floating-point comparison without a known predicate");
    return;
  }
  const struct layout *from = lower_layout(lowering, LLVMGetOperand(call, 0));
  const ir_operand *a = lower_value(lowering, LLVMGetOperand(call, 0));
  const ir_operand *b = lower_value(lowering, LLVMGetOperand(call, 1));
  ir_operand *list = lower_new_list(lowering, from->leaf_count);
  for (uint32_t i = 0; i < from->leaf_count; i++)
    list[i] = emit_fcmp(lowering, predicate, from->leaves[i].width, a[i], b[i]);
  lower_bind(lowering, call, list);
}

static ir_operand library_function(struct lowering *lowering, LLVMValueRef call) {
  char name[LIBCALL_NAME_SIZE];
  if (!intrinsics_name_libcall(lowering->loader, call, name, sizeof name)) {
    size_t length;
    lower_reject(lowering, "intrinsic %s", LLVMGetValueName2(LLVMGetCalledValue(call), &length));
    return emit_const(lowering, 64, 0);
  }
  return lower_symbol(lowering, link_intern(lowering->loader, name));
}

static unsigned value_argument_count(LLVMValueRef call) {
  unsigned count = LLVMGetNumArgOperands(call);
  while (count > 0 &&
         LLVMGetTypeKind(LLVMTypeOf(LLVMGetOperand(call, count - 1))) == LLVMMetadataTypeKind)
    count--;
  return count > MAX_LIBCALL_ARGUMENTS ? MAX_LIBCALL_ARGUMENTS : count;
}

void intrinsics_libcall(struct lowering *lowering, LLVMValueRef call,
                        const struct intrinsic *intrinsic) {
  const struct layout *layout = lower_layout(lowering, call);
  ir_operand callee = library_function(lowering, call);
  unsigned count = value_argument_count(call);
  ir_operand *list = lower_new_list(lowering, layout->leaf_count);
  for (uint32_t i = 0; i < layout->leaf_count; i++) {
    ir_operand arguments[MAX_LIBCALL_ARGUMENTS];
    for (unsigned j = 0; j < count; j++) {
      LLVMValueRef value = LLVMGetOperand(call, j);
      uint32_t lane = i < lower_layout(lowering, value)->leaf_count ? i : 0;
      arguments[j] = lower_value(lowering, value)[lane];
    }
    unsigned width = layout->leaves[i].width;
    unsigned given = intrinsic->op & OP_GIVES_LONG ? 64 : width;
    uint32_t result = ir_new_reg(lowering->func, given);
    lower_plain_call(lowering, callee, arguments, count, &result, 1);
    list[i] = emit_resize(lowering, given, width, result);
  }
  lower_bind(lowering, call, list);
}

/* {fraction, exponent}; the library function returns the exponent through memory. */
void intrinsics_frexp(struct lowering *lowering, LLVMValueRef call,
                      const struct intrinsic *intrinsic) {
  (void)intrinsic;
  enum { EXPONENT_BITS = 32, EXPONENT_BYTES = 4 };
  const struct layout *from = lower_layout(lowering, LLVMGetOperand(call, 0));
  const struct layout *to = lower_layout(lowering, call);
  const ir_operand *a = lower_value(lowering, LLVMGetOperand(call, 0));
  ir_operand callee = library_function(lowering, call);
  ir_operand place =
      emit_alloca(lowering, emit_const(lowering, 64, EXPONENT_BYTES), EXPONENT_BYTES, 0);
  ir_operand *list = lower_new_list(lowering, to->leaf_count);
  for (uint32_t i = 0; i < from->leaf_count; i++) {
    ir_operand arguments[2] = {a[i], place};
    uint32_t fraction = ir_new_reg(lowering->func, from->leaves[i].width);
    lower_plain_call(lowering, callee, arguments, 2, &fraction, 1);
    ir_operand exponent = emit_load(lowering, EXPONENT_BITS, place, 0);
    list[i] = fraction;
    list[from->leaf_count + i] = emit_resize_signed(
        lowering, EXPONENT_BITS, to->leaves[from->leaf_count + i].width, exponent);
  }
  lower_bind(lowering, call, list);
}

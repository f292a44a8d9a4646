/* Intrinsics for memory, the stack and control flow. */
#include "front/llvm/debug.h"
#include "front/llvm/emit.h"
#include "front/llvm/front.h"
#include "front/llvm/intrinsics.h"

enum { VA_LIST_SIZE = 24 };

/* An integer argument as 64 bits. */
static ir_operand wide_argument(struct lowering *lowering, LLVMValueRef call, unsigned number) {
  LLVMValueRef value = LLVMGetOperand(call, number);
  unsigned width = lower_layout(lowering, value)->leaves[0].width;
  return emit_resize(lowering, width, 64, lower_scalar(lowering, value));
}

void intrinsics_block_op(struct lowering *lowering, LLVMValueRef call,
                         const struct intrinsic *intrinsic) {
  ir_operand to = lower_operand(lowering, call, 0);
  ir_operand from = lower_operand(lowering, call, 1);
  emit_block_op(lowering, intrinsic->op, to, from, wide_argument(lowering, call, 2));
}

void intrinsics_va_start(struct lowering *lowering, LLVMValueRef call,
                         const struct intrinsic *intrinsic) {
  (void)intrinsic;
  emit_effect(lowering, IR_VASTART, lower_operand(lowering, call, 0));
}

void intrinsics_va_copy(struct lowering *lowering, LLVMValueRef call,
                        const struct intrinsic *intrinsic) {
  (void)intrinsic;
  ir_operand to = lower_operand(lowering, call, 0);
  ir_operand from = lower_operand(lowering, call, 1);
  emit_block_op(lowering, IR_MEMMOVE, to, from, emit_const(lowering, 64, VA_LIST_SIZE));
}

void intrinsics_stack_save(struct lowering *lowering, LLVMValueRef call,
                           const struct intrinsic *intrinsic) {
  (void)intrinsic;
  uint32_t result = ir_new_reg(lowering->func, 64);
  ir_emit(lowering->func,
          (struct ir_ins){.op = IR_STACKSAVE, .width = 64, .loc = lowering->loc, .dst = result});
  lower_bind_scalar(lowering, call, result);
}

void intrinsics_effect(struct lowering *lowering, LLVMValueRef call,
                       const struct intrinsic *intrinsic) {
  emit_effect(lowering, intrinsic->op, lower_operand(lowering, call, 0));
}

void intrinsics_trap(struct lowering *lowering, LLVMValueRef call,
                     const struct intrinsic *intrinsic) {
  (void)call;
  (void)intrinsic;
  emit_trap(lowering, IR_TRAP_ABORT, "trap instruction");
}

void intrinsics_failed_check(struct lowering *lowering, LLVMValueRef call,
                             const struct intrinsic *intrinsic) {
  (void)intrinsic;
  lower_failed_check(lowering, call);
}

/* __builtin_setjmp and __builtin_longjmp, on a buffer of five words. */
void intrinsics_setjmp(struct lowering *lowering, LLVMValueRef call,
                       const struct intrinsic *intrinsic) {
  (void)intrinsic;
  lower_bind_scalar(lowering, call, emit_setjmp(lowering, lower_operand(lowering, call, 0)));
}

void intrinsics_longjmp(struct lowering *lowering, LLVMValueRef call,
                        const struct intrinsic *intrinsic) {
  (void)intrinsic;
  ir_operand buffer = lower_operand(lowering, call, 0);
  if (!lowering->problem) emit_longjmp(lowering, buffer, emit_const(lowering, 32, 1));
}

/* Names the stack object that holds a variable of the source. */
void intrinsics_declare(struct lowering *lowering, LLVMValueRef call,
                        const struct intrinsic *intrinsic) {
  (void)intrinsic;
  uint32_t name;
  LLVMValueRef variable = debug_read_declare(lowering->loader->debug, call, &name);
  uintptr_t *known = variable ? ptrmap_find(&lowering->allocas, variable) : NULL;
  if (known) lowering->func->ins.data[*known - 1].b = name;
}

static void keep_name(struct lowering *lowering, LLVMValueRef call, LLVMValueRef value,
                      const uintptr_t *known) {
  uint32_t text;
  const void *variable = debug_find_variable(lowering->loader->debug, call, &text);
  if (!variable) return;
  ir_operand operand = known ? *(const ir_operand *)*known : IR_CONST;
  bool is_number = value && LLVMGetTypeKind(LLVMTypeOf(value)) == LLVMIntegerTypeKind;
  if (!ir_is_const(operand))
    vec_push(&lowering->func->names,
             ((struct ir_name){operand, text, is_number ? variable : NULL}));
  if (ir_is_const(operand) || !debug_is_whole(call)) vec_push(&lowering->func->lost_names, text);
}

/* Names the register that holds a variable of the source from here on, and the undefined value that
   it holds before. A register that holds several variables keeps the first name. */
void intrinsics_name_value(struct lowering *lowering, LLVMValueRef call,
                           const struct intrinsic *intrinsic) {
  (void)intrinsic;
  uint32_t text;
  LLVMValueRef value = debug_read_declare(lowering->loader->debug, call, &text);
  uintptr_t *known = value ? ptrmap_find(&lowering->values, value) : NULL;
  if (known && lower_layout(lowering, value)->leaf_count != 1) known = NULL;
  if (lowering->loader->options->keep_names) keep_name(lowering, call, value, known);
  if (!known) return;
  ir_operand operand = *(const ir_operand *)*known;
  if (!ir_is_const(operand)) return;
  struct ir_const *constant = &lowering->func->consts.data[operand & ~IR_CONST];
  if (constant->kind == IR_CONST_UNDEFINED && constant->ref == 0) constant->ref = text;
}

/* Always unknown: 0 if the least size is requested, else the greatest number. */
void intrinsics_object_size(struct lowering *lowering, LLVMValueRef call,
                            const struct intrinsic *intrinsic) {
  (void)intrinsic;
  unsigned width = lower_layout(lowering, call)->leaves[0].width;
  bool is_least = LLVMConstIntGetZExtValue(LLVMGetOperand(call, 1)) != 0;
  lower_bind_scalar(lowering, call,
                    is_least ? emit_const(lowering, width, 0) : emit_ones(lowering, width));
}

void intrinsics_pointer_mask(struct lowering *lowering, LLVMValueRef call,
                             const struct intrinsic *intrinsic) {
  (void)intrinsic;
  const struct layout *layout = lower_layout(lowering, call);
  const ir_operand *a = lower_value(lowering, LLVMGetOperand(call, 0));
  const ir_operand *mask = lower_value(lowering, LLVMGetOperand(call, 1));
  ir_operand *list = lower_new_list(lowering, layout->leaf_count);
  for (uint32_t i = 0; i < layout->leaf_count; i++)
    list[i] = emit_binary(lowering, IR_AND, 64, a[i], mask[i]);
  lower_bind(lowering, call, list);
}

/* The address plus the signed 32-bit distance that is stored at an offset from it. */
void intrinsics_load_relative(struct lowering *lowering, LLVMValueRef call,
                              const struct intrinsic *intrinsic) {
  (void)intrinsic;
  enum { DISTANCE_BITS = 32 };
  ir_operand base = lower_operand(lowering, call, 0);
  LLVMValueRef offset = LLVMGetOperand(call, 1);
  unsigned width = lower_layout(lowering, offset)->leaves[0].width;
  ir_operand moved = emit_resize_signed(lowering, width, 64, lower_scalar(lowering, offset));
  ir_operand place = emit_binary(lowering, IR_ADD, 64, base, moved);
  ir_operand distance = emit_load(lowering, DISTANCE_BITS, place, 0);
  distance = emit_resize_signed(lowering, DISTANCE_BITS, 64, distance);
  lower_bind_scalar(lowering, call, emit_binary(lowering, IR_ADD, 64, base, distance));
}

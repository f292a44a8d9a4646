/* Integer intrinsics, leaf by leaf, in terms of the IR's operations. Shifts made here are
   unchecked: an amount of the full width then gives 0, as funnel shifts need. */
#include "front/llvm/emit.h"
#include "front/llvm/intrinsic_ops.h"
#include "front/llvm/intrinsics.h"
#include "ir/operands.h"

struct pair {
  const ir_operand *a, *b;
};

static struct pair two_arguments(struct lowering *lowering, LLVMValueRef call) {
  const ir_operand *a = lower_value(lowering, LLVMGetOperand(call, 0));
  return (struct pair){a, lower_value(lowering, LLVMGetOperand(call, 1))};
}

static ir_operand is_negative(struct lowering *lowering, unsigned width, ir_operand a) {
  return emit_compare(lowering, IR_SLT, width, a, emit_const(lowering, width, 0));
}

/* Whether `result`, which is a op b, has overflowed. Signed: it has if both operands of the sum, or
   result and subtrahend, have the opposite sign. */
static ir_operand has_overflowed(struct lowering *lowering, unsigned op, unsigned width,
                                 ir_operand a, ir_operand b, ir_operand result) {
  bool is_signed = op & OP_SIGNED;
  switch (op & OP_MASK) {
  case IR_MUL: return emit_compare(lowering, is_signed ? IR_SMULO : IR_UMULO, width, a, b);
  case IR_ADD: {
    if (!is_signed) return emit_compare(lowering, IR_ULT, width, result, a);
    ir_operand x = emit_binary(lowering, IR_XOR, width, a, result);
    ir_operand y = emit_binary(lowering, IR_XOR, width, b, result);
    return is_negative(lowering, width, emit_binary(lowering, IR_AND, width, x, y));
  }
  default: {
    if (!is_signed) return emit_compare(lowering, IR_ULT, width, a, b);
    ir_operand x = emit_binary(lowering, IR_XOR, width, a, b);
    ir_operand y = emit_binary(lowering, IR_XOR, width, a, result);
    return is_negative(lowering, width, emit_binary(lowering, IR_AND, width, x, y));
  }
  }
}

/* The result is {values, overflow bits}. */
void intrinsics_overflow(struct lowering *lowering, LLVMValueRef call,
                         const struct intrinsic *intrinsic) {
  const struct layout *layout = lower_layout(lowering, LLVMGetOperand(call, 0));
  struct pair p = two_arguments(lowering, call);
  uint32_t count = layout->leaf_count;
  ir_operand *list = lower_new_list(lowering, 2 * count);
  for (uint32_t i = 0; i < count; i++) {
    unsigned width = layout->leaves[i].width;
    list[i] = emit_binary(lowering, intrinsic->op & OP_MASK, width, p.a[i], p.b[i]);
    list[count + i] = has_overflowed(lowering, intrinsic->op, width, p.a[i], p.b[i], list[i]);
  }
  lower_bind(lowering, call, list);
}

/* The limit with the sign of `a`. */
static ir_operand signed_limit(struct lowering *lowering, unsigned width, ir_operand a) {
  return emit_select(lowering, width, is_negative(lowering, width, a),
                     emit_signed_min(lowering, width), emit_signed_max(lowering, width));
}

void intrinsics_saturate(struct lowering *lowering, LLVMValueRef call,
                         const struct intrinsic *intrinsic) {
  const struct layout *layout = lower_layout(lowering, call);
  struct pair p = two_arguments(lowering, call);
  ir_operand *list = lower_new_list(lowering, layout->leaf_count);
  for (uint32_t i = 0; i < layout->leaf_count; i++) {
    unsigned width = layout->leaves[i].width;
    ir_operand result = emit_binary(lowering, intrinsic->op & OP_MASK, width, p.a[i], p.b[i]);
    ir_operand over = has_overflowed(lowering, intrinsic->op, width, p.a[i], p.b[i], result);
    ir_operand limit;
    if (intrinsic->op & OP_SIGNED)
      limit = signed_limit(lowering, width, p.a[i]);
    else if (intrinsic->op == IR_ADD)
      limit = emit_ones(lowering, width);
    else
      limit = emit_const(lowering, width, 0);
    list[i] = emit_select(lowering, width, over, limit, result);
  }
  lower_bind(lowering, call, list);
}

void intrinsics_saturate_shift(struct lowering *lowering, LLVMValueRef call,
                               const struct intrinsic *intrinsic) {
  const struct layout *layout = lower_layout(lowering, call);
  bool is_signed = intrinsic->op & OP_SIGNED;
  struct pair p = two_arguments(lowering, call);
  ir_operand *list = lower_new_list(lowering, layout->leaf_count);
  for (uint32_t i = 0; i < layout->leaf_count; i++) {
    unsigned width = layout->leaves[i].width;
    ir_operand result = emit_binary(lowering, IR_SHL, width, p.a[i], p.b[i]);
    ir_operand back = emit_binary(lowering, is_signed ? IR_ASHR : IR_LSHR, width, result, p.b[i]);
    ir_operand over = emit_compare(lowering, IR_NE, width, back, p.a[i]);
    ir_operand limit =
        is_signed ? signed_limit(lowering, width, p.a[i]) : emit_ones(lowering, width);
    list[i] = emit_select(lowering, width, over, limit, result);
  }
  lower_bind(lowering, call, list);
}

void intrinsics_unary(struct lowering *lowering, LLVMValueRef call,
                      const struct intrinsic *intrinsic) {
  const struct layout *layout = lower_layout(lowering, call);
  const ir_operand *a = lower_value(lowering, LLVMGetOperand(call, 0));
  ir_operand *list = lower_new_list(lowering, layout->leaf_count);
  for (uint32_t i = 0; i < layout->leaf_count; i++)
    list[i] = emit_unary(lowering, intrinsic->op, layout->leaves[i].width, a[i]);
  lower_bind(lowering, call, list);
}

void intrinsics_binary(struct lowering *lowering, LLVMValueRef call,
                       const struct intrinsic *intrinsic) {
  const struct layout *layout = lower_layout(lowering, call);
  struct pair p = two_arguments(lowering, call);
  ir_operand *list = lower_new_list(lowering, layout->leaf_count);
  for (uint32_t i = 0; i < layout->leaf_count; i++)
    list[i] = emit_binary(lowering, intrinsic->op, layout->leaves[i].width, p.a[i], p.b[i]);
  lower_bind(lowering, call, list);
}

static bool is_known(struct lowering *lowering, ir_operand operand, uint64_t *value) {
  return ir_const_value(lowering->func, operand, value);
}

/* The amount modulo the width. */
static ir_operand shift_amount(struct lowering *lowering, unsigned width, ir_operand amount) {
  uint64_t value;
  if (is_known(lowering, amount, &value)) return emit_const(lowering, width, value % width);
  bool is_power = (width & (width - 1)) == 0;
  unsigned op = is_power ? IR_AND : IR_UREM;
  return emit_binary(lowering, op, width, amount, emit_const(lowering, width, width - is_power));
}

static ir_operand rest_of_width(struct lowering *lowering, unsigned width, ir_operand amount) {
  uint64_t value;
  if (is_known(lowering, amount, &value)) return emit_const(lowering, width, width - value);
  return emit_binary(lowering, IR_SUB, width, emit_const(lowering, width, width), amount);
}

/* The double word a:b shifted left or right by c modulo the width; its upper or lower word. With c
   = 0 one of the two shifts is by the full width and gives 0. */
void intrinsics_funnel(struct lowering *lowering, LLVMValueRef call,
                       const struct intrinsic *intrinsic) {
  const struct layout *layout = lower_layout(lowering, call);
  struct pair p = two_arguments(lowering, call);
  const ir_operand *c = lower_value(lowering, LLVMGetOperand(call, 2));
  ir_operand *list = lower_new_list(lowering, layout->leaf_count);
  for (uint32_t i = 0; i < layout->leaf_count; i++) {
    unsigned width = layout->leaves[i].width;
    if (width == 1) { /* the amount is always 0 */
      list[i] = intrinsic->op == IR_SHL ? p.a[i] : p.b[i];
      continue;
    }
    bool is_left = intrinsic->op == IR_SHL;
    ir_operand amount = shift_amount(lowering, width, c[i]);
    ir_operand rest = rest_of_width(lowering, width, amount);
    ir_operand high = emit_binary(lowering, IR_SHL, width, p.a[i], is_left ? amount : rest);
    ir_operand low = emit_binary(lowering, IR_LSHR, width, p.b[i], is_left ? rest : amount);
    list[i] = emit_binary(lowering, IR_OR, width, high, low);
  }
  lower_bind(lowering, call, list);
}

void intrinsics_pick(struct lowering *lowering, LLVMValueRef call,
                     const struct intrinsic *intrinsic) {
  const struct layout *layout = lower_layout(lowering, call);
  struct pair p = two_arguments(lowering, call);
  ir_operand *list = lower_new_list(lowering, layout->leaf_count);
  for (uint32_t i = 0; i < layout->leaf_count; i++) {
    unsigned width = layout->leaves[i].width;
    bool is_larger = intrinsic->op & OP_LARGER;
    ir_operand is_a = emit_compare(lowering, intrinsic->op & OP_MASK, width,
                                   is_larger ? p.b[i] : p.a[i], is_larger ? p.a[i] : p.b[i]);
    list[i] = emit_select(lowering, width, is_a, p.a[i], p.b[i]);
  }
  lower_bind(lowering, call, list);
}

/* -1, 0 or 1. */
void intrinsics_three_way(struct lowering *lowering, LLVMValueRef call,
                          const struct intrinsic *intrinsic) {
  const struct layout *layout = lower_layout(lowering, call);
  const struct layout *from = lower_layout(lowering, LLVMGetOperand(call, 0));
  struct pair p = two_arguments(lowering, call);
  ir_operand *list = lower_new_list(lowering, layout->leaf_count);
  for (uint32_t i = 0; i < layout->leaf_count; i++) {
    unsigned width = layout->leaves[i].width, wide = from->leaves[i].width;
    ir_operand is_less = emit_compare(lowering, intrinsic->op, wide, p.a[i], p.b[i]);
    ir_operand is_more = emit_compare(lowering, intrinsic->op, wide, p.b[i], p.a[i]);
    ir_operand more = emit_resize(lowering, 1, width, is_more);
    list[i] = emit_select(lowering, width, is_less, emit_ones(lowering, width), more);
  }
  lower_bind(lowering, call, list);
}

void intrinsics_absolute(struct lowering *lowering, LLVMValueRef call,
                         const struct intrinsic *intrinsic) {
  (void)intrinsic;
  const struct layout *layout = lower_layout(lowering, call);
  const ir_operand *a = lower_value(lowering, LLVMGetOperand(call, 0));
  bool has_no_least = LLVMConstIntGetZExtValue(LLVMGetOperand(call, 1)) != 0;
  ir_operand *list = lower_new_list(lowering, layout->leaf_count);
  for (uint32_t i = 0; i < layout->leaf_count; i++) {
    unsigned width = layout->leaves[i].width;
    ir_operand negated = emit_binary(lowering, IR_SUB, width, emit_const(lowering, width, 0), a[i]);
    /* The negation overflows only for the least number, which the program must not pass. */
    if (has_no_least) vec_last(&lowering->func->ins).aux = IR_NSW;
    list[i] = emit_select(lowering, width, is_negative(lowering, width, a[i]), negated, a[i]);
  }
  lower_bind(lowering, call, list);
}

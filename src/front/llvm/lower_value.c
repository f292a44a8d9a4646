/* Values as operands. Instructions and parameters were bound when they were lowered; constants
   become entries of the constant pool. A constant expression that is more than an address plus a
   number is emitted as instructions at every use, since no other place is known to dominate all its
   uses. */
#include "front/llvm/constants.h"
#include "front/llvm/emit.h"
#include "front/llvm/link.h"
#include "util/fault.h"

enum { MAX_EXPRESSION_DEPTH = 64, MAX_WORDS = 64 };

const struct layout *lower_layout(struct lowering *lowering, LLVMValueRef value) {
  return types_layout(lowering->types, LLVMTypeOf(value));
}

void lower_bind(struct lowering *lowering, LLVMValueRef value, const ir_operand *list) {
  *ptrmap_insert(&lowering->values, value) = (uintptr_t)list;
}

void lower_bind_scalar(struct lowering *lowering, LLVMValueRef value, ir_operand operand) {
  ir_operand *list = lower_new_list(lowering, 1);
  list[0] = operand;
  lower_bind(lowering, value, list);
}

static const ir_operand *zeros(struct lowering *lowering, const struct layout *layout) {
  ir_operand *list = lower_new_list(lowering, layout->leaf_count);
  for (uint32_t i = 0; i < layout->leaf_count; i++)
    list[i] = emit_const(lowering, layout->leaves[i].width, 0);
  return list;
}

static const ir_operand *undefined(struct lowering *lowering, const struct layout *layout) {
  ir_operand *list = lower_new_list(lowering, layout->leaf_count);
  for (uint32_t i = 0; i < layout->leaf_count; i++)
    list[i] = ir_const_undefined(lowering->func, layout->leaves[i].width);
  return list;
}

static const ir_operand *single(struct lowering *lowering, ir_operand operand) {
  ir_operand *list = lower_new_list(lowering, 1);
  list[0] = operand;
  return list;
}

static ir_operand lower_link_value(struct lowering *lowering, const struct ir_const *value) {
  struct ir_func *func = lowering->func;
  switch (value->kind) {
  case IR_CONST_INT: return ir_const_int(func, value->width, value->value);
  case IR_CONST_GLOBAL: return ir_const_global(func, value->ref, value->value);
  case IR_CONST_FUNC: return emit_offset(lowering, ir_const_func(func, value->ref), value->value);
  default: return ir_const_block(func, value->ref, (uint32_t)value->value);
  }
}

ir_operand lower_symbol(struct lowering *lowering, struct link_symbol *symbol) {
  if (symbol->problem) lower_reject(lowering, "%s", symbol->problem);
  if (symbol->problem || symbol->target.width == 0) return emit_const(lowering, 64, 0);
  return lower_link_value(lowering, &symbol->target);
}

static const ir_operand *lower_elements(struct lowering *lowering, LLVMValueRef constant,
                                        const struct layout *layout) {
  ir_operand *list = lower_new_list(lowering, layout->leaf_count);
  uint32_t at = 0;
  for (unsigned i = 0; at < layout->leaf_count; i++) {
    LLVMValueRef element = LLVMGetAggregateElement(constant, i);
    REQUIRE(element);
    uint32_t count = lower_layout(lowering, element)->leaf_count;
    const ir_operand *part = lower_value(lowering, element);
    for (uint32_t j = 0; j < count; j++) list[at++] = part[j];
  }
  return list;
}

static const ir_operand *lower_number(struct lowering *lowering, LLVMValueRef constant,
                                      const struct layout *layout) {
  if (LLVMGetTypeKind(LLVMTypeOf(constant)) == LLVMVectorTypeKind) /* a splat */
    return lower_elements(lowering, constant, layout);
  uint64_t words[MAX_WORDS];
  constants_read_bits(constant, words);
  unsigned width = layout->leaves[0].width;
  if (layout->wide_width != 0) {
    ir_operand *list = lower_new_list(lowering, layout->leaf_count);
    for (uint32_t i = 0; i < layout->leaf_count; i++)
      list[i] = emit_const(lowering, layout->leaves[i].width, words[i]);
    return list;
  }
  return single(lowering, ir_const_wide(lowering->func, width, words[0], words[1]));
}

static const ir_operand *lower_expression(struct lowering *lowering, LLVMValueRef constant,
                                          const struct layout *layout) {
  if (lowering->depth == MAX_EXPRESSION_DEPTH) {
    lower_reject(lowering, "constant expression of great depth");
    return zeros(lowering, layout);
  }
  lowering->depth++;
  const ir_operand *list = lower_pure(lowering, constant, LLVMGetConstOpcode(constant));
  lowering->depth--;
  if (list) return list;
  lower_reject(lowering, "constant expression number %d", (int)LLVMGetConstOpcode(constant));
  return zeros(lowering, layout);
}

/* An address or an expression on addresses. */
static const ir_operand *lower_address(struct lowering *lowering, LLVMValueRef constant,
                                       const struct layout *layout) {
  struct ir_const value;
  if (constants_evaluate(lowering->loader, lowering->types, constant, &value))
    return single(lowering, lower_link_value(lowering, &value));
  LLVMValueKind kind = LLVMGetValueKind(constant);
  if (kind == LLVMConstantExprValueKind) return lower_expression(lowering, constant, layout);
  if (kind == LLVMBlockAddressValueKind)
    lower_reject(lowering, "address of a label");
  else
    return single(lowering, lower_symbol(lowering, link_symbol_of(lowering->loader, constant)));
  return zeros(lowering, layout);
}

static const ir_operand *lower_constant(struct lowering *lowering, LLVMValueRef constant,
                                        const struct layout *layout) {
  switch (LLVMGetValueKind(constant)) {
  case LLVMConstantIntValueKind:
  case LLVMConstantFPValueKind: return lower_number(lowering, constant, layout);
  case LLVMUndefValueValueKind:
  case LLVMPoisonValueValueKind: return undefined(lowering, layout);
  case LLVMConstantAggregateZeroValueKind:
  case LLVMConstantPointerNullValueKind: return zeros(lowering, layout);
  case LLVMConstantArrayValueKind:
  case LLVMConstantStructValueKind:
  case LLVMConstantVectorValueKind:
  case LLVMConstantDataArrayValueKind:
  case LLVMConstantDataVectorValueKind: return lower_elements(lowering, constant, layout);
  case LLVMFunctionValueKind:
  case LLVMGlobalVariableValueKind:
  case LLVMGlobalAliasValueKind:
  case LLVMGlobalIFuncValueKind:
  case LLVMBlockAddressValueKind:
  case LLVMConstantExprValueKind: return lower_address(lowering, constant, layout);
  default:
    /* Kinds that the C interface does not know look like instructions. */
    REQUIRE(!LLVMIsAInstruction(constant) && !LLVMIsAArgument(constant));
    lower_reject(lowering, "constant of an unknown kind");
    return zeros(lowering, layout);
  }
}

const ir_operand *lower_value(struct lowering *lowering, LLVMValueRef value) {
  uintptr_t *known = ptrmap_find(&lowering->values, value);
  if (known) return (const ir_operand *)*known;
  size_t before = lowering->func->ins.count;
  const struct layout *layout = lower_layout(lowering, value);
  if (layout->leaf_count == 0) return lower_new_list(lowering, 0); /* an empty structure */
  const ir_operand *list = lower_constant(lowering, value, layout);
  /* Two variables without a value do not have the same value. */
  bool is_undefined = LLVMIsUndef(value);
  if (lowering->func->ins.count == before && !lowering->problem && !is_undefined)
    lower_bind(lowering, value, list);
  return list;
}

ir_operand lower_scalar(struct lowering *lowering, LLVMValueRef value) {
  return lower_value(lowering, value)[0];
}

ir_operand lower_operand(struct lowering *lowering, LLVMValueRef user, unsigned number) {
  return lower_scalar(lowering, LLVMGetOperand(user, number));
}

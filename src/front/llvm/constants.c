/* Evaluating constants. Addresses are assigned by the engine, so an address stays
   symbolic: a symbol and an offset. Arithmetic that leaves this form (the product of
   two addresses, half an address) is not evaluated here; in code it is lowered to
   instructions, in an initialiser it is unsupported. The distance of two labels of
   one function is a number, because labels are numbered by block. */
#include "front/llvm/constants.h"

#include "front/llvm/link.h"
#include "front/llvm/loader.h"
#include "front/llvm/numbering.h"
#include "front/llvm/types.h"
#include "util/fault.h"

#include <llvm-c/Core.h>
#include <stdlib.h>
#include <string.h>

enum { MAX_DEPTH = 200 };

struct evaluation {
  struct loader *loader;
  struct types *types;
  bool by_definition; /* names refer to their own module's definitions, as in aliases */
  unsigned depth;
};

static bool evaluate(struct evaluation *evaluation, LLVMValueRef constant, struct ir_const *value);

/* The C interface does not give access to the words of a wide integer, but its text is "iN
   DIGITS". */
static void read_wide_int(LLVMValueRef constant, uint64_t *words) {
  unsigned width = LLVMGetIntTypeWidth(LLVMTypeOf(constant)), count = (width + 63) / 64;
  char *text = LLVMPrintValueToString(constant);
  const char *digits = strchr(text, ' ');
  REQUIRE(digits);
  bool is_negative = *++digits == '-';
  memset(words, 0, count * sizeof *words);
  for (digits += is_negative; *digits >= '0' && *digits <= '9'; digits++) {
    unsigned __int128 carry = (unsigned)(*digits - '0');
    for (unsigned i = 0; i < count; i++) {
      carry += (unsigned __int128)words[i] * 10;
      words[i] = (uint64_t)carry;
      carry >>= 64;
    }
  }
  LLVMDisposeMessage(text);
  for (unsigned i = 0, borrow = 1; is_negative && i < count; i++) {
    words[i] = ~words[i] + borrow;
    borrow = borrow && words[i] == 0;
  }
  words[count - 1] &= ir_mask(width - 64 * (count - 1));
}

static unsigned float_width(LLVMTypeRef type) {
  switch (LLVMGetTypeKind(type)) {
  case LLVMHalfTypeKind:
  case LLVMBFloatTypeKind: return 16;
  case LLVMFloatTypeKind: return 32;
  case LLVMDoubleTypeKind: return 64;
  case LLVMX86_FP80TypeKind: return 80;
  default: return 128;
  }
}

void constants_read_bits(LLVMValueRef constant, uint64_t *words) {
  words[1] = 0;
  LLVMTypeRef type = LLVMTypeOf(constant);
  if (LLVMGetTypeKind(type) == LLVMDoubleTypeKind) {
    LLVMBool is_lossy;
    double number = LLVMConstRealGetDouble(constant, &is_lossy);
    memcpy(words, &number, sizeof number);
    return;
  }
  if (LLVMGetTypeKind(type) != LLVMIntegerTypeKind) {
    /* Not via double: that would quiet a signalling NaN. */
    LLVMContextRef context = LLVMGetTypeContext(type);
    constant = LLVMConstBitCast(constant, LLVMIntTypeInContext(context, float_width(type)));
    type = LLVMTypeOf(constant);
  }
  if (LLVMGetIntTypeWidth(type) > 64)
    read_wide_int(constant, words);
  else
    words[0] = LLVMConstIntGetZExtValue(constant);
}

struct gep_step constants_step_gep(struct types *types, LLVMValueRef gep, unsigned operand,
                                   LLVMTypeRef type) {
  LLVMValueRef index = LLVMGetOperand(gep, operand);
  struct gep_step step = {.type = type, .index = index};
  if (operand == 1) {
    step.scale = types_alloc_size(types, type);
  } else if (LLVMGetTypeKind(type) == LLVMStructTypeKind) {
    /* In a getelementptr on vectors the field number is a splat. */
    if (LLVMGetTypeKind(LLVMTypeOf(index)) == LLVMVectorTypeKind)
      index = LLVMGetAggregateElement(index, 0);
    unsigned field = (unsigned)LLVMConstIntGetZExtValue(index);
    step.type = LLVMStructGetTypeAtIndex(type, field);
    step.offset = LLVMOffsetOfElement(types->data, type, field);
    step.index = NULL;
  } else {
    step.type = LLVMGetElementType(type);
    step.scale = types_alloc_size(types, step.type);
  }
  return step;
}

static bool evaluate_gep(struct evaluation *evaluation, LLVMValueRef gep, struct ir_const *value) {
  if (!evaluate(evaluation, LLVMGetOperand(gep, 0), value)) return false;
  LLVMTypeRef type = LLVMGetGEPSourceElementType(gep);
  uint64_t offset = 0;
  unsigned count = (unsigned)LLVMGetNumOperands(gep);
  for (unsigned i = 1; i < count; i++) {
    struct gep_step step = constants_step_gep(evaluation->types, gep, i, type);
    struct ir_const index = {0};
    if (step.index) {
      if (!evaluate(evaluation, step.index, &index) || index.kind != IR_CONST_INT) return false;
      if (index.width < 64 && index.value >> (index.width - 1))
        index.value |= ~ir_mask(index.width);
    }
    offset += step.offset + index.value * step.scale;
    type = step.type;
  }
  if (value->kind == IR_CONST_BLOCK && offset != 0) return false;
  value->value += offset;
  return true;
}

static bool is_same_base(const struct ir_const *a, const struct ir_const *b) {
  return a->kind == b->kind && a->ref == b->ref;
}

static bool fold_ints(LLVMOpcode opcode, uint64_t a, uint64_t b, uint64_t *result) {
  switch (opcode) {
  case LLVMAdd: *result = a + b; return true;
  case LLVMSub: *result = a - b; return true;
  case LLVMMul: *result = a * b; return true;
  case LLVMAnd: *result = a & b; return true;
  case LLVMOr: *result = a | b; return true;
  case LLVMXor: *result = a ^ b; return true;
  case LLVMShl: *result = b < 64 ? a << b : 0; return true;
  case LLVMLShr: *result = b < 64 ? a >> b : 0; return true;
  default: return false;
  }
}

static bool evaluate_binary(struct evaluation *evaluation, LLVMValueRef constant,
                            struct ir_const *value) {
  struct ir_const a, b;
  if (!evaluate(evaluation, LLVMGetOperand(constant, 0), &a)) return false;
  if (!evaluate(evaluation, LLVMGetOperand(constant, 1), &b)) return false;
  LLVMOpcode opcode = LLVMGetConstOpcode(constant);
  bool a_is_int = a.kind == IR_CONST_INT, b_is_int = b.kind == IR_CONST_INT;
  *value = a;
  if (a_is_int && b_is_int) {
    if (!fold_ints(opcode, a.value, b.value, &value->value)) return false;
  } else if (opcode == LLVMSub && !a_is_int && is_same_base(&a, &b)) {
    *value = (struct ir_const){IR_CONST_INT, a.width, 0, a.value - b.value};
  } else if (opcode == LLVMSub && b_is_int && a.kind != IR_CONST_BLOCK) {
    value->value -= b.value;
  } else if (opcode == LLVMAdd && a_is_int != b_is_int) {
    *value = a_is_int ? b : a;
    if (value->kind == IR_CONST_BLOCK) return false;
    value->value += a_is_int ? a.value : b.value;
  } else {
    return false;
  }
  if (value->kind == IR_CONST_INT) value->value &= ir_mask(value->width);
  return true;
}

static bool evaluate_cast(struct evaluation *evaluation, LLVMValueRef constant, unsigned width,
                          struct ir_const *value) {
  if (!evaluate(evaluation, LLVMGetOperand(constant, 0), value)) return false;
  if (value->kind != IR_CONST_INT && width != 64) return false;
  if (value->kind == IR_CONST_INT) value->value &= ir_mask(width);
  value->width = (uint8_t)width;
  return true;
}

static bool evaluate_expression(struct evaluation *evaluation, LLVMValueRef constant,
                                unsigned width, struct ir_const *value) {
  switch (LLVMGetConstOpcode(constant)) {
  case LLVMGetElementPtr: return evaluate_gep(evaluation, constant, value);
  case LLVMTrunc:
  case LLVMZExt:
  case LLVMPtrToInt:
  case LLVMIntToPtr:
  case LLVMBitCast: return evaluate_cast(evaluation, constant, width, value);
  case LLVMAdd:
  case LLVMSub:
  case LLVMMul:
  case LLVMAnd:
  case LLVMOr:
  case LLVMXor:
  case LLVMShl:
  case LLVMLShr: return evaluate_binary(evaluation, constant, value);
  default: return false;
  }
}

static bool evaluate_symbol(struct evaluation *evaluation, LLVMValueRef global,
                            struct ir_const *value) {
  struct link_symbol *symbol = evaluation->by_definition
                                   ? link_symbol_of_definition(evaluation->loader, global)
                                   : link_symbol_of(evaluation->loader, global);
  if (symbol->problem || symbol->target.width == 0) return false;
  *value = symbol->target;
  return true;
}

static bool evaluate_label(struct evaluation *evaluation, LLVMValueRef address,
                           struct ir_const *value) {
  LLVMValueRef function = LLVMGetBlockAddressFunction(address);
  LLVMBasicBlockRef block = LLVMGetBlockAddressBasicBlock(address);
  struct link_symbol *symbol = link_symbol_of_definition(evaluation->loader, function);
  if (symbol->target.kind != IR_CONST_FUNC || symbol->target.width == 0) return false;
  const struct numbering *numbering = numbering_of(evaluation->loader, function);
  /* A block that is unreachable is never jumped to; any number will do. */
  uint32_t number = numbering_find(numbering, block);
  value->kind = IR_CONST_BLOCK;
  value->width = 64;
  value->ref = symbol->target.ref;
  value->value = number == NUMBERING_NONE ? 0 : number;
  return true;
}

static bool evaluate(struct evaluation *evaluation, LLVMValueRef constant, struct ir_const *value) {
  const struct layout *layout = types_layout(evaluation->types, LLVMTypeOf(constant));
  if (layout->leaf_count != 1 || layout->leaves[0].width > 64) return false;
  unsigned width = layout->leaves[0].width;
  if (evaluation->depth > MAX_DEPTH) return false;
  uint64_t words[2] = {0, 0};
  switch (LLVMGetValueKind(constant)) {
  case LLVMConstantIntValueKind:
  case LLVMConstantFPValueKind:
    if (LLVMGetTypeKind(LLVMTypeOf(constant)) == LLVMVectorTypeKind) return false;
    constants_read_bits(constant, words);
    break;
  case LLVMUndefValueValueKind:
  case LLVMPoisonValueValueKind:
  case LLVMConstantAggregateZeroValueKind:
  case LLVMConstantPointerNullValueKind: break;
  case LLVMFunctionValueKind:
  case LLVMGlobalVariableValueKind:
  case LLVMGlobalAliasValueKind:
  case LLVMGlobalIFuncValueKind: return evaluate_symbol(evaluation, constant, value);
  case LLVMBlockAddressValueKind: return evaluate_label(evaluation, constant, value);
  case LLVMConstantExprValueKind: {
    evaluation->depth++;
    bool is_good = evaluate_expression(evaluation, constant, width, value);
    evaluation->depth--;
    return is_good;
  }
  default: return false;
  }
  *value = (struct ir_const){IR_CONST_INT, (uint8_t)width, 0, words[0]};
  return true;
}

bool constants_evaluate(struct loader *loader, struct types *types, LLVMValueRef constant,
                        struct ir_const *value) {
  struct evaluation evaluation = {loader, types, false, 0};
  return evaluate(&evaluation, constant, value);
}

LLVMValueRef constants_base_of_alias(LLVMValueRef alias) {
  LLVMValueRef value = LLVMAliasGetAliasee(alias);
  while (LLVMGetValueKind(value) == LLVMConstantExprValueKind) {
    LLVMOpcode opcode = LLVMGetConstOpcode(value);
    if (opcode != LLVMGetElementPtr && opcode != LLVMBitCast && opcode != LLVMIntToPtr &&
        opcode != LLVMPtrToInt && opcode != LLVMAdd)
      return NULL;
    value = LLVMGetOperand(value, 0);
  }
  LLVMValueKind kind = LLVMGetValueKind(value);
  bool is_global = kind == LLVMFunctionValueKind || kind == LLVMGlobalVariableValueKind ||
                   kind == LLVMGlobalAliasValueKind;
  return is_global ? value : NULL;
}

bool constants_evaluate_alias(struct loader *loader, LLVMValueRef alias, struct ir_const *value) {
  struct link_symbol *symbol = link_symbol_of_definition(loader, alias);
  struct evaluation evaluation = {loader, symbol->module->types, true, 0};
  return evaluate(&evaluation, LLVMAliasGetAliasee(alias), value);
}

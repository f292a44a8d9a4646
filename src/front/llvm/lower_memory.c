/* Memory: stack objects, loads and stores leaf by leaf, address arithmetic, and the
   atomic operations, which run as plain ones since there is one thread. */
#include "front/llvm/constants.h"
#include "front/llvm/emit.h"
#include "front/llvm/lower_varargs.h"

#include <string.h>

enum { MAX_ALIGN = 1 << 29 };

/* Whether so many elements of that size may have more bytes than 64 bits can count. */
static bool may_wrap(LLVMValueRef number, uint64_t size) {
  LLVMTypeRef type = LLVMTypeOf(number);
  if (LLVMIsAZExtInst(number)) type = LLVMTypeOf(LLVMGetOperand(number, 0));
  return LLVMGetIntTypeWidth(type) > 32 || size > UINT32_MAX;
}

/* Of `number` elements, as a number of bytes; one that no stack has where it would wrap around. */
static ir_operand stack_size(struct lowering *lowering, LLVMValueRef number, uint64_t size) {
  unsigned width = LLVMGetIntTypeWidth(LLVMTypeOf(number));
  ir_operand most = emit_ones(lowering, 64);
  if (LLVMIsAConstantInt(number)) {
    uint64_t bytes;
    bool is_huge = __builtin_mul_overflow(LLVMConstIntGetZExtValue(number), size, &bytes);
    return is_huge ? most : emit_const(lowering, 64, bytes);
  }
  ir_operand count = emit_resize(lowering, width, 64, lower_scalar(lowering, number));
  if (size == 0) return emit_const(lowering, 64, 0);
  if (size == 1) return count;
  ir_operand bytes = emit_binary(lowering, IR_MUL, 64, count, emit_const(lowering, 64, size));
  if (!may_wrap(number, size)) return bytes;
  ir_operand limit = emit_const(lowering, 64, UINT64_MAX / size);
  ir_operand fits = emit_compare(lowering, IR_ULE, 64, count, limit);
  return emit_select(lowering, 64, fits, bytes, most);
}

static void lower_alloca(struct lowering *lowering, LLVMValueRef instruction) {
  LLVMTypeRef type = LLVMGetAllocatedType(instruction);
  LLVMValueRef number = LLVMGetOperand(instruction, 0);
  if (LLVMGetTypeKind(type) == LLVMScalableVectorTypeKind) {
    lower_reject(lowering, "scalable vector");
    return;
  }
  if (LLVMGetIntTypeWidth(LLVMTypeOf(number)) > 64) {
    lower_reject(lowering, "stack object with a number of elements of more than 64 bits");
    return;
  }
  ir_operand bytes = stack_size(lowering, number, types_alloc_size(lowering->types, type));
  unsigned align = LLVMGetAlignment(instruction);
  if (align == 0) align = LLVMABIAlignmentOfType(lowering->types->data, type);
  size_t length;
  const char *name = LLVMGetValueName2(instruction, &length);
  uint32_t text = ir_intern_string(lowering->loader->program, name);
  ir_operand address = emit_alloca(lowering, bytes, align > MAX_ALIGN ? MAX_ALIGN : align, text);
  *ptrmap_insert(&lowering->allocas, instruction) = lowering->func->ins.count;
  lower_bind_scalar(lowering, instruction, address);
}

/* The leaves of a packed vector are extracted from one wide load. */
const ir_operand *lower_load_type(struct lowering *lowering, LLVMTypeRef type, ir_operand address,
                                  uint8_t flags) {
  const struct layout *layout = types_layout(lowering->types, type);
  ir_operand *list = lower_new_list(lowering, layout->leaf_count);
  ir_operand packed = IR_NONE;
  for (uint32_t i = 0; i < layout->leaf_count; i++) {
    const struct leaf *leaf = &layout->leaves[i];
    ir_operand place = emit_offset(lowering, address, leaf->offset);
    if (leaf->packed_bits == 0) {
      list[i] = emit_load(lowering, leaf->width, place, flags);
      continue;
    }
    if (leaf->packed_bits > IR_MAX_WIDTH) {
      lower_reject(lowering, "packed vector of more than 128 bits in memory");
      list[i] = emit_const(lowering, leaf->width, 0);
      continue;
    }
    if (leaf->bit == 0) packed = emit_load(lowering, leaf->packed_bits, place, flags);
    ir_operand shifted = packed;
    if (leaf->bit != 0)
      shifted = emit_binary(lowering, IR_LSHR, leaf->packed_bits, packed,
                            emit_const(lowering, leaf->packed_bits, leaf->bit));
    list[i] = emit_resize(lowering, leaf->packed_bits, leaf->width, shifted);
  }
  return list;
}

static void store_type(struct lowering *lowering, LLVMTypeRef type, ir_operand address,
                       const ir_operand *list, uint8_t flags) {
  const struct layout *layout = types_layout(lowering->types, type);
  ir_operand packed = IR_NONE;
  for (uint32_t i = 0; i < layout->leaf_count; i++) {
    const struct leaf *leaf = &layout->leaves[i];
    unsigned bits = leaf->packed_bits;
    ir_operand place = emit_offset(lowering, address, leaf->offset);
    if (bits == 0) {
      emit_store(lowering, leaf->width, place, list[i], flags);
      continue;
    }
    if (bits > IR_MAX_WIDTH) {
      lower_reject(lowering, "packed vector of more than 128 bits in memory");
      continue;
    }
    ir_operand part = emit_resize(lowering, leaf->width, bits, list[i]);
    if (leaf->bit == 0) {
      packed = part;
    } else {
      part = emit_binary(lowering, IR_SHL, bits, part, emit_const(lowering, bits, leaf->bit));
      packed = emit_binary(lowering, IR_OR, bits, packed, part);
    }
    if (leaf->bit + leaf->width == bits) emit_store(lowering, bits, place, packed, flags);
  }
}

static uint8_t volatile_flag(LLVMValueRef instruction) {
  return LLVMGetVolatile(instruction) ? IR_VOLATILE : 0;
}

/* The index as a 64-bit number: LLVM sign-extends or truncates it. */
static ir_operand scaled_index(struct lowering *lowering, LLVMValueRef index, uint32_t lane,
                               uint64_t scale) {
  const struct layout *layout = lower_layout(lowering, index);
  const ir_operand *list = lower_value(lowering, index);
  uint32_t at = lane < layout->leaf_count ? lane : 0;
  ir_operand number = emit_resize_signed(lowering, layout->leaves[at].width, 64, list[at]);
  if (scale == 1) return number;
  return emit_binary(lowering, IR_MUL, 64, number, emit_const(lowering, 64, scale));
}

/* A constant index, the same in all lanes. */
static bool is_constant_index(LLVMValueRef index, uint64_t *value) {
  if (LLVMGetValueKind(index) != LLVMConstantIntValueKind) return false;
  if (LLVMGetTypeKind(LLVMTypeOf(index)) != LLVMIntegerTypeKind) return false;
  if (LLVMGetIntTypeWidth(LLVMTypeOf(index)) > 64) return false;
  *value = (uint64_t)LLVMConstIntGetSExtValue(index);
  return true;
}

static ir_operand lower_gep_lane(struct lowering *lowering, LLVMValueRef gep, uint32_t lane) {
  LLVMValueRef base = LLVMGetOperand(gep, 0);
  uint32_t base_lane = lane < lower_layout(lowering, base)->leaf_count ? lane : 0;
  ir_operand address = lower_value(lowering, base)[base_lane];
  LLVMTypeRef type = LLVMGetGEPSourceElementType(gep);
  unsigned count = (unsigned)LLVMGetNumOperands(gep);
  uint64_t offset = 0;
  for (unsigned i = 1; i < count; i++) {
    struct gep_step step = constants_step_gep(lowering->types, gep, i, type);
    uint64_t constant;
    offset += step.offset;
    type = step.type;
    if (!step.index || step.scale == 0) continue;
    if (is_constant_index(step.index, &constant)) {
      offset += constant * step.scale;
      continue;
    }
    ir_operand moved = scaled_index(lowering, step.index, lane, step.scale);
    address = emit_binary(lowering, IR_ADD, 64, address, moved);
    vec_last(&lowering->func->ins).aux = IR_ADDRESS;
  }
  return emit_offset(lowering, address, offset);
}

const ir_operand *lower_gep(struct lowering *lowering, LLVMValueRef gep) {
  uint32_t lanes = lower_layout(lowering, gep)->leaf_count;
  ir_operand *list = lower_new_list(lowering, lanes);
  for (uint32_t i = 0; i < lanes; i++) list[i] = lower_gep_lane(lowering, gep, i);
  return list;
}

static void lower_cmpxchg(struct lowering *lowering, LLVMValueRef instruction) {
  ir_operand address = lower_operand(lowering, instruction, 0);
  ir_operand expected = lower_operand(lowering, instruction, 1);
  ir_operand wanted = lower_operand(lowering, instruction, 2);
  unsigned width = lower_layout(lowering, LLVMGetOperand(instruction, 1))->leaves[0].width;
  uint8_t flags = volatile_flag(instruction);
  ir_operand *list = lower_new_list(lowering, 2);
  list[0] = emit_load(lowering, width, address, flags);
  list[1] = emit_compare(lowering, IR_EQ, width, list[0], expected);
  /* The machine writes in both cases. */
  ir_operand written = emit_select(lowering, width, list[1], wanted, list[0]);
  emit_store(lowering, width, address, written, flags);
  lower_bind(lowering, instruction, list);
}

static ir_operand smaller(struct lowering *lowering, unsigned compare, unsigned width, ir_operand a,
                          ir_operand b) {
  return emit_select(lowering, width, emit_compare(lowering, compare, width, a, b), a, b);
}

static ir_operand larger(struct lowering *lowering, unsigned compare, unsigned width, ir_operand a,
                         ir_operand b) {
  return emit_select(lowering, width, emit_compare(lowering, compare, width, a, b), b, a);
}

/* The value that an atomicrmw writes. */
static ir_operand combine(struct lowering *lowering, LLVMAtomicRMWBinOp operation, unsigned width,
                          ir_operand old, ir_operand operand) {
  ir_operand one = emit_const(lowering, width, 1), zero = emit_const(lowering, width, 0);
  switch (operation) {
  case LLVMAtomicRMWBinOpXchg: return operand;
  case LLVMAtomicRMWBinOpAdd: return emit_binary(lowering, IR_ADD, width, old, operand);
  case LLVMAtomicRMWBinOpSub: return emit_binary(lowering, IR_SUB, width, old, operand);
  case LLVMAtomicRMWBinOpAnd: return emit_binary(lowering, IR_AND, width, old, operand);
  case LLVMAtomicRMWBinOpNand:
    return emit_binary(lowering, IR_XOR, width, emit_binary(lowering, IR_AND, width, old, operand),
                       emit_ones(lowering, width));
  case LLVMAtomicRMWBinOpOr: return emit_binary(lowering, IR_OR, width, old, operand);
  case LLVMAtomicRMWBinOpXor: return emit_binary(lowering, IR_XOR, width, old, operand);
  case LLVMAtomicRMWBinOpMax: return larger(lowering, IR_SLT, width, old, operand);
  case LLVMAtomicRMWBinOpMin: return smaller(lowering, IR_SLT, width, old, operand);
  case LLVMAtomicRMWBinOpUMax: return larger(lowering, IR_ULT, width, old, operand);
  case LLVMAtomicRMWBinOpUMin: return smaller(lowering, IR_ULT, width, old, operand);
  case LLVMAtomicRMWBinOpFAdd: return emit_binary(lowering, IR_FADD, width, old, operand);
  case LLVMAtomicRMWBinOpFSub: return emit_binary(lowering, IR_FSUB, width, old, operand);
  case LLVMAtomicRMWBinOpFMax: return emit_binary(lowering, IR_FMAXNUM, width, old, operand);
  case LLVMAtomicRMWBinOpFMin: return emit_binary(lowering, IR_FMINNUM, width, old, operand);
  case LLVMAtomicRMWBinOpUIncWrap: {
    ir_operand is_top = emit_compare(lowering, IR_ULE, width, operand, old);
    ir_operand next = emit_binary(lowering, IR_ADD, width, old, one);
    return emit_select(lowering, width, is_top, zero, next);
  }
  case LLVMAtomicRMWBinOpUDecWrap: {
    ir_operand is_zero = emit_compare(lowering, IR_EQ, width, old, zero);
    ir_operand is_above = emit_compare(lowering, IR_ULT, width, operand, old);
    ir_operand wraps = emit_binary(lowering, IR_OR, 1, is_zero, is_above);
    ir_operand next = emit_binary(lowering, IR_SUB, width, old, one);
    return emit_select(lowering, width, wraps, operand, next);
  }
  default: lower_reject(lowering, "atomic operation number %d", (int)operation); return old;
  }
}

static void lower_atomicrmw(struct lowering *lowering, LLVMValueRef instruction) {
  const struct layout *layout = lower_layout(lowering, instruction);
  ir_operand address = lower_operand(lowering, instruction, 0);
  const ir_operand *operands = lower_value(lowering, LLVMGetOperand(instruction, 1));
  LLVMAtomicRMWBinOp operation = LLVMGetAtomicRMWBinOp(instruction);
  uint8_t flags = volatile_flag(instruction);
  const ir_operand *old = lower_load_type(lowering, LLVMTypeOf(instruction), address, flags);
  ir_operand *written = lower_new_list(lowering, layout->leaf_count);
  for (uint32_t i = 0; i < layout->leaf_count; i++)
    written[i] = combine(lowering, operation, layout->leaves[i].width, old[i], operands[i]);
  store_type(lowering, LLVMTypeOf(instruction), address, written, flags);
  lower_bind(lowering, instruction, old);
}

/* Whether a value is only used by __builtin_constant_p, which does not evaluate its operand: then
   its computation must not fail. */
static bool is_only_asked_about(LLVMValueRef value, unsigned depth) {
  LLVMUseRef use = LLVMGetFirstUse(value);
  if (!use || depth == 0) return false;
  for (; use; use = LLVMGetNextUse(use)) {
    LLVMValueRef user = LLVMGetUser(use);
    if (LLVMIsACallInst(user)) {
      size_t length;
      LLVMValueRef callee = LLVMGetCalledValue(user);
      const char *name = LLVMGetValueName2(callee, &length);
      if (strncmp(name, "llvm.is.constant", 16) != 0) return false;
    } else if (LLVMIsALoadInst(user) || LLVMIsACastInst(user) || LLVMIsAGetElementPtrInst(user) ||
               LLVMIsABinaryOperator(user)) {
      if (!is_only_asked_about(user, depth - 1)) return false;
    } else {
      return false;
    }
  }
  return true;
}

void lower_memory(struct lowering *lowering, LLVMValueRef instruction, LLVMOpcode opcode) {
  switch (opcode) {
  case LLVMAlloca: lower_alloca(lowering, instruction); break;
  case LLVMLoad: {
    enum { MAX_DEPTH = 8 };
    if (lowering->module->asks_for_constants && is_only_asked_about(instruction, MAX_DEPTH)) {
      lower_bind(lowering, instruction,
                 lower_value(lowering, LLVMConstNull(LLVMTypeOf(instruction))));
      break;
    }
    ir_operand address = lower_operand(lowering, instruction, 0);
    lower_bind(
        lowering, instruction,
        lower_load_type(lowering, LLVMTypeOf(instruction), address, volatile_flag(instruction)));
    break;
  }
  case LLVMStore: {
    LLVMValueRef value = LLVMGetOperand(instruction, 0);
    const ir_operand *list = lower_value(lowering, value);
    ir_operand address = lower_operand(lowering, instruction, 1);
    store_type(lowering, LLVMTypeOf(value), address, list, volatile_flag(instruction));
    break;
  }
  case LLVMAtomicCmpXchg: lower_cmpxchg(lowering, instruction); break;
  case LLVMAtomicRMW: lower_atomicrmw(lowering, instruction); break;
  case LLVMVAArg: varargs_read(lowering, instruction); break;
  default: break; /* fences have no effect here */
  }
}

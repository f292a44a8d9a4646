/* Rearranging leaves: elements in and out of aggregates and vectors, shuffles, and bitcasts. Most
   of it needs no instructions, because a value is a list of operands. */
#include "front/llvm/emit.h"

#include <string.h>

static const ir_operand *extract_value(struct lowering *lowering, LLVMValueRef value) {
  LLVMValueRef source = LLVMGetOperand(value, 0);
  LLVMTypeRef type = LLVMTypeOf(source);
  const unsigned *indices = LLVMGetIndices(value);
  uint32_t first = 0;
  for (unsigned i = 0; i < LLVMGetNumIndices(value); i++) {
    first += types_first_leaf(lowering->types, type, indices[i]);
    type = types_element(type, indices[i]);
  }
  return lower_value(lowering, source) + first;
}

static const ir_operand *replaced(struct lowering *lowering, const ir_operand *list, uint32_t count,
                                  uint32_t first, const ir_operand *part, uint32_t part_count) {
  ir_operand *copy = lower_new_list(lowering, count);
  memcpy(copy, list, count * sizeof *copy);
  memcpy(copy + first, part, part_count * sizeof *copy);
  return copy;
}

static const ir_operand *insert_value(struct lowering *lowering, LLVMValueRef value) {
  LLVMTypeRef type = LLVMTypeOf(value);
  const unsigned *indices = LLVMGetIndices(value);
  uint32_t first = 0;
  for (unsigned i = 0; i < LLVMGetNumIndices(value); i++) {
    first += types_first_leaf(lowering->types, type, indices[i]);
    type = types_element(type, indices[i]);
  }
  const ir_operand *list = lower_value(lowering, LLVMGetOperand(value, 0));
  const ir_operand *part = lower_value(lowering, LLVMGetOperand(value, 1));
  return replaced(lowering, list, lower_layout(lowering, value)->leaf_count, first, part,
                  types_layout(lowering->types, type)->leaf_count);
}

static bool is_known_index(LLVMValueRef index, uint64_t *number) {
  if (LLVMGetValueKind(index) != LLVMConstantIntValueKind) return false;
  if (LLVMGetIntTypeWidth(LLVMTypeOf(index)) > 64) return false;
  *number = LLVMConstIntGetZExtValue(index);
  return true;
}

/* Whether the index selects this element; the index is compared at its own width. */
static ir_operand is_element(struct lowering *lowering, LLVMValueRef index, uint32_t number) {
  unsigned width = lower_layout(lowering, index)->leaves[0].width;
  return emit_compare(lowering, IR_EQ, width, lower_scalar(lowering, index),
                      emit_const(lowering, width, number));
}

/* An index beyond the vector gives poison, for which any element will do. */
static const ir_operand *extract_element(struct lowering *lowering, LLVMValueRef value) {
  LLVMValueRef vector = LLVMGetOperand(value, 0), index = LLVMGetOperand(value, 1);
  const struct layout *layout = lower_layout(lowering, vector);
  const ir_operand *list = lower_value(lowering, vector);
  uint64_t number;
  if (is_known_index(index, &number)) return list + (number < layout->leaf_count ? number : 0);
  ir_operand *result = lower_new_list(lowering, 1);
  result[0] = list[0];
  for (uint32_t i = 1; i < layout->leaf_count; i++)
    result[0] = emit_select(lowering, layout->leaves[i].width, is_element(lowering, index, i),
                            list[i], result[0]);
  return result;
}

static const ir_operand *insert_element(struct lowering *lowering, LLVMValueRef value) {
  LLVMValueRef index = LLVMGetOperand(value, 2);
  const struct layout *layout = lower_layout(lowering, value);
  const ir_operand *list = lower_value(lowering, LLVMGetOperand(value, 0));
  const ir_operand *part = lower_value(lowering, LLVMGetOperand(value, 1));
  uint64_t number;
  if (is_known_index(index, &number)) {
    bool is_inside = number < layout->leaf_count;
    return replaced(lowering, list, layout->leaf_count, is_inside ? (uint32_t)number : 0, part,
                    is_inside);
  }
  ir_operand *result = lower_new_list(lowering, layout->leaf_count);
  for (uint32_t i = 0; i < layout->leaf_count; i++)
    result[i] = emit_select(lowering, layout->leaves[i].width, is_element(lowering, index, i),
                            part[0], list[i]);
  return result;
}

static const ir_operand *shuffle(struct lowering *lowering, LLVMValueRef value) {
  uint32_t source_count = lower_layout(lowering, LLVMGetOperand(value, 0))->leaf_count;
  const struct layout *layout = lower_layout(lowering, value);
  const ir_operand *a = lower_value(lowering, LLVMGetOperand(value, 0));
  const ir_operand *b = lower_value(lowering, LLVMGetOperand(value, 1));
  ir_operand *list = lower_new_list(lowering, layout->leaf_count);
  for (uint32_t i = 0; i < layout->leaf_count; i++) {
    int from = LLVMGetMaskValue(value, i);
    if (from < 0)
      list[i] = emit_const(lowering, layout->leaves[i].width, 0);
    else
      list[i] = (uint32_t)from < source_count ? a[from] : b[(uint32_t)from - source_count];
  }
  return list;
}

const ir_operand *lower_shuffle(struct lowering *lowering, LLVMValueRef value, LLVMOpcode opcode) {
  switch (opcode) {
  case LLVMExtractValue: return extract_value(lowering, value);
  case LLVMInsertValue: return insert_value(lowering, value);
  case LLVMExtractElement: return extract_element(lowering, value);
  case LLVMInsertElement: return insert_element(lowering, value);
  default: return shuffle(lowering, value);
  }
}

static bool has_same_leaves(const struct layout *a, const struct layout *b) {
  if (a->leaf_count != b->leaf_count) return false;
  for (uint32_t i = 0; i < a->leaf_count; i++)
    if (a->leaves[i].width != b->leaves[i].width) return false;
  return true;
}

ir_operand lower_gather_bits(struct lowering *lowering, const ir_operand *list,
                             const struct layout *from, uint64_t place, unsigned width) {
  ir_operand result = IR_NONE;
  uint64_t at = 0;
  for (uint32_t i = 0; i < from->leaf_count && at < place + width; at += from->leaves[i++].width) {
    unsigned source = from->leaves[i].width;
    if (at + source <= place) continue;
    ir_operand part = list[i];
    if (at < place)
      part = emit_binary(lowering, IR_LSHR, source, part, emit_const(lowering, source, place - at));
    part = emit_resize(lowering, source, width, part);
    if (at > place)
      part = emit_binary(lowering, IR_SHL, width, part, emit_const(lowering, width, at - place));
    result = result == IR_NONE ? part : emit_binary(lowering, IR_OR, width, result, part);
  }
  return result == IR_NONE ? emit_const(lowering, width, 0) : result;
}

const ir_operand *lower_bitcast(struct lowering *lowering, const ir_operand *list,
                                const struct layout *from, const struct layout *to) {
  if (has_same_leaves(from, to)) return list;
  ir_operand *result = lower_new_list(lowering, to->leaf_count);
  uint64_t place = 0;
  for (uint32_t i = 0; i < to->leaf_count; i++) {
    result[i] = lower_gather_bits(lowering, list, from, place, to->leaves[i].width);
    place += to->leaves[i].width;
  }
  return result;
}

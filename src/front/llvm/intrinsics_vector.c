/* Vector intrinsics. Reductions are chains over the leaves; rearrangements cost nothing. A masked
   access branches around each lane whose mask bit is not constant, so that an inactive lane touches
   no memory. */
#include "front/llvm/emit.h"
#include "front/llvm/intrinsic_ops.h"
#include "front/llvm/intrinsics.h"

#include <string.h>

static ir_operand combine(struct lowering *lowering, unsigned op, unsigned width, ir_operand a,
                          ir_operand b) {
  unsigned plain = op & OP_MASK;
  if (plain != IR_SLT && plain != IR_ULT) return emit_binary(lowering, plain, width, a, b);
  bool is_larger = op & OP_LARGER;
  ir_operand is_a = emit_compare(lowering, plain, width, is_larger ? b : a, is_larger ? a : b);
  return emit_select(lowering, width, is_a, a, b);
}

void intrinsics_reduce(struct lowering *lowering, LLVMValueRef call,
                       const struct intrinsic *intrinsic) {
  const struct layout *layout = lower_layout(lowering, LLVMGetOperand(call, 0));
  const ir_operand *list = lower_value(lowering, LLVMGetOperand(call, 0));
  ir_operand result = list[0];
  for (uint32_t i = 1; i < layout->leaf_count; i++)
    result = combine(lowering, intrinsic->op, layout->leaves[i].width, result, list[i]);
  lower_bind_scalar(lowering, call, result);
}

/* From a start value, first element first: floating-point addition is not associative. */
void intrinsics_reduce_ordered(struct lowering *lowering, LLVMValueRef call,
                               const struct intrinsic *intrinsic) {
  const struct layout *layout = lower_layout(lowering, LLVMGetOperand(call, 1));
  ir_operand result = lower_operand(lowering, call, 0);
  const ir_operand *list = lower_value(lowering, LLVMGetOperand(call, 1));
  for (uint32_t i = 0; i < layout->leaf_count; i++)
    result = emit_binary(lowering, intrinsic->op, layout->leaves[i].width, result, list[i]);
  lower_bind_scalar(lowering, call, result);
}

void intrinsics_vector_insert(struct lowering *lowering, LLVMValueRef call,
                              const struct intrinsic *intrinsic) {
  (void)intrinsic;
  uint32_t count = lower_layout(lowering, call)->leaf_count;
  uint32_t part_count = lower_layout(lowering, LLVMGetOperand(call, 1))->leaf_count;
  uint64_t first = LLVMConstIntGetZExtValue(LLVMGetOperand(call, 2));
  const ir_operand *source = lower_value(lowering, LLVMGetOperand(call, 0));
  const ir_operand *part = lower_value(lowering, LLVMGetOperand(call, 1));
  ir_operand *list = lower_new_list(lowering, count);
  for (uint32_t i = 0; i < count; i++)
    list[i] = i >= first && i - first < part_count ? part[i - first] : source[i];
  lower_bind(lowering, call, list);
}

void intrinsics_vector_extract(struct lowering *lowering, LLVMValueRef call,
                               const struct intrinsic *intrinsic) {
  (void)intrinsic;
  const struct layout *layout = lower_layout(lowering, call);
  uint32_t source_count = lower_layout(lowering, LLVMGetOperand(call, 0))->leaf_count;
  uint64_t first = LLVMConstIntGetZExtValue(LLVMGetOperand(call, 1));
  const ir_operand *source = lower_value(lowering, LLVMGetOperand(call, 0));
  ir_operand *list = lower_new_list(lowering, layout->leaf_count);
  for (uint32_t i = 0; i < layout->leaf_count; i++)
    list[i] = first + i < source_count ? source[first + i]
                                       : emit_const(lowering, layout->leaves[i].width, 0);
  lower_bind(lowering, call, list);
}

void intrinsics_vector_reverse(struct lowering *lowering, LLVMValueRef call,
                               const struct intrinsic *intrinsic) {
  (void)intrinsic;
  uint32_t count = lower_layout(lowering, call)->leaf_count;
  const ir_operand *source = lower_value(lowering, LLVMGetOperand(call, 0));
  ir_operand *list = lower_new_list(lowering, count);
  for (uint32_t i = 0; i < count; i++) list[i] = source[count - 1 - i];
  lower_bind(lowering, call, list);
}

/* The window at a signed offset of a followed by b; negative offsets count from a's end. */
void intrinsics_vector_splice(struct lowering *lowering, LLVMValueRef call,
                              const struct intrinsic *intrinsic) {
  (void)intrinsic;
  uint32_t count = lower_layout(lowering, call)->leaf_count;
  int64_t first = LLVMConstIntGetSExtValue(LLVMGetOperand(call, 2));
  if (first < 0) first += count;
  const ir_operand *a = lower_value(lowering, LLVMGetOperand(call, 0));
  const ir_operand *b = lower_value(lowering, LLVMGetOperand(call, 1));
  ir_operand *list = lower_new_list(lowering, count);
  for (uint32_t i = 0; i < count; i++) {
    uint64_t at = (uint64_t)first + i;
    list[i] = at < count ? a[at] : b[at < 2 * (uint64_t)count ? at - count : 0];
  }
  lower_bind(lowering, call, list);
}

void intrinsics_interleave(struct lowering *lowering, LLVMValueRef call,
                           const struct intrinsic *intrinsic) {
  (void)intrinsic;
  uint32_t count = lower_layout(lowering, call)->leaf_count;
  const ir_operand *a = lower_value(lowering, LLVMGetOperand(call, 0));
  const ir_operand *b = lower_value(lowering, LLVMGetOperand(call, 1));
  ir_operand *list = lower_new_list(lowering, count);
  for (uint32_t i = 0; i < count; i++) list[i] = (i % 2 ? b : a)[i / 2];
  lower_bind(lowering, call, list);
}

/* {elements with even numbers, elements with odd numbers}. */
void intrinsics_deinterleave(struct lowering *lowering, LLVMValueRef call,
                             const struct intrinsic *intrinsic) {
  (void)intrinsic;
  uint32_t count = lower_layout(lowering, call)->leaf_count;
  const ir_operand *source = lower_value(lowering, LLVMGetOperand(call, 0));
  ir_operand *list = lower_new_list(lowering, count);
  for (uint32_t i = 0; i < count; i++) list[i % 2 * (count / 2) + i / 2] = source[i];
  lower_bind(lowering, call, list);
}

/* Lane i is active where base + i < limit, without wrapping. */
void intrinsics_lane_mask(struct lowering *lowering, LLVMValueRef call,
                          const struct intrinsic *intrinsic) {
  (void)intrinsic;
  uint32_t count = lower_layout(lowering, call)->leaf_count;
  unsigned width = lower_layout(lowering, LLVMGetOperand(call, 0))->leaves[0].width;
  ir_operand base = lower_operand(lowering, call, 0);
  ir_operand limit = lower_operand(lowering, call, 1);
  ir_operand *list = lower_new_list(lowering, count);
  for (uint32_t i = 0; i < count; i++) {
    ir_operand lane = emit_binary(lowering, IR_ADD, width, base, emit_const(lowering, width, i));
    ir_operand is_whole = emit_compare(lowering, IR_ULE, width, base, lane);
    ir_operand is_below = emit_compare(lowering, IR_ULT, width, lane, limit);
    list[i] = emit_binary(lowering, IR_AND, 1, is_whole, is_below);
  }
  lower_bind(lowering, call, list);
}

void intrinsics_step(struct lowering *lowering, LLVMValueRef call,
                     const struct intrinsic *intrinsic) {
  (void)intrinsic;
  const struct layout *layout = lower_layout(lowering, call);
  ir_operand *list = lower_new_list(lowering, layout->leaf_count);
  for (uint32_t i = 0; i < layout->leaf_count; i++)
    list[i] = emit_const(lowering, layout->leaves[i].width, i);
  lower_bind(lowering, call, list);
}

/* Masked accesses. */

static bool is_packed(struct lowering *lowering, const struct layout *layout) {
  if (layout->leaf_count > 0 && layout->leaves[0].packed_bits != 0)
    lower_reject(lowering, "masked access to a packed vector");
  return lowering->problem != NULL;
}

/* Loads if the condition holds, else gives `otherwise`. */
static ir_operand load_if(struct lowering *lowering, ir_operand condition, unsigned width,
                          ir_operand address, ir_operand otherwise) {
  if (emit_is_int(lowering, condition, 1)) return emit_load(lowering, width, address, 0);
  if (emit_is_int(lowering, condition, 0)) return otherwise;
  struct ir_func *func = lowering->func;
  uint32_t result = ir_new_reg(func, width);
  uint32_t inside = ir_new_block(func), after = ir_new_block(func);
  ir_set_block_params(func, after, &result, 1);
  emit_condbr(lowering, condition, ir_new_edge(func, inside, NULL, 0),
              ir_new_edge(func, after, &otherwise, 1));
  emit_start_block(lowering, inside);
  ir_operand loaded = emit_load(lowering, width, address, 0);
  emit_branch(lowering, ir_new_edge(func, after, &loaded, 1));
  emit_start_block(lowering, after);
  return result;
}

static void store_if(struct lowering *lowering, ir_operand condition, unsigned width,
                     ir_operand address, ir_operand value) {
  if (emit_is_int(lowering, condition, 0)) return;
  if (emit_is_int(lowering, condition, 1)) {
    emit_store(lowering, width, address, value, 0);
    return;
  }
  struct ir_func *func = lowering->func;
  uint32_t inside = ir_new_block(func), after = ir_new_block(func);
  emit_condbr(lowering, condition, ir_new_edge(func, inside, NULL, 0),
              ir_new_edge(func, after, NULL, 0));
  emit_start_block(lowering, inside);
  emit_store(lowering, width, address, value, 0);
  emit_branch(lowering, ir_new_edge(func, after, NULL, 0));
  emit_start_block(lowering, after);
}

/* (address, alignment, mask, values for inactive lanes) */
void intrinsics_masked_load(struct lowering *lowering, LLVMValueRef call,
                            const struct intrinsic *intrinsic) {
  (void)intrinsic;
  const struct layout *layout = lower_layout(lowering, call);
  ir_operand address = lower_operand(lowering, call, 0);
  const ir_operand *mask = lower_value(lowering, LLVMGetOperand(call, 2));
  const ir_operand *otherwise = lower_value(lowering, LLVMGetOperand(call, 3));
  if (is_packed(lowering, layout)) return;
  ir_operand *list = lower_new_list(lowering, layout->leaf_count);
  for (uint32_t i = 0; i < layout->leaf_count; i++)
    list[i] = load_if(lowering, mask[i], layout->leaves[i].width,
                      emit_offset(lowering, address, layout->leaves[i].offset), otherwise[i]);
  lower_bind(lowering, call, list);
}

/* (values, address, alignment, mask) */
void intrinsics_masked_store(struct lowering *lowering, LLVMValueRef call,
                             const struct intrinsic *intrinsic) {
  (void)intrinsic;
  const struct layout *layout = lower_layout(lowering, LLVMGetOperand(call, 0));
  const ir_operand *values = lower_value(lowering, LLVMGetOperand(call, 0));
  ir_operand address = lower_operand(lowering, call, 1);
  const ir_operand *mask = lower_value(lowering, LLVMGetOperand(call, 3));
  if (is_packed(lowering, layout)) return;
  for (uint32_t i = 0; i < layout->leaf_count; i++)
    store_if(lowering, mask[i], layout->leaves[i].width,
             emit_offset(lowering, address, layout->leaves[i].offset), values[i]);
}

/* (addresses, alignment, mask, values for inactive lanes) */
void intrinsics_gather(struct lowering *lowering, LLVMValueRef call,
                       const struct intrinsic *intrinsic) {
  (void)intrinsic;
  const struct layout *layout = lower_layout(lowering, call);
  const ir_operand *addresses = lower_value(lowering, LLVMGetOperand(call, 0));
  const ir_operand *mask = lower_value(lowering, LLVMGetOperand(call, 2));
  const ir_operand *otherwise = lower_value(lowering, LLVMGetOperand(call, 3));
  if (is_packed(lowering, layout)) return;
  ir_operand *list = lower_new_list(lowering, layout->leaf_count);
  for (uint32_t i = 0; i < layout->leaf_count; i++)
    list[i] = load_if(lowering, mask[i], layout->leaves[i].width, addresses[i], otherwise[i]);
  lower_bind(lowering, call, list);
}

/* (values, addresses, alignment, mask) */
void intrinsics_scatter(struct lowering *lowering, LLVMValueRef call,
                        const struct intrinsic *intrinsic) {
  (void)intrinsic;
  const struct layout *layout = lower_layout(lowering, LLVMGetOperand(call, 0));
  const ir_operand *values = lower_value(lowering, LLVMGetOperand(call, 0));
  const ir_operand *addresses = lower_value(lowering, LLVMGetOperand(call, 1));
  const ir_operand *mask = lower_value(lowering, LLVMGetOperand(call, 3));
  if (is_packed(lowering, layout)) return;
  for (uint32_t i = 0; i < layout->leaf_count; i++)
    store_if(lowering, mask[i], layout->leaves[i].width, addresses[i], values[i]);
}

/* The address after this lane, if the lane is active. */
static ir_operand advance(struct lowering *lowering, ir_operand address, ir_operand condition,
                          unsigned width) {
  ir_operand next = emit_offset(lowering, address, ir_byte_size(width));
  return emit_select(lowering, 64, condition, next, address);
}

/* (address, mask, values for inactive lanes): active lanes read consecutive elements. */
void intrinsics_expand_load(struct lowering *lowering, LLVMValueRef call,
                            const struct intrinsic *intrinsic) {
  (void)intrinsic;
  const struct layout *layout = lower_layout(lowering, call);
  ir_operand address = lower_operand(lowering, call, 0);
  const ir_operand *mask = lower_value(lowering, LLVMGetOperand(call, 1));
  const ir_operand *otherwise = lower_value(lowering, LLVMGetOperand(call, 2));
  if (is_packed(lowering, layout)) return;
  ir_operand *list = lower_new_list(lowering, layout->leaf_count);
  for (uint32_t i = 0; i < layout->leaf_count; i++) {
    unsigned width = layout->leaves[i].width;
    list[i] = load_if(lowering, mask[i], width, address, otherwise[i]);
    address = advance(lowering, address, mask[i], width);
  }
  lower_bind(lowering, call, list);
}

/* (values, address, mask) */
void intrinsics_compress_store(struct lowering *lowering, LLVMValueRef call,
                               const struct intrinsic *intrinsic) {
  (void)intrinsic;
  const struct layout *layout = lower_layout(lowering, LLVMGetOperand(call, 0));
  const ir_operand *values = lower_value(lowering, LLVMGetOperand(call, 0));
  ir_operand address = lower_operand(lowering, call, 1);
  const ir_operand *mask = lower_value(lowering, LLVMGetOperand(call, 2));
  if (is_packed(lowering, layout)) return;
  for (uint32_t i = 0; i < layout->leaf_count; i++) {
    unsigned width = layout->leaves[i].width;
    store_if(lowering, mask[i], width, address, values[i]);
    address = advance(lowering, address, mask[i], width);
  }
}

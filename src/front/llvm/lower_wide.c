/* Integers wider than 128 bits, as lists of 64-bit words with the last one narrower. They come from
   bit-fields, which are loaded together, shifted and masked, and from large _BitInt types. Division
   and conversion from and to floating point are not supported. */
#include "front/llvm/emit.h"
#include "ir/operands.h"

/* More than twice as many words as the widest type has. */
enum { WORD = 64, DOUBLE_WORD = 128, MAX_PARTS = 140 };

static bool is_wide_type(struct lowering *lowering, LLVMTypeRef type) {
  return LLVMGetTypeKind(type) == LLVMIntegerTypeKind &&
         types_layout(lowering->types, type)->wide_width != 0;
}

bool lower_is_wide(struct lowering *lowering, LLVMValueRef value) {
  if (is_wide_type(lowering, LLVMTypeOf(value))) return true;
  return LLVMGetNumOperands(value) > 0 &&
         is_wide_type(lowering, LLVMTypeOf(LLVMGetOperand(value, 0)));
}

static const ir_operand *combine_words(struct lowering *lowering, const struct layout *layout,
                                       unsigned op, const ir_operand *a, const ir_operand *b) {
  ir_operand *list = lower_new_list(lowering, layout->leaf_count);
  for (uint32_t i = 0; i < layout->leaf_count; i++)
    list[i] = emit_binary(lowering, op, layout->leaves[i].width, a[i], b[i]);
  return list;
}

/* Sum or difference, with the carry or borrow of each word going into the next. */
static const ir_operand *add_words(struct lowering *lowering, const struct layout *layout,
                                   unsigned op, const ir_operand *a, const ir_operand *b) {
  ir_operand *list = lower_new_list(lowering, layout->leaf_count);
  ir_operand carry = emit_const(lowering, 1, 0);
  for (uint32_t i = 0; i < layout->leaf_count; i++) {
    unsigned width = layout->leaves[i].width;
    ir_operand part = emit_binary(lowering, op, width, a[i], b[i]);
    ir_operand extra = emit_resize(lowering, 1, width, carry);
    list[i] = emit_binary(lowering, op, width, part, extra);
    bool is_sum = op == IR_ADD;
    ir_operand first =
        emit_compare(lowering, IR_ULT, width, is_sum ? part : a[i], is_sum ? a[i] : b[i]);
    ir_operand second =
        emit_compare(lowering, IR_ULT, width, is_sum ? list[i] : part, is_sum ? part : extra);
    carry = emit_binary(lowering, IR_OR, 1, first, second);
  }
  return list;
}

/* Schoolbook multiplication: every product of two words and its carry fit into 128 bits. */
static const ir_operand *multiply(struct lowering *lowering, const struct layout *layout,
                                  const ir_operand *a, const ir_operand *b) {
  uint32_t count = layout->leaf_count;
  ir_operand *sums = lower_new_list(lowering, count), *list = lower_new_list(lowering, count);
  for (uint32_t i = 0; i < count; i++) sums[i] = emit_const(lowering, DOUBLE_WORD, 0);
  for (uint32_t i = 0; i < count; i++) {
    ir_operand carry = emit_const(lowering, DOUBLE_WORD, 0);
    ir_operand x = emit_resize(lowering, layout->leaves[i].width, DOUBLE_WORD, a[i]);
    for (uint32_t j = 0; i + j < count; j++) {
      ir_operand y = emit_resize(lowering, layout->leaves[j].width, DOUBLE_WORD, b[j]);
      ir_operand sum = emit_binary(lowering, IR_MUL, DOUBLE_WORD, x, y);
      sum = emit_binary(lowering, IR_ADD, DOUBLE_WORD, sum, sums[i + j]);
      sum = emit_binary(lowering, IR_ADD, DOUBLE_WORD, sum, carry);
      ir_operand low = emit_resize(lowering, DOUBLE_WORD, WORD, sum);
      sums[i + j] = emit_resize(lowering, WORD, DOUBLE_WORD, low);
      carry =
          emit_binary(lowering, IR_LSHR, DOUBLE_WORD, sum, emit_const(lowering, DOUBLE_WORD, WORD));
    }
  }
  for (uint32_t i = 0; i < count; i++)
    list[i] = emit_resize(lowering, DOUBLE_WORD, layout->leaves[i].width, sums[i]);
  return list;
}

/* A word of copies of the sign bit. */
static ir_operand sign_word(struct lowering *lowering, const ir_operand *a,
                            const struct layout *layout) {
  const struct leaf *top = &layout->leaves[layout->leaf_count - 1];
  ir_operand is_negative = emit_compare(lowering, IR_SLT, top->width, a[layout->leaf_count - 1],
                                        emit_const(lowering, top->width, 0));
  return emit_resize_signed(lowering, 1, WORD, is_negative);
}

/* The number, extended infinitely by copies of `fill`, from a given bit on. */
static const ir_operand *window(struct lowering *lowering, const ir_operand *a,
                                const struct layout *from, const struct layout *to, uint64_t place,
                                ir_operand fill) {
  struct leaf leaves[MAX_PARTS];
  ir_operand parts[MAX_PARTS];
  uint32_t count = 0;
  uint64_t end = place + (uint64_t)to->leaf_count * WORD;
  for (uint64_t bits = 0; bits < end && count < MAX_PARTS; bits += leaves[count++].width) {
    if (count < from->leaf_count) {
      leaves[count] = from->leaves[count];
      parts[count] = a[count];
    } else {
      leaves[count] = (struct leaf){.width = WORD};
      parts[count] = fill;
    }
  }
  struct layout extended = {.leaf_count = count, .leaves = leaves};
  ir_operand *list = lower_new_list(lowering, to->leaf_count);
  for (uint32_t i = 0; i < to->leaf_count; i++)
    list[i] = lower_gather_bits(lowering, parts, &extended, place + (uint64_t)i * WORD,
                                to->leaves[i].width);
  return list;
}

static const ir_operand *shift_by(struct lowering *lowering, const struct layout *layout,
                                  unsigned op, const ir_operand *a, uint64_t amount) {
  ir_operand zero = emit_const(lowering, WORD, 0);
  if (op != IR_SHL) {
    ir_operand fill = op == IR_ASHR ? sign_word(lowering, a, layout) : zero;
    return window(lowering, a, layout, layout, amount, fill);
  }
  /* To the left: the same with zeros below. */
  struct leaf leaves[MAX_PARTS];
  ir_operand parts[MAX_PARTS];
  uint32_t count = 0;
  for (uint64_t rest = amount; rest > 0 && count < MAX_PARTS / 2; count++) {
    unsigned width = rest < WORD ? (unsigned)rest : WORD;
    leaves[count] = (struct leaf){.width = (uint8_t)width};
    parts[count] = emit_const(lowering, width, 0);
    rest -= width;
  }
  for (uint32_t i = 0; i < layout->leaf_count; i++, count++) {
    leaves[count] = layout->leaves[i];
    parts[count] = a[i];
  }
  struct layout extended = {.leaf_count = count, .leaves = leaves};
  ir_operand *list = lower_new_list(lowering, layout->leaf_count);
  for (uint32_t i = 0; i < layout->leaf_count; i++)
    list[i] =
        lower_gather_bits(lowering, parts, &extended, (uint64_t)i * WORD, layout->leaves[i].width);
  return list;
}

static const ir_operand *select_words(struct lowering *lowering, const struct layout *layout,
                                      ir_operand condition, const ir_operand *yes,
                                      const ir_operand *no) {
  ir_operand *list = lower_new_list(lowering, layout->leaf_count);
  for (uint32_t i = 0; i < layout->leaf_count; i++)
    list[i] = emit_select(lowering, layout->leaves[i].width, condition, yes[i], no[i]);
  return list;
}

static const ir_operand *zero_words(struct lowering *lowering, const struct layout *layout) {
  ir_operand *list = lower_new_list(lowering, layout->leaf_count);
  for (uint32_t i = 0; i < layout->leaf_count; i++)
    list[i] = emit_const(lowering, layout->leaves[i].width, 0);
  return list;
}

static const ir_operand *shift_by_known(struct lowering *lowering, const struct layout *layout,
                                        unsigned op, const ir_operand *a, const ir_operand *bits) {
  uint64_t amount;
  bool is_inside = ir_const_value(lowering->func, bits[0], &amount) && amount < layout->wide_width;
  for (uint32_t i = 1; i < layout->leaf_count; i++)
    is_inside = is_inside && emit_is_int(lowering, bits[i], 0);
  return is_inside ? shift_by(lowering, layout, op, a, amount) : zero_words(lowering, layout);
}

/* By an unknown amount: one power of two at a time. */
static const ir_operand *shift(struct lowering *lowering, LLVMValueRef value,
                               const struct layout *layout, unsigned op) {
  const ir_operand *a = lower_value(lowering, LLVMGetOperand(value, 0));
  const ir_operand *bits = lower_value(lowering, LLVMGetOperand(value, 1));
  if (ir_is_const(bits[0])) return shift_by_known(lowering, layout, op, a, bits);
  uint64_t step = 1;
  for (unsigned k = 0; step < layout->wide_width; k++, step *= 2) {
    ir_operand bit = emit_binary(lowering, IR_LSHR, WORD, bits[0], emit_const(lowering, WORD, k));
    const ir_operand *moved = shift_by(lowering, layout, op, a, step);
    a = select_words(lowering, layout, emit_resize(lowering, WORD, 1, bit), moved, a);
  }
  ir_operand is_over =
      emit_compare(lowering, IR_ULE, WORD, emit_const(lowering, WORD, layout->wide_width), bits[0]);
  for (uint32_t i = 1; i < layout->leaf_count; i++) {
    unsigned width = layout->leaves[i].width;
    ir_operand is_set =
        emit_compare(lowering, IR_NE, width, bits[i], emit_const(lowering, width, 0));
    is_over = emit_binary(lowering, IR_OR, 1, is_over, is_set);
  }
  return select_words(lowering, layout, is_over, zero_words(lowering, layout), a);
}

/* From the lowest word up: a higher word decides unless it is equal. */
static ir_operand is_less(struct lowering *lowering, const struct layout *layout, bool is_signed,
                          const ir_operand *a, const ir_operand *b, ir_operand if_equal) {
  ir_operand result = if_equal;
  for (uint32_t i = 0; i < layout->leaf_count; i++) {
    unsigned width = layout->leaves[i].width;
    bool is_top = i + 1 == layout->leaf_count;
    ir_operand less =
        emit_compare(lowering, is_top && is_signed ? IR_SLT : IR_ULT, width, a[i], b[i]);
    ir_operand equal = emit_compare(lowering, IR_EQ, width, a[i], b[i]);
    result = emit_binary(lowering, IR_OR, 1, less, emit_binary(lowering, IR_AND, 1, equal, result));
  }
  return result;
}

static ir_operand is_equal(struct lowering *lowering, const struct layout *layout,
                           const ir_operand *a, const ir_operand *b) {
  ir_operand result = emit_const(lowering, 1, 1);
  for (uint32_t i = 0; i < layout->leaf_count; i++)
    result = emit_binary(lowering, IR_AND, 1, result,
                         emit_compare(lowering, IR_EQ, layout->leaves[i].width, a[i], b[i]));
  return result;
}

static const ir_operand *compare(struct lowering *lowering, LLVMValueRef value,
                                 const struct layout *layout) {
  const ir_operand *a = lower_value(lowering, LLVMGetOperand(value, 0));
  const ir_operand *b = lower_value(lowering, LLVMGetOperand(value, 1));
  ir_operand no = emit_const(lowering, 1, 0), yes = emit_const(lowering, 1, 1);
  ir_operand *list = lower_new_list(lowering, 1);
  switch (LLVMGetICmpPredicate(value)) {
  case LLVMIntEQ: list[0] = is_equal(lowering, layout, a, b); break;
  case LLVMIntNE:
    list[0] = emit_binary(lowering, IR_XOR, 1, is_equal(lowering, layout, a, b), yes);
    break;
  case LLVMIntUGT: list[0] = is_less(lowering, layout, false, b, a, no); break;
  case LLVMIntUGE: list[0] = is_less(lowering, layout, false, b, a, yes); break;
  case LLVMIntULT: list[0] = is_less(lowering, layout, false, a, b, no); break;
  case LLVMIntULE: list[0] = is_less(lowering, layout, false, a, b, yes); break;
  case LLVMIntSGT: list[0] = is_less(lowering, layout, true, b, a, no); break;
  case LLVMIntSGE: list[0] = is_less(lowering, layout, true, b, a, yes); break;
  case LLVMIntSLT: list[0] = is_less(lowering, layout, true, a, b, no); break;
  default: list[0] = is_less(lowering, layout, true, a, b, yes); break;
  }
  return list;
}

static const ir_operand *convert(struct lowering *lowering, LLVMValueRef value, LLVMOpcode opcode) {
  const struct layout *from = lower_layout(lowering, LLVMGetOperand(value, 0));
  const struct layout *to = lower_layout(lowering, value);
  const ir_operand *a = lower_value(lowering, LLVMGetOperand(value, 0));
  if (opcode == LLVMTrunc && to->wide_width == 0) {
    ir_operand *list = lower_new_list(lowering, 1);
    list[0] = lower_gather_bits(lowering, a, from, 0, to->leaves[0].width);
    return list;
  }
  ir_operand fill =
      opcode == LLVMSExt ? sign_word(lowering, a, from) : emit_const(lowering, WORD, 0);
  return window(lowering, a, from, to, 0, fill);
}

const ir_operand *lower_wide(struct lowering *lowering, LLVMValueRef value, LLVMOpcode opcode) {
  const struct layout *layout = lower_layout(lowering, LLVMGetOperand(value, 0));
  switch (opcode) {
  case LLVMICmp: return compare(lowering, value, layout);
  case LLVMTrunc:
  case LLVMZExt:
  case LLVMSExt: return convert(lowering, value, opcode);
  case LLVMShl: return shift(lowering, value, layout, IR_SHL);
  case LLVMLShr: return shift(lowering, value, layout, IR_LSHR);
  case LLVMAShr: return shift(lowering, value, layout, IR_ASHR);
  case LLVMFreeze: return lower_value(lowering, LLVMGetOperand(value, 0));
  case LLVMBitCast:
    return lower_bitcast(lowering, lower_value(lowering, LLVMGetOperand(value, 0)), layout,
                         lower_layout(lowering, value));
  case LLVMSelect:
    return select_words(lowering, lower_layout(lowering, value), lower_operand(lowering, value, 0),
                        lower_value(lowering, LLVMGetOperand(value, 1)),
                        lower_value(lowering, LLVMGetOperand(value, 2)));
  case LLVMExtractValue:
  case LLVMInsertValue: return lower_shuffle(lowering, value, opcode);
  case LLVMAnd:
  case LLVMOr:
  case LLVMXor:
  case LLVMAdd:
  case LLVMSub:
  case LLVMMul: break;
  default: return NULL;
  }
  const ir_operand *a = lower_value(lowering, LLVMGetOperand(value, 0));
  const ir_operand *b = lower_value(lowering, LLVMGetOperand(value, 1));
  switch (opcode) {
  case LLVMAnd: return combine_words(lowering, layout, IR_AND, a, b);
  case LLVMOr: return combine_words(lowering, layout, IR_OR, a, b);
  case LLVMXor: return combine_words(lowering, layout, IR_XOR, a, b);
  case LLVMAdd: return add_words(lowering, layout, IR_ADD, a, b);
  case LLVMSub: return add_words(lowering, layout, IR_SUB, a, b);
  default: return multiply(lowering, layout, a, b);
  }
}

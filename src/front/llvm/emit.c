/* One small function per shape of instruction. Constants are folded only in the computation of
   addresses and sizes; elsewhere the engine does it at no extra cost. */
#include "front/llvm/emit.h"

#include "util/fault.h"

ir_operand emit_const(struct lowering *lowering, unsigned width, uint64_t value) {
  return ir_const_int(lowering->func, width, value);
}

ir_operand emit_ones(struct lowering *lowering, unsigned width) {
  return ir_const_wide(lowering->func, width, UINT64_MAX, UINT64_MAX);
}

ir_operand emit_signed_min(struct lowering *lowering, unsigned width) {
  uint64_t bit = (uint64_t)1 << ((width - 1) % 64);
  return ir_const_wide(lowering->func, width, width > 64 ? 0 : bit, width > 64 ? bit : 0);
}

ir_operand emit_signed_max(struct lowering *lowering, unsigned width) {
  uint64_t bit = (uint64_t)1 << ((width - 1) % 64);
  if (width <= 64) return ir_const_int(lowering->func, width, bit - 1);
  return ir_const_wide(lowering->func, width, UINT64_MAX, bit - 1);
}

static const struct ir_const *const_of(const struct lowering *lowering, ir_operand operand) {
  return ir_is_const(operand) ? &lowering->func->consts.data[operand & ~IR_CONST] : NULL;
}

bool emit_is_int(const struct lowering *lowering, ir_operand operand, uint64_t value) {
  const struct ir_const *known = const_of(lowering, operand);
  return known && known->kind == IR_CONST_INT && known->width <= 64 && known->value == value;
}

static ir_operand emit_with_result(struct lowering *lowering, unsigned width, struct ir_ins ins) {
  ins.dst = ir_new_reg(lowering->func, width);
  ins.loc = lowering->loc;
  ir_emit(lowering->func, ins);
  return ins.dst;
}

ir_operand emit_binary(struct lowering *lowering, unsigned op, unsigned width, ir_operand a,
                       ir_operand b) {
  struct ir_ins ins = {.op = (uint16_t)op, .width = (uint8_t)width, .a = a, .b = b};
  return emit_with_result(lowering, width, ins);
}

ir_operand emit_compare(struct lowering *lowering, unsigned op, unsigned width, ir_operand a,
                        ir_operand b) {
  struct ir_ins ins = {.op = (uint16_t)op, .width = (uint8_t)width, .a = a, .b = b};
  return emit_with_result(lowering, 1, ins);
}

ir_operand emit_fcmp(struct lowering *lowering, unsigned predicate, unsigned width, ir_operand a,
                     ir_operand b) {
  if (predicate == LLVMRealPredicateFalse || predicate == LLVMRealPredicateTrue)
    return emit_const(lowering, 1, predicate == LLVMRealPredicateTrue);
  struct ir_ins ins = {
      .op = IR_FCMP, .width = (uint8_t)width, .aux = (uint8_t)predicate, .a = a, .b = b};
  return emit_with_result(lowering, 1, ins);
}

ir_operand emit_unary(struct lowering *lowering, unsigned op, unsigned width, ir_operand a) {
  struct ir_ins ins = {.op = (uint16_t)op, .width = (uint8_t)width, .a = a};
  return emit_with_result(lowering, width, ins);
}

ir_operand emit_convert(struct lowering *lowering, unsigned op, unsigned from, unsigned to,
                        ir_operand a) {
  struct ir_ins ins = {.op = (uint16_t)op, .width = (uint8_t)to, .a = a, .c = from};
  return emit_with_result(lowering, to, ins);
}

ir_operand emit_checked_convert(struct lowering *lowering, unsigned op, unsigned from, unsigned to,
                                ir_operand a) {
  ir_operand result = emit_convert(lowering, op, from, to, a);
  if (lowering->is_unoptimised) vec_last(&lowering->func->ins).aux = IR_CHECKED;
  return result;
}

ir_operand emit_resize(struct lowering *lowering, unsigned from, unsigned to, ir_operand a) {
  const struct ir_const *known = const_of(lowering, a);
  if (from == to) return a;
  if (known && known->kind == IR_CONST_INT && from <= 64)
    return emit_const(lowering, to, known->value);
  return emit_convert(lowering, from > to ? IR_TRUNC : IR_ZEXT, from, to, a);
}

ir_operand emit_resize_signed(struct lowering *lowering, unsigned from, unsigned to, ir_operand a) {
  if (from >= to) return emit_resize(lowering, from, to, a);
  const struct ir_const *known = const_of(lowering, a);
  if (known && known->kind == IR_CONST_INT && from <= 64) {
    bool is_negative = known->value >> (from - 1) & 1;
    uint64_t low = is_negative ? known->value | ~ir_mask(from) : known->value;
    return ir_const_wide(lowering->func, to, low, is_negative ? UINT64_MAX : 0);
  }
  return emit_convert(lowering, IR_SEXT, from, to, a);
}

ir_operand emit_select(struct lowering *lowering, unsigned width, ir_operand condition,
                       ir_operand yes, ir_operand no) {
  struct ir_ins ins = {.op = IR_SELECT, .width = (uint8_t)width, .a = condition, .b = yes, .c = no};
  return emit_with_result(lowering, width, ins);
}

ir_operand emit_fma(struct lowering *lowering, unsigned width, ir_operand a, ir_operand b,
                    ir_operand c) {
  struct ir_ins ins = {.op = IR_FMA, .width = (uint8_t)width, .a = a, .b = b, .c = c};
  return emit_with_result(lowering, width, ins);
}

ir_operand emit_offset(struct lowering *lowering, ir_operand address, uint64_t offset) {
  if (offset == 0) return address;
  const struct ir_const *known = const_of(lowering, address);
  if (known && known->kind == IR_CONST_INT) return emit_const(lowering, 64, known->value + offset);
  if (known && known->kind == IR_CONST_GLOBAL)
    return ir_const_global(lowering->func, known->ref, known->value + offset);
  return emit_binary(lowering, IR_ADD, 64, address, emit_const(lowering, 64, offset));
}

ir_operand emit_load(struct lowering *lowering, unsigned width, ir_operand address, uint8_t flags) {
  struct ir_ins ins = {.op = IR_LOAD, .width = (uint8_t)width, .aux = flags, .a = address};
  return emit_with_result(lowering, width, ins);
}

static void emit_without_result(struct lowering *lowering, struct ir_ins ins) {
  ins.loc = lowering->loc;
  ir_emit(lowering->func, ins);
}

void emit_store(struct lowering *lowering, unsigned width, ir_operand address, ir_operand value,
                uint8_t flags) {
  emit_without_result(
      lowering,
      (struct ir_ins){
          .op = IR_STORE, .width = (uint8_t)width, .aux = flags, .a = address, .b = value});
}

void emit_block_op(struct lowering *lowering, unsigned op, ir_operand to, ir_operand from,
                   ir_operand size) {
  emit_without_result(lowering, (struct ir_ins){.op = (uint16_t)op, .a = to, .b = from, .c = size});
}

ir_operand emit_alloca(struct lowering *lowering, ir_operand size, uint64_t align, uint32_t name) {
  REQUIRE(align <= UINT32_MAX);
  struct ir_ins ins = {.op = IR_ALLOCA, .width = 64, .a = size, .b = name, .c = (uint32_t)align};
  return emit_with_result(lowering, 64, ins);
}

void emit_effect(struct lowering *lowering, unsigned op, ir_operand a) {
  emit_without_result(lowering, (struct ir_ins){.op = (uint16_t)op, .width = 64, .a = a});
}

ir_operand emit_setjmp(struct lowering *lowering, ir_operand buffer) {
  struct ir_ins ins = {.op = IR_SETJMP, .width = 32, .a = buffer};
  return emit_with_result(lowering, 32, ins);
}

void emit_longjmp(struct lowering *lowering, ir_operand buffer, ir_operand value) {
  emit_end(lowering, (struct ir_ins){.op = IR_LONGJMP, .a = buffer, .b = value});
}

void emit_end(struct lowering *lowering, struct ir_ins ins) {
  emit_without_result(lowering, ins);
  ir_end_block(lowering->func, lowering->block);
  lowering->is_ended = true;
}

void emit_trap(struct lowering *lowering, unsigned kind, const char *message) {
  uint32_t text = ir_intern_string(lowering->loader->program, message);
  emit_end(lowering, (struct ir_ins){.op = IR_TRAP, .aux = (uint8_t)kind, .a = text});
}

void emit_branch(struct lowering *lowering, uint32_t edge) {
  emit_end(lowering, (struct ir_ins){.op = IR_BR, .a = edge});
}

void emit_condbr(struct lowering *lowering, ir_operand condition, uint32_t yes, uint32_t no) {
  emit_end(lowering, (struct ir_ins){.op = IR_CONDBR, .a = condition, .b = yes, .c = no});
}

void emit_start_block(struct lowering *lowering, uint32_t block) {
  ir_start_block(lowering->func, block);
  lowering->block = block;
  lowering->is_ended = false;
}

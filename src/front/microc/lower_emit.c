/* Emitting instructions. Checks that are known to hold are not emitted. */
#include "front/microc/lower_state.h"

#include <string.h>

void microc_lower_set_place(struct lowering *lowering, struct microc_place at) {
  struct ir_loc loc = {.file = lowering->file,
                       .line = at.line,
                       .column = at.column,
                       .function = lowering->function_name};
  lowering->loc = ir_add_loc(lowering->program, loc);
}

ir_operand microc_emit_const(struct lowering *lowering, unsigned width, uint64_t value) {
  return ir_const_int(lowering->func, width, value & ir_mask(width));
}

static ir_operand emit_with_result(struct lowering *lowering, unsigned width, struct ir_ins ins) {
  ins.dst = ir_new_reg(lowering->func, width);
  ins.loc = lowering->loc;
  return ir_emit(lowering->func, ins)->dst;
}

ir_operand microc_emit_binary(struct lowering *lowering, enum ir_opcode op, unsigned width,
                              ir_operand a, ir_operand b) {
  return emit_with_result(
      lowering, width,
      (struct ir_ins){.op = (uint16_t)op, .width = (uint8_t)width, .a = a, .b = b});
}

ir_operand microc_emit_compare(struct lowering *lowering, enum ir_opcode op, unsigned width,
                               ir_operand a, ir_operand b) {
  return emit_with_result(
      lowering, 1, (struct ir_ins){.op = (uint16_t)op, .width = (uint8_t)width, .a = a, .b = b});
}

ir_operand microc_emit_zext(struct lowering *lowering, unsigned from, unsigned to, ir_operand a) {
  return emit_with_result(lowering, to,
                          (struct ir_ins){.op = IR_ZEXT, .width = (uint8_t)to, .a = a, .c = from});
}

ir_operand microc_emit_select(struct lowering *lowering, unsigned width, ir_operand condition,
                              ir_operand yes, ir_operand no) {
  return emit_with_result(
      lowering, width,
      (struct ir_ins){.op = IR_SELECT, .width = (uint8_t)width, .a = condition, .b = yes, .c = no});
}

ir_operand microc_emit_load(struct lowering *lowering, unsigned width, ir_operand address) {
  return emit_with_result(lowering, width,
                          (struct ir_ins){.op = IR_LOAD, .width = (uint8_t)width, .a = address});
}

static void emit(struct lowering *lowering, struct ir_ins ins) {
  ins.loc = lowering->loc;
  ir_emit(lowering->func, ins);
}

void microc_emit_store(struct lowering *lowering, unsigned width, ir_operand address,
                       ir_operand value) {
  emit(lowering,
       (struct ir_ins){.op = IR_STORE, .width = (uint8_t)width, .a = address, .b = value});
}

void microc_emit_copy(struct lowering *lowering, ir_operand to, ir_operand from, ir_operand size) {
  emit(lowering, (struct ir_ins){.op = IR_MEMMOVE, .a = to, .b = from, .c = size});
}

void microc_emit_clear(struct lowering *lowering, ir_operand address, uint64_t size) {
  emit(lowering, (struct ir_ins){.op = IR_MEMSET,
                                 .a = address,
                                 .b = microc_emit_const(lowering, 8, 0),
                                 .c = microc_emit_const(lowering, 64, size)});
}

ir_operand microc_emit_alloca(struct lowering *lowering, uint64_t size, uint64_t align,
                              const char *name) {
  return emit_with_result(lowering, 64,
                          (struct ir_ins){.op = IR_ALLOCA,
                                          .a = microc_emit_const(lowering, 64, size),
                                          .b = ir_intern_string(lowering->program, name),
                                          .c = (uint32_t)align});
}

ir_operand microc_emit_offset(struct lowering *lowering, ir_operand address, uint64_t offset) {
  if (offset == 0) return address;
  return emit_with_result(lowering, 64,
                          (struct ir_ins){.op = IR_ADD,
                                          .width = 64,
                                          .aux = IR_ADDRESS,
                                          .a = address,
                                          .b = microc_emit_const(lowering, 64, offset)});
}

void microc_emit_call(struct lowering *lowering, ir_operand callee, const ir_operand *args,
                      uint32_t arg_count, const uint32_t *results, uint32_t result_count) {
  struct ir_func *func = lowering->func;
  struct ir_call call = {.result_count = result_count, .arg_count = arg_count};
  call.first_result = ir_add_operands(func, results, result_count);
  call.first_arg = ir_add_operands(func, args, arg_count);
  vec_push(&func->calls, call);
  emit(lowering, (struct ir_ins){.op = IR_CALL, .a = callee, .b = (uint32_t)func->calls.count - 1});
}

/* Declared at its first call: a program that declares a builtin that makes inputs counts as
   symbolic. */
static uint32_t builtin_number(struct lowering *lowering, enum lower_builtin builtin) {
  static const struct {
    const char *name;
    uint8_t result, params[4];
  } list[LOWER_BUILTIN_COUNT] = {
      [LOWER_CHECK] = {"__smew_check", 0, {1, 32, 32, 0}},
      [LOWER_INPUT] = {"__smew_input", 32, {32, 0}},
      [LOWER_OUTPUT] = {"__smew_output", 0, {32, 0}},
      [LOWER_ALLOCATE] = {"malloc", 64, {64, 0}},
      [LOWER_EXIT] = {"__smew_exit", 0, {32, 0}},
  };
  if (lowering->is_declared[builtin]) return lowering->builtins[builtin];
  struct ir_func *func = ir_add_func(lowering->program, list[builtin].name, false);
  for (const uint8_t *width = list[builtin].params; *width; width++)
    vec_push(&func->param_widths, *width);
  if (list[builtin].result) vec_push(&func->result_widths, list[builtin].result);
  lowering->is_declared[builtin] = true;
  return lowering->builtins[builtin] = func->number;
}

ir_operand microc_emit_builtin(struct lowering *lowering, enum lower_builtin builtin,
                               unsigned width, const ir_operand *args, uint32_t arg_count) {
  ir_operand result = width ? ir_new_reg(lowering->func, width) : IR_NONE;
  microc_emit_call(lowering, ir_const_func(lowering->func, builtin_number(lowering, builtin)), args,
                   arg_count, &result, width != 0);
  return result;
}

bool microc_is_const_true(const struct lowering *lowering, ir_operand operand) {
  return ir_is_const(operand) && lowering->func->consts.data[operand & ~IR_CONST].value == 1;
}

void microc_emit_check(struct lowering *lowering, ir_operand condition, const char *kind,
                       const char *message) {
  if (microc_is_const_true(lowering, condition)) return;
  ir_operand args[] = {
      condition, microc_emit_const(lowering, 32, ir_intern_string(lowering->program, kind)),
      microc_emit_const(lowering, 32, ir_intern_string(lowering->program, message))};
  microc_emit_builtin(lowering, LOWER_CHECK, 0, args, 3);
}

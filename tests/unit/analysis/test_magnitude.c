/* Magnitudes of registers: indices, counters, and sums that grow on a cycle. */
#include "../ir/support.h"

#include "analysis/magnitude.h"

#include <stdlib.h>

static void assert_magnitude(const struct magnitude *all, uint32_t reg, unsigned bits,
                             bool is_signed) {
  assert_int_equal(all[reg].bits, bits);
  assert_int_equal(all[reg].is_signed, is_signed);
}

static void test_conversions_and_masks(void **state) {
  (void)state;
  struct ir_program *program = ir_program_new();
  struct ir_func *func = ir_add_func(program, "f", false);
  func->has_body = true;
  ir_new_block(func);
  uint32_t wide = ir_new_param(func, 64), narrow = ir_new_param(func, 32);
  ir_start_block(func, 0);
  uint32_t zext = emit_convert(func, IR_ZEXT, 64, narrow, 32);
  uint32_t sext = emit_convert(func, IR_SEXT, 64, narrow, 32);
  uint32_t product = emit_op(func, IR_MUL, 64, zext, ir_const_int(func, 64, 24));
  uint32_t masked = emit_op(func, IR_AND, 64, wide, ir_const_int(func, 64, 4095));
  uint32_t shifted = emit_op(func, IR_LSHR, 64, wide, ir_const_int(func, 64, 20));
  uint32_t difference = emit_op(func, IR_SUB, 64, masked, zext);
  uint32_t lost = emit_op(func, IR_MUL, 64, wide, ir_const_int(func, 64, 24));
  emit_ret(func);
  ir_end_block(func, 0);
  uint32_t *cycle = alloc_bytes(func->reg_widths.count * sizeof *cycle);
  for (uint32_t i = 0; i < func->reg_widths.count; i++) cycle[i] = i;
  struct magnitude *all = magnitudes_find(func, cycle);
  assert_magnitude(all, wide, 64, true);
  assert_magnitude(all, zext, 32, false);
  assert_magnitude(all, sext, 32, true);
  assert_magnitude(all, product, 37, false);
  assert_magnitude(all, masked, 12, false);
  assert_magnitude(all, shifted, 44, false);
  assert_magnitude(all, difference, 33, true);
  assert_magnitude(all, lost, 64, true);
  free(all);
  free(cycle);
  ir_program_free(program);
}

/* i = 0, s = 1; for (;;) i += 1, s += s; on one cycle each. */
static void test_counters_stay_small_and_sums_grow(void **state) {
  (void)state;
  struct ir_program *program = ir_program_new();
  struct ir_func *func = ir_add_func(program, "f", false);
  func->has_body = true;
  ir_new_block(func);
  ir_new_block(func);
  uint32_t i = ir_new_reg(func, 64), s = ir_new_reg(func, 64);
  struct ir_block *loop = &func->blocks.data[1];
  loop->first_param = ir_add_operands(func, (ir_operand[]){i, s}, 2);
  loop->param_count = 2;
  ir_start_block(func, 0);
  ir_operand start[] = {ir_const_int(func, 64, 0), ir_const_int(func, 64, 1)};
  emit_br(func, 1, start, 2);
  ir_end_block(func, 0);
  ir_start_block(func, 1);
  uint32_t next = emit_op(func, IR_ADD, 64, i, ir_const_int(func, 64, 1));
  uint32_t sum = emit_op(func, IR_ADD, 64, s, s);
  ir_operand again[] = {next, sum};
  emit_br(func, 1, again, 2);
  ir_end_block(func, 1);
  uint32_t *cycle = alloc_bytes(func->reg_widths.count * sizeof *cycle);
  cycle[i] = cycle[next] = 0;
  cycle[s] = cycle[sum] = 1;
  struct magnitude *all = magnitudes_find(func, cycle);
  assert_magnitude(all, i, 40, false);
  assert_magnitude(all, next, 40, false);
  assert_magnitude(all, s, 64, true);
  free(all);
  free(cycle);
  ir_program_free(program);
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(test_conversions_and_masks),
      cmocka_unit_test(test_counters_stay_small_and_sums_grow),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}

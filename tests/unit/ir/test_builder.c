/* Programs, constants, locations, blocks; and the walk over operands. */
#include "support.h"

static void an_empty_program_has_its_zeroth_entries(void **state) {
  (void)state;
  struct ir_program *program = ir_program_new();
  assert_int_equal(program->strings.count, 1);
  assert_string_equal(program->strings.data[0], "");
  assert_int_equal(program->locs.count, 1);
  assert_int_equal(ir_intern_string(program, ""), 0);
  assert_int_equal(ir_intern_string(program, "a"), 1);
  assert_int_equal(ir_intern_string(program, "b"), 2);
  assert_int_equal(ir_intern_string(program, "a"), 1);
  ir_program_free(program);
  ir_program_free(NULL);
}

static void only_non_local_names_are_found(void **state) {
  (void)state;
  struct ir_program *program = ir_program_new();
  struct ir_func *hidden = ir_add_func(program, "f", true);
  assert_null(ir_find_func(program, "f"));
  struct ir_func *shown = ir_add_func(program, "f", false);
  ir_add_func(program, "f", true);
  assert_ptr_equal(ir_find_func(program, "f"), shown);
  assert_int_equal(hidden->number, 0);
  assert_int_equal(shown->number, 1);
  struct ir_global *global = ir_add_global(program, "f", false);
  ir_add_global(program, "g", true);
  assert_ptr_equal(ir_find_global(program, "f"), global);
  assert_null(ir_find_global(program, "g"));
  ir_program_free(program);
}

static void equal_constants_are_one(void **state) {
  (void)state;
  struct ir_program *program = ir_program_new();
  struct ir_func *func = ir_add_func(program, "f", false);
  ir_operand one = ir_const_int(func, 32, 1);
  assert_true(ir_is_const(one));
  assert_int_equal(ir_const_int(func, 32, 1), one);
  assert_int_equal(ir_const_int(func, 32, 0x100000001), one);
  assert_int_not_equal(ir_const_int(func, 64, 1), one);
  ir_operand wide = ir_const_wide(func, 80, 1, 0x10002);
  assert_int_equal(ir_const_wide(func, 80, 1, 2), wide);
  assert_int_not_equal(ir_const_wide(func, 80, 1, 3), wide);
  assert_int_not_equal(ir_const_wide(func, 81, 1, 2), wide);
  assert_int_equal(func->consts.data[(wide & ~IR_CONST) + 1].value, 2);
  assert_int_equal(func->consts.data[(wide & ~IR_CONST) + 1].width, 0);
  assert_int_equal(ir_operand_width(func, wide), 80);
  ir_operand address = ir_const_global(func, 0, 8);
  assert_int_equal(ir_const_global(func, 0, 8), address);
  assert_int_not_equal(ir_const_global(func, 1, 8), address);
  assert_int_not_equal(ir_const_global(func, 0, 9), address);
  assert_int_not_equal(ir_const_func(func, 0), ir_const_block(func, 0, 0));
  assert_int_equal(ir_const_block(func, 0, 3), ir_const_block(func, 0, 3));
  ir_program_free(program);
}

/* Every constant keeps its number while the index grows, is dropped and rebuilt. */
static void many_constants_keep_their_numbers(void **state) {
  (void)state;
  enum { COUNT = 20000 };
  struct ir_program *program = ir_program_new();
  struct ir_func *func = ir_add_func(program, "f", false);
  ir_operand *numbers = alloc_bytes(2 * COUNT * sizeof *numbers);
  for (int round = 0; round < 3; round++) {
    for (uint32_t i = 0; i < COUNT; i++) {
      ir_operand narrow = ir_const_int(func, 64, (uint64_t)i << 20);
      ir_operand wide = ir_const_wide(func, 128, 7, i);
      if (round == 0) {
        numbers[2 * i] = narrow;
        numbers[2 * i + 1] = wide;
      }
      assert_int_equal(narrow, numbers[2 * i]);
      assert_int_equal(wide, numbers[2 * i + 1]);
    }
    if (round == 1) ir_finish_func(func);
  }
  assert_int_equal(func->consts.count, 3 * COUNT);
  free(numbers);
  ir_program_free(program);
}

static void equal_locations_are_one(void **state) {
  (void)state;
  struct ir_program *program = ir_program_new();
  struct ir_loc loc = {1, 10, 3, 0, 0};
  uint32_t first = ir_add_loc(program, loc);
  assert_int_equal(first, 1);
  for (uint32_t i = 0; i < 1000; i++) {
    loc.column = i;
    ir_add_loc(program, loc);
  }
  loc.column = 3;
  assert_int_equal(ir_add_loc(program, loc), first);
  loc.inlined_at = first;
  assert_int_not_equal(ir_add_loc(program, loc), first);
  assert_int_equal(ir_add_loc(program, (struct ir_loc){0}), 0);
  assert_int_equal(program->locs.count, 1002);
  ir_program_free(program);
}

static void wide_registers_take_two_numbers(void **state) {
  (void)state;
  struct ir_program *program = ir_program_new();
  struct ir_func *func = ir_add_func(program, "f", false);
  assert_int_equal(ir_new_param(func, 64), 0);
  assert_int_equal(ir_new_param(func, 65), 1);
  assert_int_equal(ir_new_reg(func, 1), 3);
  assert_int_equal(func->params.count, 2);
  assert_int_equal(func->params.data[1], 1);
  assert_int_equal(func->param_widths.data[1], 65);
  assert_int_equal(func->reg_widths.data[2], 0);
  assert_int_equal(ir_operand_width(func, 1), 65);
  ir_program_free(program);
}

static void blocks_may_be_filled_in_any_order(void **state) {
  (void)state;
  struct ir_program *program = ir_program_new();
  struct ir_func *func = ir_add_func(program, "f", false);
  func->has_body = true;
  ir_new_block(func);
  uint32_t second = ir_new_block(func), param = ir_new_reg(func, 8);
  ir_set_block_params(func, second, &param, 1);
  ir_start_block(func, second);
  emit_ret(func);
  ir_end_block(func, second);
  ir_operand argument = ir_const_int(func, 8, 255);
  ir_start_block(func, 0);
  emit_br(func, second, &argument, 1);
  ir_end_block(func, 0);
  assert_verified(program, func);
  assert_int_equal(func->blocks.data[0].first, 1);
  ir_program_free(program);
}

/* Which fields are operands, for one operation of each format. */
static void operands_follow_the_format(void **state) {
  (void)state;
  static const struct {
    unsigned op;
    uint32_t use_count, def_count;
  } expected[] = {
      {IR_ADD, 2, 1},     {IR_SLT, 2, 1},          {IR_SEXT, 1, 1},   {IR_CTPOP, 1, 1},
      {IR_SELECT, 3, 1},  {IR_FMA, 3, 1},          {IR_FCLASS, 1, 1}, {IR_LOAD, 1, 1},
      {IR_STORE, 2, 0},   {IR_MEMCPY, 3, 0},       {IR_ALLOCA, 1, 1}, {IR_STACKSAVE, 0, 1},
      {IR_VASTART, 1, 0}, {IR_STACKRESTORE, 1, 0}, {IR_SETJMP, 1, 1}, {IR_LONGJMP, 2, 0},
      {IR_BR, 0, 0},      {IR_CONDBR, 1, 0},       {IR_SWITCH, 1, 0}, {IR_INDIRECTBR, 1, 0},
      {IR_RET, 2, 0},     {IR_UNREACHABLE, 0, 0},  {IR_TRAP, 0, 0},   {IR_CALL, 4, 1},
      {IR_GUARD, 3, 0},
  };
  struct ir_program *program = ir_program_new();
  struct ir_func *func = ir_add_func(program, "f", false);
  ir_operand operands[] = {10, 11, 20};
  ir_add_operands(func, operands, 3);
  /* Call 2: result 20, arguments 10 and 11, one variable argument 30. */
  const struct ir_call call = {
      .first_result = 2, .result_count = 1, .arg_count = 2, .vararg_count = 1, .vararg_size = 8};
  for (int i = 0; i < 3; i++) vec_push(&func->calls, call);
  vec_push(&func->varargs, ((struct ir_vararg){30, 0, 8, false, false}));
  struct ir_operand_list list = {0};
  for (size_t i = 0; i < sizeof expected / sizeof *expected; i++) {
    struct ir_ins ins = {.op = (uint16_t)expected[i].op, .dst = 9, .a = 1, .b = 2, .c = 3};
    if (ins.op == IR_RET || ins.op == IR_GUARD) ins.b = 0, ins.c = 2;
    vec_clear(&list);
    ir_list_uses(func, &ins, &list);
    assert_int_equal(list.count, expected[i].use_count);
    for (uint32_t j = 0;
         ins.op != IR_RET && ins.op != IR_CALL && ins.op != IR_GUARD && j < list.count; j++)
      assert_int_equal(list.data[j], j + 1);
    if (ins.op == IR_CALL) {
      uint32_t in_order[] = {1, 10, 11, 30};
      assert_memory_equal(list.data, in_order, sizeof in_order);
    }
    vec_clear(&list);
    ir_list_defs(func, &ins, &list);
    assert_int_equal(list.count, expected[i].def_count);
    if (list.count != 0) assert_int_equal(list.data[0], ins.op == IR_CALL ? 20 : 9);
  }
  vec_free(&list);
  ir_program_free(program);
}

static void successors_are_in_order(void **state) {
  (void)state;
  struct ir_program *program = ir_program_new();
  struct ir_func *func = ir_add_func(program, "f", false);
  for (uint32_t i = 0; i < 4; i++) vec_push(&func->cases, ((struct ir_case){i, 40 + i}));
  struct ir_ins br = {.op = IR_BR, .a = 5}, condbr = {.op = IR_CONDBR, .a = 1, .b = 6, .c = 7};
  struct ir_ins choice = {.op = IR_SWITCH, .b = 1, .c = 2, .dst = 8};
  struct ir_ins computed = {.op = IR_INDIRECTBR, .b = 1, .c = 3}, ret = {.op = IR_RET};
  assert_int_equal(ir_successor_count(&br), 1);
  assert_int_equal(ir_successor_edge(func, &br, 0), 5);
  assert_int_equal(ir_successor_count(&condbr), 2);
  assert_int_equal(ir_successor_edge(func, &condbr, 0), 6);
  assert_int_equal(ir_successor_edge(func, &condbr, 1), 7);
  assert_int_equal(ir_successor_count(&choice), 3);
  assert_int_equal(ir_successor_edge(func, &choice, 0), 41);
  assert_int_equal(ir_successor_edge(func, &choice, 1), 42);
  assert_int_equal(ir_successor_edge(func, &choice, 2), 8);
  assert_int_equal(ir_successor_count(&computed), 3);
  assert_int_equal(ir_successor_edge(func, &computed, 2), 43);
  assert_int_equal(ir_successor_count(&ret), 0);
  ir_program_free(program);
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(an_empty_program_has_its_zeroth_entries),
      cmocka_unit_test(only_non_local_names_are_found),
      cmocka_unit_test(equal_constants_are_one),
      cmocka_unit_test(many_constants_keep_their_numbers),
      cmocka_unit_test(equal_locations_are_one),
      cmocka_unit_test(wide_registers_take_two_numbers),
      cmocka_unit_test(blocks_may_be_filled_in_any_order),
      cmocka_unit_test(operands_follow_the_format),
      cmocka_unit_test(successors_are_in_order),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}

/* Jumps: switches of every shape, indirect jumps, and edges whose arguments change
   places. What random programs do too is here in its extreme form. */
#include "compare.h"

static struct random the_random(void) { return (struct random){20}; }

/* Adds a switch in its own function: the number of the case taken, or 1000. */
static struct ir_func *make_switch(struct rig *rig, const char *name, unsigned width,
                                   const uint64_t *values, uint32_t count) {
  struct ir_func *func = rig_define(rig, name);
  uint32_t value = ir_new_param(func, width), param;
  vec_push(&func->result_widths, (uint8_t)16);
  uint32_t after = rig_block(func, (unsigned[]){16}, 1, &param);
  uint32_t first = (uint32_t)func->cases.count;
  for (uint32_t i = 0; i < count; i++) {
    ir_operand number = ir_const_int(func, 16, i);
    struct ir_case one = {values[i] & ir_mask(width), ir_new_edge(func, after, &number, 1)};
    vec_push(&func->cases, one);
  }
  ir_operand other = ir_const_int(func, 16, 1000);
  rig_emit(rig, func,
           (struct ir_ins){.op = IR_SWITCH,
                           .width = (uint8_t)width,
                           .a = value,
                           .b = first,
                           .c = count,
                           .dst = ir_new_edge(func, after, &other, 1)});
  rig_close(func, 0);
  ir_start_block(func, after);
  rig_return(rig, func, &param, 1);
  rig_close(func, after);
  return func;
}

/* Asks for every case, its neighbours and some others. */
static void check_switch(unsigned width, const uint64_t *values, uint32_t count) {
  struct rig rig;
  rig_begin(&rig);
  struct ir_func *func = make_switch(&rig, "choose", width, values, count);
  VEC(uint64_t) asked = {0};
  for (uint32_t i = 0; i < count; i++)
    for (uint64_t k = 0; k < 3; k++) vec_push(&asked, (values[i] + k - 1) & ir_mask(width));
  const uint64_t others[] = {
      0, 1, UINT64_MAX, UINT64_MAX / 2, (uint64_t)1 << 63, UINT32_MAX, (uint64_t)1 << 32};
  for (size_t i = 0; i < sizeof others / sizeof *others; i++)
    vec_push(&asked, others[i] & ir_mask(width));
  for (size_t i = 0; i < asked.count; i++) {
    ir_operand value = i % 2 ? ir_const_int(rig.start, width, asked.data[i])
                             : rig_value(&rig, rig.start, width, asked.data[i]);
    rig_result(&rig, rig.start, rig_call(&rig, rig.start, func, &value, 1));
  }
  rig_close_start(&rig);
  rig_run(&rig);
  for (size_t i = 0; i < asked.count; i++) {
    uint32_t wanted = 1000;
    for (uint32_t k = 0; k < count; k++)
      if ((values[k] & ir_mask(width)) == asked.data[i]) wanted = k;
    assert_int_equal((uint64_t)rig_read(&rig, (uint32_t)i), wanted);
  }
  vec_free(&asked);
  rig_end(&rig);
}

static void test_switches(void **state) {
  (void)state;
  static const uint64_t dense[] = {3, 4, 5, 6, 7, 8, 9}, gaps[] = {10, 12, 19, 13, 30, 11},
                        sparse[] = {1, 1000, 5, 1000000, 77, 200},
                        negative[] = {-3ull, -2ull, -1ull, 0, 1, 2},
                        below[] = {-9ull, -8ull, -7ull},
                        wide[] = {0, UINT64_MAX, (uint64_t)1 << 63, (uint64_t)1 << 32, 1},
                        high[] = {UINT64_MAX, UINT64_MAX - 1, UINT64_MAX - 3}, one[] = {42};
  static const unsigned widths[] = {8, 13, 16, 32, 33, 63, 64};
  for (size_t i = 0; i < sizeof widths / sizeof *widths; i++) {
    check_switch(widths[i], dense, 7);
    check_switch(widths[i], gaps, 6);
    check_switch(widths[i], negative, 6);
    check_switch(widths[i], below, 3);
    check_switch(widths[i], high, 3);
    check_switch(widths[i], one, 1);
    check_switch(widths[i], one, 0);
    if (widths[i] >= 32) check_switch(widths[i], sparse, 6);
  }
  check_switch(64, wide, 5);
  check_switch(1, (uint64_t[]){0, 1}, 2);
  check_switch(1, (uint64_t[]){1}, 1);
  uint64_t many[2000];
  for (uint64_t i = 0; i < 2000; i++) many[i] = i * 7 + i * i % 5;
  check_switch(32, many, 2000);
  for (uint64_t i = 0; i < 2000; i++) many[i] = i * 0x123456789abcdef1;
  check_switch(64, many, 2000);
}

/* Goes round `rounds` times and permutes its parameters each time, as `from` says. */
static void check_permutation(const uint32_t *from, uint32_t count, unsigned width,
                              uint32_t rounds) {
  struct rig rig;
  rig_begin(&rig);
  struct ir_func *func = rig.start;
  uint32_t params[16], out[16];
  unsigned widths[16] = {32};
  for (uint32_t i = 1; i <= count; i++) widths[i] = width;
  uint32_t loop = rig_block(func, widths, count + 1, params);
  uint32_t after = rig_block(func, widths + 1, count, out);
  ir_operand args[16] = {ir_const_int(func, 32, rounds)};
  for (uint32_t i = 1; i <= count; i++) args[i] = rig_const(func, width, i * 1000003);
  rig_jump(&rig, func, loop, args, count + 1);
  rig_close(func, 0);
  ir_start_block(func, loop);
  uint32_t left = rig_binary(&rig, func, IR_SUB, 32, 0, params[0], ir_const_int(func, 32, 1));
  uint32_t is_done = rig_binary(&rig, func, IR_EQ, 32, 0, left, ir_const_int(func, 32, 0));
  ir_operand next[16] = {left};
  for (uint32_t i = 1; i <= count; i++) next[i] = params[from[i - 1] + 1];
  rig_branch(&rig, func, is_done, ir_new_edge(func, after, params + 1, count),
             ir_new_edge(func, loop, next, count + 1));
  rig_close(func, loop);
  ir_start_block(func, after);
  for (uint32_t i = 0; i < count; i++) rig_result(&rig, func, out[i]);
  rig_finish(&rig, func);
  rig_close(func, after);
  struct random random = the_random();
  assert_true(compare_program(&rig, &random, &(struct compare_options){.what = "permutation"}));
}

static void test_edge_arguments_move_in_parallel(void **state) {
  (void)state;
  static const uint32_t swap[] = {1, 0}, rotate[] = {1, 2, 3, 4, 0}, back[] = {4, 0, 1, 2, 3},
                        two_swaps[] = {1, 0, 3, 2}, fan[] = {0, 0, 0, 0}, tail[] = {1, 0, 0, 1, 2},
                        mixed[] = {2, 0, 1, 1, 5, 4, 6, 3};
  for (unsigned width = 1; width <= 128; width += 127 / 2) {
    check_permutation(swap, 2, width, 3);
    check_permutation(rotate, 5, width, 4);
    check_permutation(back, 5, width, 4);
    check_permutation(two_swaps, 4, width, 3);
    check_permutation(fan, 4, width, 2);
    check_permutation(tail, 5, width, 5);
    check_permutation(mixed, 8, width, 6);
  }
}

/* All maps of four parameters onto four. */
static void test_every_small_move_is_right(void **state) {
  (void)state;
  for (uint32_t code = 0; code < 256; code++) {
    uint32_t from[4];
    for (uint32_t i = 0; i < 4; i++) from[i] = code >> (2 * i) & 3;
    check_permutation(from, 4, code % 2 ? 32 : 100, 3);
  }
}

/* A wide parameter's words and a narrow one's, each moved to where the other was. */
static void test_edge_arguments_of_mixed_widths(void **state) {
  (void)state;
  struct rig rig;
  rig_begin(&rig);
  struct ir_func *func = rig.start;
  uint32_t a[5], out[4];
  uint32_t loop = rig_block(func, (unsigned[]){32, 128, 64, 128, 64}, 5, a);
  uint32_t after = rig_block(func, (unsigned[]){128, 64, 128, 64}, 4, out);
  ir_operand args[] = {ir_const_int(func, 32, 4), ir_const_wide(func, 128, 1, 2),
                       ir_const_int(func, 64, 3), ir_const_wide(func, 128, 4, 5),
                       ir_const_int(func, 64, 6)};
  rig_jump(&rig, func, loop, args, 5);
  rig_close(func, 0);
  ir_start_block(func, loop);
  uint32_t left = rig_binary(&rig, func, IR_SUB, 32, 0, a[0], ir_const_int(func, 32, 1));
  uint32_t low = rig_convert(&rig, func, IR_TRUNC, 128, 64, a[3]);
  ir_operand next[] = {left, a[3], a[4], a[1], low};
  uint32_t is_done = rig_binary(&rig, func, IR_EQ, 32, 0, left, ir_const_int(func, 32, 0));
  rig_branch(&rig, func, is_done, ir_new_edge(func, after, a + 1, 4),
             ir_new_edge(func, loop, next, 5));
  rig_close(func, loop);
  ir_start_block(func, after);
  for (uint32_t i = 0; i < 4; i++) rig_result(&rig, func, out[i]);
  rig_finish(&rig, func);
  rig_close(func, after);
  struct random random = the_random();
  assert_true(compare_program(&rig, &random, &(struct compare_options){.what = "mixed"}));
}

/* Jumps through a table of labels, as threaded interpreters in C do. */
static void make_label_table(struct rig *rig, uint32_t entry_count) {
  struct ir_func *func = rig_define(rig, "threaded");
  uint32_t index = ir_new_param(func, 64), param;
  struct ir_global *table = ir_add_global(rig->program, "labels", true);
  vec_push(&func->result_widths, (uint8_t)32);
  uint32_t after = rig_block(func, (unsigned[]){32}, 1, &param);
  uint32_t blocks[64], first = (uint32_t)func->cases.count;
  table->size = entry_count * 8;
  table->is_defined = table->is_constant = true;
  for (uint32_t i = 0; i < entry_count; i++) {
    blocks[i] = ir_new_block(func);
    vec_push(&func->cases, ((struct ir_case){0, ir_new_edge(func, blocks[i], NULL, 0)}));
    struct ir_const label = {IR_CONST_BLOCK, 64, func->number, blocks[i]};
    vec_push(&table->relocs, ((struct ir_reloc){i * 8, label}));
  }
  uint32_t scaled = rig_binary(rig, func, IR_SHL, 64, 0, index, ir_const_int(func, 64, 3));
  uint32_t place =
      rig_binary(rig, func, IR_ADD, 64, 0, scaled, ir_const_global(func, table->number, 0));
  uint32_t label = rig_load(rig, func, 64, place);
  rig_emit(rig, func,
           (struct ir_ins){
               .op = IR_INDIRECTBR, .dst = IR_NONE, .a = label, .b = first, .c = entry_count});
  rig_close(func, 0);
  for (uint32_t i = 0; i < entry_count; i++) {
    ir_start_block(func, blocks[i]);
    ir_operand number = ir_const_int(func, 32, i * 11);
    rig_jump(rig, func, after, &number, 1);
    rig_close(func, blocks[i]);
  }
  ir_start_block(func, after);
  rig_return(rig, func, &param, 1);
  rig_close(func, after);
}

static void test_indirect_jumps(void **state) {
  (void)state;
  struct rig rig;
  rig_begin(&rig);
  make_label_table(&rig, 40); /* more labels than a grain of code addresses has */
  for (uint64_t i = 0; i < 40; i++) {
    ir_operand index = rig_value(&rig, rig.start, 64, i);
    uint32_t result = rig_call(&rig, rig.start, ir_find_func(rig.program, "threaded"), &index, 1);
    rig_result(&rig, rig.start, result);
  }
  rig_close_start(&rig);
  rig_run(&rig);
  for (uint32_t i = 0; i < 40; i++) assert_int_equal((uint64_t)rig_read(&rig, i), i * 11);
  rig_end(&rig);
}

/* A label is no function, wherever its address lies. */
static void test_labels_cannot_be_called(void **state) {
  (void)state;
  for (uint32_t label = 0; label < 42; label += label % 16 == 13 ? 1 : 3) {
    struct rig rig;
    rig_begin(&rig);
    make_label_table(&rig, 40);
    for (int i = 0; i < 5; i++) { /* functions that follow in the code */
      char name[8];
      snprintf(name, sizeof name, "f%d", i);
      struct ir_func *after = rig_define(&rig, name);
      rig_return(&rig, after, NULL, 0);
      rig_close(after, 0);
    }
    uint32_t owner = ir_find_func(rig.program, "threaded")->number;
    uint32_t address =
        rig_unary(&rig, rig.start, IR_MOV, 64, ir_const_block(rig.start, owner, label));
    rig_at_line(&rig, 70);
    rig_call_any(&rig, rig.start, address, NULL, 0, NULL, 0, NULL);
    rig_close_start(&rig);
    rig_prepare(&rig);
    rig_run_quietly(&rig);
    assert_int_equal(rig.machine->state->status, STATE_FAILED);
    assert_non_null(strstr(rig.machine->error.message, "call through bad function pointer"));
    rig_end(&rig);
  }
}

static void check_bad_label(bool is_other_function, uint64_t offset) {
  struct rig rig;
  rig_begin(&rig);
  struct ir_func *func = rig.start;
  struct ir_func *other = rig_define(&rig, "other");
  rig_return(&rig, other, NULL, 0);
  rig_close(other, 0);
  uint32_t target = ir_new_block(func), first = (uint32_t)func->cases.count;
  vec_push(&func->cases, ((struct ir_case){0, ir_new_edge(func, target, NULL, 0)}));
  ir_operand label = is_other_function ? ir_const_block(func, other->number, 0)
                                       : ir_const_block(func, func->number, target);
  rig_at_line(&rig, 5);
  uint32_t address = rig_binary(&rig, func, IR_ADD, 64, 0, label, ir_const_int(func, 64, offset));
  rig_at_line(&rig, 7);
  rig_emit(&rig, func,
           (struct ir_ins){.op = IR_INDIRECTBR, .dst = IR_NONE, .a = address, .b = first, .c = 1});
  rig_close(func, 0);
  ir_start_block(func, target);
  rig_finish(&rig, func);
  rig_close(func, target);
  rig_prepare(&rig);
  rig_run_quietly(&rig);
  assert_int_equal(rig.machine->state->status, STATE_FAILED);
  assert_int_equal(rig.machine->error.kind, ERROR_EXEC);
  assert_memory_equal(rig.machine->error.message, "bad jump target", 15);
  assert_int_equal(rig.program->locs.data[rig.machine->error.loc].line, 7);
  rig_end(&rig);
}

static void test_bad_labels_are_errors(void **state) {
  (void)state;
  check_bad_label(true, 0);
  check_bad_label(false, 1);
  check_bad_label(false, -1ull);
  check_bad_label(false, -2ull);
  check_bad_label(false, (uint64_t)1 << 32);
}

/* Branches whose condition is a constant, or whose edges lead to the same block. */
static void test_degenerate_branches(void **state) {
  (void)state;
  for (uint64_t condition = 0; condition < 2; condition++)
    for (int is_const = 0; is_const < 2; is_const++) {
      struct rig rig;
      rig_begin(&rig);
      struct ir_func *func = rig.start;
      uint32_t param;
      uint32_t after = rig_block(func, (unsigned[]){100}, 1, &param);
      ir_operand yes = rig_const(func, 100, 111), no = rig_const(func, 100, 222);
      ir_operand test =
          is_const ? ir_const_int(func, 1, condition) : rig_value(&rig, func, 1, condition);
      rig_branch(&rig, func, test, ir_new_edge(func, after, &yes, 1),
                 ir_new_edge(func, after, &no, 1));
      rig_close(func, 0);
      ir_start_block(func, after);
      rig_result(&rig, func, param);
      rig_finish(&rig, func);
      rig_close(func, after);
      rig_run(&rig);
      assert_int_equal((uint64_t)rig_read(&rig, 0), condition ? 111 : 222);
      rig_end(&rig);
    }
}

static void check_end(struct ir_ins ins, enum error_kind kind, const char *message) {
  struct rig rig;
  rig_begin(&rig);
  rig_at_line(&rig, 99);
  ins.dst = IR_NONE;
  if (ins.op == IR_TRAP) ins.a = ir_intern_string(rig.program, "a thing");
  rig_emit(&rig, rig.start, ins);
  rig_close(rig.start, 0);
  rig_run_to_error(&rig, kind, message, 99);
  rig_end(&rig);
}

static void test_ends_of_paths(void **state) {
  (void)state;
  check_end((struct ir_ins){.op = IR_UNREACHABLE}, ERROR_EXEC, "unreachable code reached");
  check_end((struct ir_ins){.op = IR_TRAP, .aux = IR_TRAP_ABORT}, ERROR_ABORT, "trap executed");
  check_end((struct ir_ins){.op = IR_TRAP, .aux = IR_TRAP_UNSUPPORTED}, ERROR_MODEL,
            "unsupported: a thing");
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(test_switches),
      cmocka_unit_test(test_edge_arguments_move_in_parallel),
      cmocka_unit_test(test_every_small_move_is_right),
      cmocka_unit_test(test_edge_arguments_of_mixed_widths),
      cmocka_unit_test(test_indirect_jumps),
      cmocka_unit_test(test_labels_cannot_be_called),
      cmocka_unit_test(test_bad_labels_are_errors),
      cmocka_unit_test(test_degenerate_branches),
      cmocka_unit_test(test_ends_of_paths),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}

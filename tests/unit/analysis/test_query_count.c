/* Query counts of small functions, worked out by hand. Throughout, B is beta = 0.8. */
#include "query_count_fixture.h"

#define B 0.8

static void test_defaults(void **state) {
  (void)state;
  struct query_count_options options = query_count_defaults();
  assert_true(options.alpha == 1e-3 && options.beta == 0.5 && options.kappa == 10);
}

static void test_straight_line(void **state) {
  (void)state;
  struct fixture f = begin();
  struct ir_func *func = new_func(&f, "f", 1);
  uint32_t x = ir_new_param(func, 32);
  ir_start_block(func, 0);
  emit_op(func, IR_ADD, 32, x, x);
  emit_ret(func);
  ir_end_block(func, 0);
  analyse(&f);
  assert_true(total(&f, func, 0) == 0);
  assert_int_equal(at(&f, func, 0)->register_count, 0);
  end(&f);
}

static void test_diamonds_in_a_row(void **state) {
  (void)state;
  struct fixture f = begin();
  struct ir_func *func = new_func(&f, "f", 5);
  uint32_t x = ir_new_param(func, 32), y = ir_new_param(func, 32);
  fill_with_diamond(func, 0, x);
  fill_with_diamond(func, 2, y);
  fill_with_ret(func, 4);
  analyse(&f);
  assert_close(total(&f, func, 0), 1 + 2 * B);
  assert_close(count(&f, func, 0, x), 1);
  assert_close(count(&f, func, 0, y), 2 * B);
  assert_close(total(&f, func, 1), 1);
  assert_close(count(&f, func, 2, y), 1);
  assert_true(count(&f, func, 2, x) == 0);
  assert_true(total(&f, func, 4) == 0);
  /* Equations (2) and (7). */
  struct query_number one = query_number_of(1), all = at(&f, func, 0)->total;
  f.options.alpha = 0.5;
  assert_false(query_count_is_hot(&f.options, one, all));
  assert_true(query_count_is_hot(&f.options, query_number_of(2 * B), all));
  assert_true(query_count_pays(&f.options, QUERY_NUMBER_ZERO, one, all));
  assert_true(query_count_pays(&f.options, one, query_number_of(0.2), all));
  assert_false(query_count_pays(&f.options, one, one, all));
  end(&f);
}

/* Four ways are a tree of two levels: 1 + 2 B queries, and B * B to each target. */
static void test_switch(void **state) {
  (void)state;
  struct fixture f = begin();
  struct ir_func *func = new_func(&f, "f", 6);
  uint32_t x = ir_new_param(func, 32), y = ir_new_param(func, 32);
  uint32_t targets[] = {1, 2, 2, 3, 4};
  ir_start_block(func, 0);
  emit_choice(func, x, targets, 5);
  ir_end_block(func, 0);
  for (uint32_t i = 1; i < 5; i++) {
    ir_start_block(func, i);
    emit_test(func, y, 5, 5);
    ir_end_block(func, i);
  }
  fill_with_ret(func, 5);
  analyse(&f);
  assert_close(total(&f, func, 0), 1 + 2 * B + 4 * B * B);
  assert_close(count(&f, func, 0, x), 1 + 2 * B);
  assert_close(count(&f, func, 0, y), 4 * B * B);
  end(&f);
}

/* header (1): goes on while the parameter is not `last`; body (2) steps; exit (3). */
static struct ir_func *loop_func(struct fixture *fixture, unsigned op, uint64_t step, uint64_t last,
                                 uint32_t *x) {
  struct ir_func *func = new_func(fixture, "loop", 4);
  *x = ir_new_param(func, 32);
  uint32_t i = ir_new_reg(func, 32);
  ir_operand start = op == IR_ADD ? ir_const_int(func, 32, 0) : *x;
  ir_set_block_params(func, 1, &i, 1);
  ir_start_block(func, 0);
  emit_br(func, 1, &start, 1);
  ir_end_block(func, 0);
  ir_start_block(func, 1);
  emit_condbr(func, emit_op(func, IR_EQ, 32, i, ir_const_int(func, 32, last)), 3, 2);
  ir_end_block(func, 1);
  ir_start_block(func, 2);
  ir_operand next = emit_op(func, op, 32, i, ir_const_int(func, 32, step));
  emit_br(func, 1, &next, 1);
  ir_end_block(func, 2);
  fill_with_ret(func, 3);
  return func;
}

static void test_loops(void **state) {
  (void)state;
  struct fixture f = begin();
  uint32_t x, y;
  struct ir_func *unknown = loop_func(&f, IR_LSHR, 1, 0, &x);
  struct ir_func *known = loop_func(&f, IR_ADD, 1, 5, &y);
  analyse(&f);
  assert_close(total(&f, unknown, 0), 1 + B + B * B); /* kappa is 3 */
  assert_close(count(&f, unknown, 0, x), 1 + B + B * B);
  assert_close(total(&f, unknown, 2), 1 + B); /* in the first round, two are left */
  assert_close(total(&f, known, 1), (1 - pow(B, 5)) / (1 - B));
  assert_true(count(&f, known, 0, y) == 0);
  end(&f);
}

/* do { do { } while (--j) } while (x): the inner body runs 4 times, the outer one kappa times. */
static void test_nested_loops_with_tests_at_the_end(void **state) {
  (void)state;
  struct fixture f = begin();
  struct ir_func *func = new_func(&f, "f", 5);
  uint32_t x = ir_new_param(func, 32), j = ir_new_reg(func, 32);
  ir_operand four = ir_const_int(func, 32, 4);
  ir_set_block_params(func, 2, &j, 1);
  ir_start_block(func, 0);
  emit_br(func, 1, NULL, 0);
  ir_end_block(func, 0);
  ir_start_block(func, 1);
  emit_br(func, 2, &four, 1);
  ir_end_block(func, 1);
  ir_start_block(func, 2);
  ir_operand next = emit_op(func, IR_SUB, 32, j, ir_const_int(func, 32, 1));
  uint32_t is_done = emit_op(func, IR_EQ, 32, next, ir_const_int(func, 32, 0));
  uint32_t out = ir_new_edge(func, 3, NULL, 0), again = ir_new_edge(func, 2, &next, 1);
  ir_emit(func, (struct ir_ins){.op = IR_CONDBR, .a = is_done, .b = out, .c = again});
  ir_end_block(func, 2);
  ir_start_block(func, 3);
  emit_test(func, x, 4, 1);
  ir_end_block(func, 3);
  fill_with_ret(func, 4);
  analyse(&f);
  double inner = 1 + B + B * B + B * B * B;  /* queries of one run of the inner loop */
  double leaves = B * inner + B * B * B * B; /* ways out of it, the last one included */
  double back = leaves * B;                  /* once round the outer loop */
  double rounds = 1 + back + back * back;
  assert_close(total(&f, func, 0), rounds * (inner + leaves));
  assert_close(count(&f, func, 0, x), rounds * leaves);
  end(&f);
}

static void test_calls_and_recursion(void **state) {
  (void)state;
  struct fixture f = begin();
  struct ir_func *callee = new_func(&f, "callee", 5);
  uint32_t a = ir_new_param(callee, 32), b = ir_new_param(callee, 32);
  fill_with_diamond(callee, 0, a);
  fill_with_diamond(callee, 2, b);
  fill_with_ret(callee, 4);
  struct ir_func *deep = new_func(&f, "deep", 3);
  uint32_t n = ir_new_param(deep, 32);
  ir_start_block(deep, 0);
  emit_test(deep, n, 2, 1);
  ir_end_block(deep, 0);
  ir_start_block(deep, 1);
  ir_operand less = emit_op(deep, IR_SUB, 32, n, ir_const_int(deep, 32, 1));
  emit_call(deep, deep, &less, 1, NULL);
  emit_ret(deep);
  ir_end_block(deep, 1);
  fill_with_ret(deep, 2);
  struct ir_func *caller = new_func(&f, "caller", 3);
  uint32_t x = ir_new_param(caller, 32), y = ir_new_param(caller, 32), z = ir_new_param(caller, 32);
  ir_start_block(caller, 0);
  ir_operand both[] = {x, x}, zero_and_y[] = {ir_const_int(caller, 32, 0), y};
  uint32_t first = emit_call(caller, callee, both, 2, NULL);
  uint32_t second = emit_call(caller, callee, zero_and_y, 2, NULL);
  uint32_t third = emit_call(caller, deep, &z, 1, NULL);
  emit_test(caller, x, 1, 2);
  ir_end_block(caller, 0);
  fill_with_ret(caller, 1);
  fill_with_ret(caller, 2);
  analyse(&f);
  double both_tests = 1 + 2 * B, recursion = 1 + B + B * B;
  assert_close(total(&f, caller, 0), 2 * both_tests + recursion + 1);
  /* Of the queries on the first argument and those on the second, the greater number. */
  assert_close(count(&f, caller, 0, x), 2 * B + 1);
  assert_close(count(&f, caller, 0, y), 2 * B);
  assert_close(count(&f, caller, 0, z), recursion);
  assert_close(total(&f, deep, 0), 1 + B * recursion);
  const struct query_point *point = query_count_after_call(f.counts, caller->number, first);
  assert_close(plain(point->total), both_tests + recursion + 1);
  assert_close(plain(query_point_register(point, x)), 1);
  assert_close(plain(query_point_register(point, y)), 2 * B);
  point = query_count_after_call(f.counts, caller->number, second);
  assert_close(plain(point->total), recursion + 1);
  assert_true(plain(query_point_register(point, y)) == 0);
  point = query_count_after_call(f.counts, caller->number, third);
  assert_close(plain(point->total), 1);
  assert_int_equal(point->register_count, 1);
  end(&f);
}

static void test_results_depend_on_what_flows_to_them(void **state) {
  (void)state;
  struct fixture f = begin();
  struct ir_func *second = new_func(&f, "second", 1);
  ir_new_param(second, 32);
  ir_operand b = ir_new_param(second, 32);
  vec_push(&second->result_widths, 32);
  ir_start_block(second, 0);
  ir_emit(second, (struct ir_ins){.op = IR_RET, .b = ir_add_operands(second, &b, 1), .c = 1});
  ir_end_block(second, 0);
  struct ir_func *caller = new_func(&f, "caller", 3);
  uint32_t x = ir_new_param(caller, 32), y = ir_new_param(caller, 32), result;
  ir_operand args[] = {x, y};
  ir_start_block(caller, 0);
  uint32_t call = emit_call(caller, second, args, 2, &result);
  emit_test(caller, result, 1, 2);
  ir_end_block(caller, 0);
  fill_with_ret(caller, 1);
  fill_with_ret(caller, 2);
  analyse(&f);
  assert_true(count(&f, caller, 0, x) == 0);
  assert_close(count(&f, caller, 0, y), 1);
  /* A result is not there yet while the callee runs. */
  const struct query_point *point = query_count_after_call(f.counts, caller->number, call);
  assert_int_equal(point->register_count, 0);
  assert_close(plain(point->total), 1);
  /* But what it is going to be asked is known, and what in the callee leads to it. */
  assert_close(plain(point->result), 1);
  assert_false(point->result_flows);
  const struct query_point *inside = query_count_at_block(f.counts, second->number, 0);
  assert_int_equal(inside->register_count, 1);
  assert_int_equal(inside->registers[0].reg, b);
  assert_true(inside->registers[0].flows && query_number_is_zero(inside->registers[0].count));
  end(&f);
}

static void test_cells_of_a_local(void **state) {
  (void)state;
  struct fixture f = begin();
  struct ir_func *func = new_func(&f, "f", 5);
  uint32_t x = ir_new_param(func, 32), y = ir_new_param(func, 32), z = ir_new_param(func, 8);
  ir_start_block(func, 0);
  uint32_t local = emit_alloca(func, 16);
  emit_store(func, emit_offset(func, local, 4), x);
  emit_store(func, emit_offset(func, local, 8), y);
  emit_br(func, 1, NULL, 0);
  ir_end_block(func, 0);
  ir_start_block(func, 1);
  uint32_t last_byte = emit_offset(func, local, 7);
  ir_emit(func, (struct ir_ins){.op = IR_STORE, .width = 8, .a = last_byte, .b = z});
  uint32_t loaded = emit_load(func, emit_offset(func, local, 4));
  emit_store(func, emit_offset(func, local, 8), ir_const_int(func, 32, 7));
  emit_test(func, loaded, 2, 3);
  ir_end_block(func, 1);
  ir_start_block(func, 2);
  emit_test(func, emit_load(func, emit_offset(func, local, 8)), 4, 4);
  ir_end_block(func, 2);
  fill_with_ret(func, 3);
  fill_with_ret(func, 4);
  analyse(&f);
  assert_close(total(&f, func, 1), 1 + B);
  assert_close(memory(&f, func, 1, QUERY_LOCAL, local, 4, 4), 1);
  assert_close(memory(&f, func, 1, QUERY_LOCAL, local, 7, 1), 1);
  assert_close(count(&f, func, 1, z), 1); /* a part of what is read */
  assert_true(memory(&f, func, 1, QUERY_LOCAL, local, 0, 4) == 0);
  /* Overwritten before it is read, whatever it holds; read later, and not overwritten. */
  assert_true(memory(&f, func, 1, QUERY_LOCAL, local, 8, 4) == 0);
  assert_close(memory(&f, func, 2, QUERY_LOCAL, local, 8, 4), 1);
  assert_true(memory(&f, func, 0, QUERY_LOCAL, local, 4, 4) == 0);
  assert_close(count(&f, func, 0, x), 1);
  end(&f);
}

static void test_cells_of_globals_and_arguments(void **state) {
  (void)state;
  struct fixture f = begin();
  struct ir_global *global = ir_add_global(f.program, "g", false);
  struct ir_global *constant = ir_add_global(f.program, "c", false);
  global->size = constant->size = 16;
  global->is_defined = constant->is_defined = constant->is_constant = true;
  struct ir_func *callee = new_func(&f, "callee", 7);
  uint32_t p = ir_new_param(callee, 64);
  ir_start_block(callee, 0);
  emit_test(callee, emit_load(callee, emit_offset(callee, p, 8)), 1, 2);
  ir_end_block(callee, 0);
  ir_start_block(callee, 1);
  emit_br(callee, 2, NULL, 0);
  ir_end_block(callee, 1);
  ir_start_block(callee, 2);
  emit_test(callee, emit_load(callee, ir_const_global(callee, global->number, 4)), 3, 4);
  ir_end_block(callee, 2);
  ir_start_block(callee, 3);
  emit_br(callee, 4, NULL, 0);
  ir_end_block(callee, 3);
  ir_start_block(callee, 4);
  emit_test(callee, emit_load(callee, ir_const_global(callee, constant->number, 4)), 5, 6);
  ir_end_block(callee, 4);
  fill_with_ret(callee, 5);
  fill_with_ret(callee, 6);
  struct ir_func *caller = new_func(&f, "caller", 2);
  ir_start_block(caller, 0);
  uint32_t local = emit_alloca(caller, 64);
  emit_br(caller, 1, NULL, 0);
  ir_end_block(caller, 0);
  ir_start_block(caller, 1);
  ir_operand arg = emit_offset(caller, local, 16);
  emit_call(caller, callee, &arg, 1, NULL);
  emit_ret(caller);
  ir_end_block(caller, 1);
  analyse(&f);
  /* An access by an argument, three branches. */
  double all = 2 + 2 * B + 4 * B * B;
  assert_close(total(&f, callee, 0), all);
  assert_close(count(&f, callee, 0, p), 2);
  assert_close(memory(&f, callee, 0, QUERY_ARGUMENT, 0, 8, 4), 1);
  assert_close(memory(&f, callee, 0, QUERY_GLOBAL, global->number, 4, 4), 2 * B);
  assert_true(memory(&f, callee, 0, QUERY_GLOBAL, constant->number, 4, 4) == 0);
  /* In the caller the argument's cell is that of the local. */
  assert_close(total(&f, caller, 1), all);
  assert_close(memory(&f, caller, 1, QUERY_LOCAL, local, 24, 4), 1);
  assert_close(memory(&f, caller, 1, QUERY_GLOBAL, global->number, 4, 4), 2 * B);
  assert_int_equal(at(&f, caller, 1)->cell_count, 2);
  f.options.only_branches = true;
  analyse(&f);
  assert_close(total(&f, callee, 0), all - 1);
  assert_close(count(&f, callee, 0, p), 1);
  end(&f);
}

/* for (p = load x; test p->8; p = load p) */
static void test_cells_behind_pointers(void **state) {
  (void)state;
  struct fixture f = begin();
  struct ir_func *func = new_func(&f, "f", 4);
  uint32_t x = ir_new_param(func, 64), p = ir_new_reg(func, 64), loaded = ir_new_reg(func, 64);
  ir_set_block_params(func, 1, &p, 1);
  ir_start_block(func, 0);
  ir_operand next = loaded;
  ir_emit(func, (struct ir_ins){.op = IR_LOAD, .width = 64, .dst = loaded, .a = x});
  emit_br(func, 1, &next, 1);
  ir_end_block(func, 0);
  ir_start_block(func, 1);
  emit_test(func, emit_load(func, emit_offset(func, p, 8)), 2, 3);
  ir_end_block(func, 1);
  ir_start_block(func, 2);
  next = ir_new_reg(func, 64);
  ir_emit(func, (struct ir_ins){.op = IR_LOAD, .width = 64, .dst = next, .a = p});
  emit_br(func, 1, &next, 1);
  ir_end_block(func, 2);
  fill_with_ret(func, 3);
  analyse(&f);
  double rounds = 1 + B + B * B;
  assert_close(total(&f, func, 1), 2 * rounds + B * rounds); /* two accesses and a branch */
  /* Through p->0 comes the next p, on which all queries of the next round depend. */
  assert_close(memory(&f, func, 1, QUERY_POINTER, p, 0, 8), total(&f, func, 1));
  assert_close(memory(&f, func, 1, QUERY_POINTER, p, 8, 4), rounds);
  /* In the body p->8 will not be read before p is another one. */
  assert_int_equal(at(&f, func, 2)->cell_count, 1);
  assert_true(plain(query_point_memory(at(&f, func, 2), QUERY_POINTER, p, 0, 8)) > 0);
  assert_int_equal(at(&f, func, 0)->cell_count, 1);
  assert_int_equal(at(&f, func, 0)->cells[0].kind, QUERY_ARGUMENT);
  end(&f);
}

static void test_variable_offsets(void **state) {
  (void)state;
  struct fixture f = begin();
  struct ir_func *func = new_func(&f, "f", 4);
  uint32_t i = ir_new_param(func, 64), x = ir_new_param(func, 32);
  ir_start_block(func, 0);
  uint32_t local = emit_alloca(func, 64);
  emit_store(func, emit_offset(func, local, 12), x);
  emit_br(func, 1, NULL, 0);
  ir_end_block(func, 0);
  ir_start_block(func, 1);
  emit_test(func, emit_load(func, emit_op(func, IR_ADD, 64, local, i)), 2, 3);
  ir_end_block(func, 1);
  fill_with_ret(func, 2);
  fill_with_ret(func, 3);
  analyse(&f);
  assert_close(total(&f, func, 1), 2);
  assert_close(count(&f, func, 1, i), 2);
  assert_close(memory(&f, func, 1, QUERY_LOCAL, local, 40, 1), 1);
  assert_int_equal(at(&f, func, 1)->cell_count, 1);
  assert_int_equal(at(&f, func, 1)->cells[0].size, 0);
  /* What was stored at a known offset may be what is read. */
  assert_close(count(&f, func, 0, x), 1);
  end(&f);
}

static void test_divisions_shifts_and_assumptions(void **state) {
  (void)state;
  struct fixture f = begin();
  struct ir_func *assume = ir_add_func(f.program, "klee_assume", false);
  vec_push(&assume->param_widths, 64);
  struct ir_func *func = new_func(&f, "f", 1);
  uint32_t x = ir_new_param(func, 32), y = ir_new_param(func, 32), z = ir_new_param(func, 64);
  ir_start_block(func, 0);
  emit_op(func, IR_UDIV, 32, x, y);
  emit_op(func, IR_UDIV, 32, x, ir_const_int(func, 32, 3));
  emit_op(func, IR_SHL, 32, x, y);
  uint32_t call = emit_call(func, assume, &z, 1, NULL);
  emit_ret(func);
  ir_end_block(func, 0);
  analyse(&f);
  assert_close(total(&f, func, 0), 2);
  assert_true(count(&f, func, 0, x) == 0);
  assert_close(count(&f, func, 0, y), 1);
  assert_close(count(&f, func, 0, z), 1);
  assert_null(query_count_after_call(f.counts, func->number, call));
  func->ins.data[2].aux |= IR_CHECKED;
  analyse(&f);
  assert_close(count(&f, func, 0, y), 2);
  end(&f);
}

/* Branches that are likelier to be feasible make no count smaller. */
static void test_counts_grow_with_beta(void **state) {
  (void)state;
  uint64_t seed = 5;
  for (int round = 0; round < 200; round++) {
    struct ir_program *program = ir_program_new();
    struct ir_func *func = random_func(program, &seed, 2 + random_below(&seed, 15), false);
    struct query_count_options low = query_count_defaults(), high = low;
    low.beta = 0.6;
    high.beta = 0.8;
    struct query_count *less = query_count_new(program, &low);
    struct query_count *more = query_count_new(program, &high);
    for (uint32_t block = 0; block < func->blocks.count; block++) {
      const struct query_point *a = query_count_at_block(less, func->number, block);
      const struct query_point *b = query_count_at_block(more, func->number, block);
      assert_false(query_number_less(b->total, query_number_scaled(a->total, 1 - 1e-9)));
      assert_int_equal(a->register_count, b->register_count);
      for (uint32_t i = 0; i < a->register_count; i++)
        assert_false(query_number_less(b->registers[i].count,
                                       query_number_scaled(a->registers[i].count, 1 - 1e-9)));
    }
    query_count_free(less);
    query_count_free(more);
    ir_program_free(program);
  }
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(test_defaults),
      cmocka_unit_test(test_straight_line),
      cmocka_unit_test(test_diamonds_in_a_row),
      cmocka_unit_test(test_switch),
      cmocka_unit_test(test_loops),
      cmocka_unit_test(test_nested_loops_with_tests_at_the_end),
      cmocka_unit_test(test_calls_and_recursion),
      cmocka_unit_test(test_results_depend_on_what_flows_to_them),
      cmocka_unit_test(test_cells_of_a_local),
      cmocka_unit_test(test_cells_of_globals_and_arguments),
      cmocka_unit_test(test_cells_behind_pointers),
      cmocka_unit_test(test_variable_offsets),
      cmocka_unit_test(test_divisions_shifts_and_assumptions),
      cmocka_unit_test(test_counts_grow_with_beta),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}

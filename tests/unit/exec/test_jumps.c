/* setjmp and longjmp: out of deep calls, within one function, again and again, and to
   where nobody waits any more; stack objects, and where they are between. */
#include "compare.h"

static void compare_counted(struct rig *rig, const char *what) {
  struct random random = {17};
  assert_true(compare_program(rig, &random, &(struct compare_options){.what = what}));
}

static void compare(struct rig *rig, const char *what) {
  struct random random = {17};
  struct compare_options options = {.what = what, .is_count_open = true};
  assert_true(compare_program(rig, &random, &options));
}

static uint32_t emit_setjmp(struct rig *rig, struct ir_func *func, ir_operand buffer) {
  return rig_emit(rig, func,
                  (struct ir_ins){.op = IR_SETJMP, .dst = ir_new_reg(func, 32), .a = buffer});
}

static void emit_longjmp(struct rig *rig, struct ir_func *func, ir_operand buffer,
                         ir_operand value) {
  rig_emit(rig, func, (struct ir_ins){.op = IR_LONGJMP, .dst = IR_NONE, .a = buffer, .b = value});
}

static uint32_t emit_buffer(struct rig *rig, struct ir_func *func) {
  return rig_alloca(rig, func, ir_const_int(func, 64, 200), "buffer", 16);
}

/* dive(buffer, depth, value) calls itself `depth` times, then jumps. */
static struct ir_func *make_diver(struct rig *rig) {
  struct ir_func *func = rig_define(rig, "dive");
  rig_add_params(func, 3, (unsigned[]){64, 32, 32});
  uint32_t *params = func->params.data;
  uint32_t jump = ir_new_block(func), deeper = ir_new_block(func);
  uint32_t local = rig_alloca(rig, func, ir_const_int(func, 64, 4), "local", 4);
  rig_store(rig, func, 32, local, params[1]);
  uint32_t test = rig_binary(rig, func, IR_EQ, 32, 0, params[1], ir_const_int(func, 32, 0));
  rig_branch(rig, func, test, ir_new_edge(func, jump, NULL, 0), ir_new_edge(func, deeper, NULL, 0));
  rig_close(func, 0);
  ir_start_block(func, jump);
  emit_longjmp(rig, func, params[0], params[2]);
  rig_close(func, jump);
  ir_start_block(func, deeper);
  ir_operand less = rig_binary(rig, func, IR_SUB, 32, 0, params[1], ir_const_int(func, 32, 1));
  rig_call(rig, func, func, (ir_operand[]){params[0], less, params[2]}, 3);
  rig_return(rig, func, NULL, 0);
  rig_close(func, deeper);
  return func;
}

/* The value that setjmp gives decides; the first is 0. */
static void check_dive(uint32_t depth, uint32_t value) {
  struct rig rig;
  rig_begin(&rig);
  struct ir_func *dive = make_diver(&rig), *func = rig.start;
  uint32_t first = ir_new_block(func), again = ir_new_block(func);
  uint32_t buffer = emit_buffer(&rig, func), kept = rig_value(&rig, func, 64, 4711);
  uint32_t result = emit_setjmp(&rig, func, buffer);
  uint32_t test = rig_binary(&rig, func, IR_EQ, 32, 0, result, ir_const_int(func, 32, 0));
  rig_branch(&rig, func, test, ir_new_edge(func, first, NULL, 0),
             ir_new_edge(func, again, NULL, 0));
  rig_close(func, 0);
  ir_start_block(func, first);
  rig_call(&rig, func, dive,
           (ir_operand[]){buffer, ir_const_int(func, 32, depth), ir_const_int(func, 32, value)}, 3);
  rig_emit(&rig, func, (struct ir_ins){.op = IR_UNREACHABLE, .dst = IR_NONE});
  rig_close(func, first);
  ir_start_block(func, again);
  rig_result(&rig, func, result);
  rig_result(&rig, func, kept);
  rig_finish(&rig, func);
  rig_close(func, again);
  compare(&rig, "dive");
}

static void test_jump_out_of_calls(void **state) {
  (void)state;
  for (uint32_t depth = 0; depth < 6; depth++) {
    check_dive(depth, 7);
    check_dive(depth, 0); /* setjmp gives 1 then */
    check_dive(depth, UINT32_MAX);
  }
}

/* A loop made of jumps back into the same function; a counter in memory ends it. */
static void test_jump_back_many_times(void **state) {
  (void)state;
  struct rig rig;
  rig_begin(&rig);
  struct ir_func *func = rig.start;
  uint32_t jump = ir_new_block(func), after = ir_new_block(func);
  uint32_t buffer = emit_buffer(&rig, func);
  uint32_t counter = rig_alloca(&rig, func, ir_const_int(func, 64, 4), "counter", 4);
  uint32_t result = emit_setjmp(&rig, func, buffer);
  uint32_t old = rig_load(&rig, func, 32, counter);
  uint32_t sum = rig_binary(&rig, func, IR_ADD, 32, 0, old, ir_const_int(func, 32, 1));
  rig_store(&rig, func, 32, counter, sum);
  uint32_t test = rig_binary(&rig, func, IR_ULT, 32, 0, sum, ir_const_int(func, 32, 20));
  rig_branch(&rig, func, test, ir_new_edge(func, jump, NULL, 0), ir_new_edge(func, after, NULL, 0));
  rig_close(func, 0);
  ir_start_block(func, jump);
  emit_longjmp(&rig, func, buffer, sum);
  rig_close(func, jump);
  ir_start_block(func, after);
  rig_result(&rig, func, result);
  rig_result(&rig, func, sum);
  rig_finish(&rig, func);
  rig_close(func, after);
  compare(&rig, "many jumps");
}

/* What a jump leaves behind is dead, and what the target has is not. */
static void test_jump_ends_stack_objects(void **state) {
  (void)state;
  struct rig rig;
  rig_begin(&rig);
  struct ir_func *func = rig.start, *leak = rig_define(&rig, "leak");
  rig_add_params(leak, 2, (unsigned[]){64, 64});
  uint32_t local = rig_alloca(&rig, leak, ir_const_int(leak, 64, 8), "local", 8);
  rig_store(&rig, leak, 64, leak->params.data[1], local);
  emit_longjmp(&rig, leak, leak->params.data[0], ir_const_int(leak, 32, 1));
  rig_close(leak, 0);
  uint32_t first = ir_new_block(func), again = ir_new_block(func);
  uint32_t buffer = emit_buffer(&rig, func);
  uint32_t cell = rig_alloca(&rig, func, ir_const_int(func, 64, 8), "cell", 8);
  uint32_t result = emit_setjmp(&rig, func, buffer);
  uint32_t test = rig_binary(&rig, func, IR_EQ, 32, 0, result, ir_const_int(func, 32, 0));
  rig_branch(&rig, func, test, ir_new_edge(func, first, NULL, 0),
             ir_new_edge(func, again, NULL, 0));
  rig_close(func, 0);
  ir_start_block(func, first);
  rig_call(&rig, func, leak, (ir_operand[]){buffer, cell}, 2);
  rig_finish(&rig, func);
  rig_close(func, first);
  ir_start_block(func, again);
  uint32_t dead = rig_load(&rig, func, 64, cell);
  rig_at_line(&rig, 50);
  rig_load(&rig, func, 64, dead);
  rig_finish(&rig, func);
  rig_close(func, again);
  rig_run_to_error(&rig, ERROR_POINTER,
                   "use of dead stack object: read of 8 bytes at offset 0 of 'local' (8 bytes)",
                   50);
  rig_end(&rig);
}

static void test_jump_to_a_returned_function(void **state) {
  (void)state;
  struct rig rig;
  rig_begin(&rig);
  struct ir_func *setter = rig_define(&rig, "setter");
  uint32_t param = ir_new_param(setter, 64);
  emit_setjmp(&rig, setter, param);
  rig_return(&rig, setter, NULL, 0);
  rig_close(setter, 0);
  ir_operand buffer = emit_buffer(&rig, rig.start);
  rig_call(&rig, rig.start, setter, &buffer, 1);
  rig_at_line(&rig, 60);
  emit_longjmp(&rig, rig.start, buffer, ir_const_int(rig.start, 32, 1));
  rig_close(rig.start, 0);
  compare_counted(&rig, "returned");
}

static void check_bad_buffer(int kind) {
  struct rig rig;
  rig_begin(&rig);
  struct ir_func *func = rig.start;
  ir_operand buffer = emit_buffer(&rig, func);
  if (kind == 1) buffer = ir_const_int(func, 64, 0);
  if (kind == 2) buffer = rig_alloca(&rig, func, ir_const_int(func, 64, 23), "short", 8);
  rig_at_line(&rig, 61);
  if (kind != 3) {
    emit_longjmp(&rig, func, buffer, ir_const_int(func, 32, 1));
  } else {
    buffer = rig_alloca(&rig, func, ir_const_int(func, 64, 10), "short", 8);
    emit_setjmp(&rig, func, buffer);
    rig_finish(&rig, func);
  }
  rig_close(func, 0);
  compare_counted(&rig, "bad buffer");
}

static void test_bad_buffers(void **state) {
  (void)state;
  for (int kind = 0; kind < 4; kind++) check_bad_buffer(kind);
}

static void test_unfilled_buffer_is_reported(void **state) {
  (void)state;
  struct rig rig;
  rig_begin(&rig);
  ir_operand buffer = emit_buffer(&rig, rig.start);
  rig_at_line(&rig, 61);
  emit_longjmp(&rig, rig.start, buffer, ir_const_int(rig.start, 32, 1));
  rig_close(rig.start, 0);
  rig_run_to_error(&rig, ERROR_EXEC, "longjmp with a buffer that setjmp has not filled", 61);
  rig_end(&rig);
}

/* Made and left by stacksave and stackrestore, as variable-length arrays are. */
static void test_stack_is_saved_and_restored(void **state) {
  (void)state;
  for (int is_used_after = 0; is_used_after < 2; is_used_after++) {
    struct rig rig;
    rig_begin(&rig);
    struct ir_func *func = rig.start;
    uint32_t outer = rig_alloca(&rig, func, ir_const_int(func, 64, 8), "outer", 8);
    uint32_t mark =
        rig_emit(&rig, func, (struct ir_ins){.op = IR_STACKSAVE, .dst = ir_new_reg(func, 64)});
    uint32_t size = rig_value(&rig, func, 64, 4000), inner = 0;
    for (int i = 0; i < 3; i++) inner = rig_alloca(&rig, func, size, "inner", 16);
    rig_store(&rig, func, 64, inner, ir_const_int(func, 64, 5));
    rig_store(&rig, func, 64, outer, ir_const_int(func, 64, 6));
    rig_emit(&rig, func, (struct ir_ins){.op = IR_STACKRESTORE, .dst = IR_NONE, .a = mark});
    uint32_t fresh = rig_alloca(&rig, func, size, "fresh", 16);
    rig_result(&rig, func, rig_load(&rig, func, 64, fresh)); /* zero again */
    rig_result(&rig, func, rig_load(&rig, func, 64, outer));
    rig_at_line(&rig, 30);
    if (is_used_after) rig_load(&rig, func, 64, inner);
    rig_finish(&rig, func);
    rig_close(func, 0);
    compare_counted(&rig, "stackrestore");
  }
}

/* A loop that makes stack objects without end would never reuse a slot; one that
   restores its stack does. */
static void test_restored_stack_takes_no_new_slots(void **state) {
  (void)state;
  struct rig rig;
  rig_begin(&rig);
  struct ir_func *func = rig.start;
  uint32_t count;
  uint32_t loop = rig_block(func, (unsigned[]){32}, 1, &count), after = ir_new_block(func);
  ir_operand rounds = ir_const_int(func, 32, 1000);
  rig_jump(&rig, func, loop, &rounds, 1);
  rig_close(func, 0);
  ir_start_block(func, loop);
  uint32_t mark =
      rig_emit(&rig, func, (struct ir_ins){.op = IR_STACKSAVE, .dst = ir_new_reg(func, 64)});
  uint32_t local = rig_alloca(&rig, func, ir_const_int(func, 64, 16), "local", 16);
  rig_store(&rig, func, 32, local, count);
  rig_emit(&rig, func, (struct ir_ins){.op = IR_STACKRESTORE, .dst = IR_NONE, .a = mark});
  ir_operand less = rig_binary(&rig, func, IR_SUB, 32, 0, count, ir_const_int(func, 32, 1));
  uint32_t test = rig_binary(&rig, func, IR_EQ, 32, 0, less, ir_const_int(func, 32, 0));
  rig_branch(&rig, func, test, ir_new_edge(func, after, NULL, 0),
             ir_new_edge(func, loop, &less, 1));
  rig_close(func, loop);
  ir_start_block(func, after);
  rig_finish(&rig, func);
  rig_close(func, after);
  rig_prepare(&rig);
  uint32_t before = rig.machine->state->space.used[0];
  rig_run_quietly(&rig);
  assert_int_equal(rig.machine->state->status, STATE_EXITED);
  assert_int_equal(rig.machine->state->space.used[0], before + 1);
  rig_end(&rig);
}

static void test_alloca_is_aligned_and_zero(void **state) {
  (void)state;
  struct rig rig;
  rig_begin(&rig);
  struct ir_func *func = rig.start;
  for (unsigned align = 1; align <= 4096; align *= 2) {
    uint32_t local = rig_alloca(&rig, func, ir_const_int(func, 64, 100), "local", align);
    uint32_t low = rig_binary(&rig, func, IR_AND, 64, 0, local, ir_const_int(func, 64, align - 1));
    rig_result(&rig, func, low);
    rig_result(&rig, func, rig_load(&rig, func, 128, local));
  }
  rig_finish(&rig, func);
  rig_close(func, 0);
  rig_run(&rig);
  for (uint32_t i = 0; i < rig.out_count; i++) assert_true(rig_read(&rig, i) == 0);
  rig_end(&rig);
}

static void test_impossible_alloca_is_an_error(void **state) {
  (void)state;
  struct rig rig;
  rig_begin(&rig);
  uint32_t size = rig_value(&rig, rig.start, 64, -8ull);
  rig_at_line(&rig, 5);
  rig_alloca(&rig, rig.start, size, "huge", 8);
  rig_close_start(&rig);
  rig_run_to_error(&rig, ERROR_EXEC, "stack overflow: a stack object of 18446744073709551608 bytes",
                   5);
  rig_end(&rig);
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(test_jump_out_of_calls),
      cmocka_unit_test(test_jump_back_many_times),
      cmocka_unit_test(test_jump_ends_stack_objects),
      cmocka_unit_test(test_jump_to_a_returned_function),
      cmocka_unit_test(test_bad_buffers),
      cmocka_unit_test(test_unfilled_buffer_is_reported),
      cmocka_unit_test(test_stack_is_saved_and_restored),
      cmocka_unit_test(test_restored_stack_takes_no_new_slots),
      cmocka_unit_test(test_alloca_is_aligned_and_zero),
      cmocka_unit_test(test_impossible_alloca_is_an_error),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}

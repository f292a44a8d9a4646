/* Calls: arguments and results of all widths, variable arguments, recursion, calls
   through pointers, and each way a call can be wrong. */
#include "compare.h"

static void compare(struct rig *rig, const char *what) {
  struct random random = {31};
  assert_true(compare_program(rig, &random, &(struct compare_options){.what = what}));
}

/* f(args) returns them in reverse order. */
static struct ir_func *make_reverser(struct rig *rig, const unsigned *widths, uint32_t count) {
  struct ir_func *func = rig_define(rig, "reverse");
  ir_operand results[16];
  rig_add_params(func, count, widths);
  for (uint32_t i = 0; i < count; i++) {
    vec_push(&func->result_widths, (uint8_t)widths[count - 1 - i]);
    results[i] = func->params.data[count - 1 - i];
  }
  rig_return(rig, func, results, count);
  rig_close(func, 0);
  return func;
}

static void test_arguments_and_results_of_all_widths(void **state) {
  (void)state;
  static const unsigned widths[] = {1, 128, 7, 64, 65, 8, 32, 100, 16, 127, 48, 80};
  enum { COUNT = sizeof widths / sizeof *widths };
  for (uint32_t count = 0; count <= COUNT; count++)
    for (unsigned form = 0; form < 3; form++) { /* registers, constants, both */
      struct rig rig;
      rig_begin(&rig);
      struct ir_func *func = make_reverser(&rig, widths, count);
      ir_operand args[COUNT];
      uint32_t results[COUNT];
      for (uint32_t i = 0; i < count; i++) {
        u128 value = ((u128)0xfedcba9876543210 << 64 | 0x123456789abcdef) * (i + 1);
        bool is_const = form == 1 || (form == 2 && i % 2);
        args[i] = is_const ? rig_const(rig.start, widths[i], value)
                           : rig_value(&rig, rig.start, widths[i], value & rig_mask(widths[i]));
      }
      rig_call_any(&rig, rig.start, ir_const_func(rig.start, func->number), args, count,
                   func->result_widths.data, count, results);
      for (uint32_t i = 0; i < count; i++) rig_result(&rig, rig.start, results[i]);
      rig_close_start(&rig);
      compare(&rig, "reverse");
    }
}

/* fibonacci(n), doubly recursive, on 100 bits. */
static void test_recursion(void **state) {
  (void)state;
  struct rig rig;
  rig_begin(&rig);
  struct ir_func *func = rig_define(&rig, "fibonacci");
  uint32_t n = ir_new_param(func, 100);
  vec_push(&func->result_widths, (uint8_t)100);
  uint32_t small = ir_new_block(func), large = ir_new_block(func);
  uint32_t test = rig_binary(&rig, func, IR_ULT, 100, 0, n, rig_const(func, 100, 2));
  rig_branch(&rig, func, test, ir_new_edge(func, small, NULL, 0),
             ir_new_edge(func, large, NULL, 0));
  rig_close(func, 0);
  ir_start_block(func, small);
  rig_return(&rig, func, &n, 1);
  rig_close(func, small);
  ir_start_block(func, large);
  ir_operand x = rig_binary(&rig, func, IR_SUB, 100, 0, n, rig_const(func, 100, 1));
  ir_operand y = rig_binary(&rig, func, IR_SUB, 100, 0, n, rig_const(func, 100, 2));
  uint32_t a = rig_call(&rig, func, func, &x, 1), b = rig_call(&rig, func, func, &y, 1);
  ir_operand sum = rig_binary(&rig, func, IR_ADD, 100, 0, a, b);
  rig_return(&rig, func, &sum, 1);
  rig_close(func, large);
  ir_operand twelve = rig_const(rig.start, 100, 12);
  uint32_t result = rig_call(&rig, rig.start, func, &twelve, 1);
  rig_result(&rig, rig.start, result);
  rig_close_start(&rig);
  compare(&rig, "fibonacci");
}

static struct ir_func *make_endless(struct rig *rig) {
  struct ir_func *func = rig_define(rig, "endless");
  rig_at_line(rig, 3);
  rig_alloca(rig, func, ir_const_int(func, 64, 8), "x", 8);
  rig_at_line(rig, 4);
  rig_call(rig, func, func, NULL, 0);
  rig_return(rig, func, NULL, 0);
  rig_close(func, 0);
  return func;
}

static void test_endless_recursion_is_an_error(void **state) {
  (void)state;
  struct rig rig;
  rig_begin(&rig);
  rig.options.max_stack_frames = 50;
  struct ir_func *func = make_endless(&rig);
  rig_at_line(&rig, 10);
  rig_call(&rig, rig.start, func, NULL, 0);
  rig_close_start(&rig);
  rig_run_to_error(&rig, ERROR_EXEC, "stack overflow: more than 50 frames", 4);
  assert_int_equal(rig.machine->error.stack.count, 50);
  rig_end(&rig);
}

/* ---- variable arguments ---- */

struct vararg_spec {
  unsigned width;
  u128 value;
  bool is_const;
};

enum { STACK_AT = 176 }; /* behind the registers */

/* The caller side, laid out one after the other in cells of 8 or 16 bytes on the stack. */
static void call_with_varargs(struct rig *rig, struct ir_func *func, const struct ir_func *callee,
                              ir_operand arg, const struct vararg_spec *specs, uint32_t count,
                              uint32_t *result) {
  struct ir_call call = {.arg_count = 1,
                         .result_count = 1,
                         .first_vararg = (uint32_t)func->varargs.count,
                         .vararg_count = count};
  uint32_t offset = STACK_AT;
  ir_operand operands[16];
  for (uint32_t i = 0; i < count; i++)
    operands[i] = specs[i].is_const ? rig_const(func, specs[i].width, specs[i].value)
                                    : rig_value(rig, func, specs[i].width, specs[i].value);
  for (uint32_t i = 0; i < count; i++) {
    uint32_t cell = specs[i].width > 64 ? 16 : 8;
    offset = (offset + cell - 1) & -cell;
    struct ir_vararg vararg = {operands[i], offset, (specs[i].width + 7) / 8, false, false};
    vec_push(&func->varargs, vararg);
    offset += cell;
  }
  call.vararg_size = offset;
  *result = ir_new_reg(func, 64);
  call.first_result = ir_add_operands(func, result, 1);
  call.first_arg = ir_add_operands(func, &arg, 1);
  vec_push(&func->calls, call);
  rig_emit(rig, func,
           (struct ir_ins){.op = IR_CALL,
                           .dst = IR_NONE,
                           .a = ir_const_func(func, callee->number),
                           .b = (uint32_t)func->calls.count - 1});
}

/* sum(n, ...) adds n 64-bit cells of its overflow area. */
static struct ir_func *make_vararg_sum(struct rig *rig) {
  struct ir_func *func = rig_define(rig, "sum");
  func->is_variadic = true;
  uint32_t n = ir_new_param(func, 64), params[2], total;
  vec_push(&func->result_widths, (uint8_t)64);
  uint32_t loop = rig_block(func, (unsigned[]){64, 64}, 2, params);
  uint32_t body = ir_new_block(func), after = rig_block(func, (unsigned[]){64}, 1, &total);
  uint32_t list = rig_alloca(rig, func, ir_const_int(func, 64, 24), "list", 8);
  rig_emit(rig, func, (struct ir_ins){.op = IR_VASTART, .dst = IR_NONE, .a = list});
  uint32_t gp = rig_load(rig, func, 32, list);
  uint32_t fp_place = rig_binary(rig, func, IR_ADD, 64, 0, list, ir_const_int(func, 64, 4));
  uint32_t fp = rig_load(rig, func, 32, fp_place);
  uint32_t used = rig_binary(rig, func, IR_ADD, 32, 0, gp, fp);
  uint32_t start = rig_convert(rig, func, IR_ZEXT, 32, 64, used);
  uint32_t place = rig_binary(rig, func, IR_ADD, 64, 0, list, ir_const_int(func, 64, 8));
  uint32_t area = rig_load(rig, func, 64, place);
  rig_jump(rig, func, loop, (ir_operand[]){ir_const_int(func, 64, 0), start}, 2);
  rig_close(func, 0);
  ir_start_block(func, loop);
  uint32_t test = rig_binary(rig, func, IR_ULT, 64, 0, params[0], n);
  rig_branch(rig, func, test, ir_new_edge(func, body, NULL, 0),
             ir_new_edge(func, after, &params[1], 1));
  rig_close(func, loop);
  ir_start_block(func, body);
  uint32_t offset = rig_binary(rig, func, IR_MUL, 64, 0, params[0], ir_const_int(func, 64, 8));
  uint32_t address = rig_binary(rig, func, IR_ADD, 64, 0, area, offset);
  uint32_t value = rig_load(rig, func, 64, address);
  uint32_t next = rig_binary(rig, func, IR_ADD, 64, 0, params[0], ir_const_int(func, 64, 1));
  uint32_t sum = rig_binary(rig, func, IR_ADD, 64, 0, params[1], value);
  rig_jump(rig, func, loop, (ir_operand[]){next, sum}, 2);
  rig_close(func, body);
  ir_start_block(func, after);
  rig_return(rig, func, &total, 1);
  rig_close(func, after);
  return func;
}

static void test_variable_arguments(void **state) {
  (void)state;
  static const struct vararg_spec specs[] = {
      {64, 5, false}, {32, 0xffffffff, false}, {128, (u128)3 << 64 | 4, false},
      {8, 200, true}, {64, -1, true},          {80, (u128)7 << 64 | 9, true},
  };
  for (uint32_t count = 0; count <= 6; count++) {
    struct rig rig;
    rig_begin(&rig);
    struct ir_func *sum = make_vararg_sum(&rig);
    uint32_t cells = 0, result;
    for (uint32_t i = 0; i < count; i++) {
      uint32_t cell = specs[i].width > 64 ? 2 : 1;
      cells = ((cells + cell - 1) & -cell) + cell;
    }
    call_with_varargs(&rig, rig.start, sum, ir_const_int(rig.start, 64, cells), specs, count,
                      &result);
    rig_result(&rig, rig.start, result);
    rig_close_start(&rig);
    compare(&rig, "variable arguments");
  }
}

static void test_one_variable_argument_too_far_is_an_error(void **state) {
  (void)state;
  struct rig rig;
  rig_begin(&rig);
  struct ir_func *sum = make_vararg_sum(&rig);
  uint32_t result;
  const struct vararg_spec specs[] = {{64, 5, false}};
  call_with_varargs(&rig, rig.start, sum, ir_const_int(rig.start, 64, 2), specs, 1, &result);
  rig_close_start(&rig);
  compare(&rig, "too few variable arguments");
}

/* An aggregate passed by value is copied: the callee's changes stay its own. */
static void test_aggregate_among_variable_arguments(void **state) {
  (void)state;
  for (int is_bad = 0; is_bad < 2; is_bad++) {
    struct rig rig;
    rig_begin(&rig);
    struct ir_func *sum = make_vararg_sum(&rig), *func = rig.start;
    uint32_t local = rig_alloca(&rig, func, ir_const_int(func, 64, 24), "pair", 8), result;
    for (uint64_t i = 0; i < 3; i++) {
      uint32_t place = rig_binary(&rig, func, IR_ADD, 64, 0, local, ir_const_int(func, 64, i * 8));
      rig_store(&rig, func, 64, place, ir_const_int(func, 64, i + 10));
    }
    struct ir_call call = {.arg_count = 1, .result_count = 1, .vararg_count = 1};
    vec_push(&func->varargs, ((struct ir_vararg){local, STACK_AT, is_bad ? 32 : 24, true, false}));
    call.vararg_size = STACK_AT + 32;
    result = ir_new_reg(func, 64);
    ir_operand three = ir_const_int(func, 64, 3);
    call.first_result = ir_add_operands(func, &result, 1);
    call.first_arg = ir_add_operands(func, &three, 1);
    vec_push(&func->calls, call);
    rig_at_line(&rig, 77);
    rig_emit(&rig, func,
             (struct ir_ins){.op = IR_CALL,
                             .dst = IR_NONE,
                             .a = ir_const_func(func, sum->number),
                             .b = (uint32_t)func->calls.count - 1});
    rig_result(&rig, func, result);
    rig_finish(&rig, func);
    rig_close(func, 0);
    compare(&rig, "aggregate");
  }
}

/* ---- through pointers, and wrong ---- */

static struct ir_func *make_plain(struct rig *rig, const char *name, unsigned count,
                                  const unsigned *widths, unsigned result) {
  struct ir_func *func = rig_define(rig, name);
  rig_add_params(func, count, widths);
  if (result) vec_push(&func->result_widths, (uint8_t)result);
  ir_operand value = result ? ir_const_int(func, result, 5) : 0;
  rig_return(rig, func, &value, result ? 1 : 0);
  rig_close(func, 0);
  return func;
}

enum callee_form { DIRECT, POINTER };

/* Calls `take(32, 64) -> 32` with the given arguments, expecting an error or none. */
static void check_signature(const unsigned *widths, uint32_t count, unsigned result,
                            enum callee_form form, const char *message) {
  struct rig rig;
  rig_begin(&rig);
  struct ir_func *callee = make_plain(&rig, "take", 2, (unsigned[]){32, 64}, 32);
  ir_operand args[8], address = ir_const_func(rig.start, callee->number);
  for (uint32_t i = 0; i < count; i++) args[i] = rig_value(&rig, rig.start, widths[i], i);
  if (form == POINTER) address = rig_unary(&rig, rig.start, IR_MOV, 64, address);
  rig_at_line(&rig, 12);
  uint8_t result_widths[] = {(uint8_t)result};
  rig_call_any(&rig, rig.start, address, args, count, result_widths, result ? 1 : 0, NULL);
  rig_at_line(&rig, 13);
  rig_close_start(&rig);
  if (message)
    rig_run_to_error(&rig, ERROR_EXEC, message, 12);
  else
    rig_run(&rig);
  rig_end(&rig);
}

static void test_signatures(void **state) {
  (void)state;
  static const unsigned right[] = {32, 64, 8}, narrow[] = {32, 32}, swapped[] = {64, 32};
  for (enum callee_form form = DIRECT; form <= POINTER; form++) {
    check_signature(right, 2, 32, form, NULL);
    check_signature(right, 2, 0, form, NULL); /* a result may be ignored */
    check_signature(right, 1, 32, form, "bad signature: 'take' takes 2 arguments, called with 1");
    check_signature(right, 0, 32, form, "bad signature: 'take' takes 2 arguments, called with 0");
    check_signature(right, 3, 32, form, "bad signature: 'take' takes 2 arguments, called with 3");
    check_signature(narrow, 2, 32, form,
                    "bad signature: argument 2 of 'take' has 64 bits, called with 32");
    check_signature(swapped, 2, 32, form,
                    "bad signature: argument 1 of 'take' has 32 bits, called with 64");
    check_signature(right, 2, 64, form,
                    "bad signature: 'take' does not return what the call expects");
  }
}

static void check_pointer(uint64_t value, bool is_relative, const char *message) {
  struct rig rig;
  rig_begin(&rig);
  struct ir_func *callee = make_plain(&rig, "f", 0, NULL, 0);
  ir_operand address = rig_value(&rig, rig.start, 64, value);
  if (is_relative)
    address = rig_binary(&rig, rig.start, IR_ADD, 64, 0, address,
                         ir_const_func(rig.start, callee->number));
  rig_at_line(&rig, 12);
  rig_call_any(&rig, rig.start, address, NULL, 0, NULL, 0, NULL);
  rig_close_start(&rig);
  rig_prepare(&rig);
  char text[100];
  uint64_t actual = value + (is_relative ? rig.machine->layout.func_addresses[callee->number] : 0);
  snprintf(text, sizeof text, message, (unsigned long long)actual);
  rig_run_quietly(&rig);
  assert_int_equal(rig.machine->state->status, STATE_FAILED);
  assert_string_equal(rig.machine->error.message, text);
  assert_int_equal(rig.machine->error.kind, ERROR_EXEC);
  assert_int_equal(rig.program->locs.data[rig.machine->error.loc].line, 12);
  rig_end(&rig);
}

static void test_bad_function_pointers(void **state) {
  (void)state;
  check_pointer(0, false, "call through null function pointer");
  check_pointer(1, false, "call through bad function pointer 0x%llx");
  check_pointer(UINT64_MAX, false, "call through bad function pointer 0x%llx");
  check_pointer(1, true, "call through bad function pointer 0x%llx");
  check_pointer(-1ull, true, "call through bad function pointer 0x%llx");
  check_pointer(1 << 20, true, "call through bad function pointer 0x%llx");
}

static void test_undefined_functions(void **state) {
  (void)state;
  for (int is_direct = 0; is_direct < 2; is_direct++) {
    struct rig rig;
    rig_begin(&rig);
    struct ir_func *nobody = rig_declare(&rig, "nobody", 32, 0, NULL);
    ir_operand address = ir_const_func(rig.start, nobody->number);
    if (!is_direct) address = rig_unary(&rig, rig.start, IR_MOV, 64, address);
    rig_at_line(&rig, 8);
    rig_call_any(&rig, rig.start, address, NULL, 0, (uint8_t[]){32}, 1, NULL);
    rig_close_start(&rig);
    rig_run_to_error(&rig, ERROR_EXTERNAL, "call to undefined function 'nobody'", 8);
    rig_end(&rig);
  }
}

/* The stack of an error: innermost first, each at its own call. */
static void test_error_knows_the_way_to_it(void **state) {
  (void)state;
  struct rig rig;
  rig_begin(&rig);
  struct ir_func *inner = rig_define(&rig, "inner"), *outer = rig_define(&rig, "outer");
  rig_at_line(&rig, 1);
  rig_value(&rig, inner, 32, 5);
  rig_at_line(&rig, 2);
  rig_load(&rig, inner, 8, ir_const_int(inner, 64, 0));
  rig_return(&rig, inner, NULL, 0);
  rig_close(inner, 0);
  rig_at_line(&rig, 20);
  rig_call(&rig, outer, inner, NULL, 0);
  rig_at_line(&rig, 21);
  rig_return(&rig, outer, NULL, 0);
  rig_close(outer, 0);
  rig_at_line(&rig, 30);
  rig_call(&rig, rig.start, outer, NULL, 0);
  rig_at_line(&rig, 31);
  rig_close_start(&rig);
  rig_run_to_error(&rig, ERROR_POINTER, "null pointer read of 1 byte: address 0x0", 2);
  const struct error *error = &rig.machine->error;
  static const char *const names[] = {"inner", "outer", "__smew_bare_start"};
  static const uint32_t lines[] = {2, 20, 30};
  assert_int_equal(error->stack.count, 3);
  for (int i = 0; i < 3; i++) {
    assert_string_equal(rig.program->strings.data[error->stack.data[i].function], names[i]);
    assert_int_equal(rig.program->locs.data[error->stack.data[i].loc].line, lines[i]);
  }
  struct buffer text = {0};
  error_print(rig.machine, error, &text);
  assert_string_equal(text.text, "test.c:2:1: error: null pointer read of 1 byte: address 0x0 "
                                 "[ptr]\n  in inner at test.c:2:1\n  called from outer at "
                                 "test.c:20:1\n");
  buffer_free(&text);
  rig_end(&rig);
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(test_arguments_and_results_of_all_widths),
      cmocka_unit_test(test_recursion),
      cmocka_unit_test(test_endless_recursion_is_an_error),
      cmocka_unit_test(test_variable_arguments),
      cmocka_unit_test(test_one_variable_argument_too_far_is_an_error),
      cmocka_unit_test(test_aggregate_among_variable_arguments),
      cmocka_unit_test(test_signatures),
      cmocka_unit_test(test_bad_function_pointers),
      cmocka_unit_test(test_undefined_functions),
      cmocka_unit_test(test_error_knows_the_way_to_it),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}

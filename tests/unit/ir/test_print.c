/* The printed form, to the letter. */
#include "support.h"

#include "ir/print.h"

static void assert_prints(const struct ir_program *program, const struct ir_func *func,
                          const char *expected) {
  struct buffer out = {0};
  ir_print_func(program, func, &out);
  assert_string_equal(out.text, expected);
  buffer_free(&out);
}

static uint32_t add_loc(struct ir_program *program, uint32_t line, uint32_t column,
                        uint32_t inlined_at) {
  return ir_add_loc(program, (struct ir_loc){ir_intern_string(program, "file.c"), line, column,
                                             ir_intern_string(program, "f"), inlined_at});
}

static void a_loop_reads_like_a_loop(void **state) {
  (void)state;
  struct ir_program *program = ir_program_new();
  struct ir_func *func = ir_add_func(program, "f", false);
  func->has_body = true;
  func->loc = add_loc(program, 10, 0, 0);
  uint32_t n = ir_new_param(func, 32), p = ir_new_param(func, 64);
  vec_push(&func->result_widths, 32);
  for (int i = 0; i < 3; i++) ir_new_block(func);
  uint32_t params[] = {ir_new_reg(func, 32), ir_new_reg(func, 64)};
  ir_set_block_params(func, 1, params, 2);
  ir_operand first[] = {ir_const_int(func, 32, 0), p};
  ir_start_block(func, 0);
  emit_br(func, 1, first, 2);
  ir_end_block(func, 0);
  ir_start_block(func, 1);
  uint32_t line = add_loc(program, 12, 3, 0), inlined = add_loc(program, 3, 1, line);
  uint32_t sum = emit_op(func, IR_ADD, 32, params[0], ir_const_int(func, 32, 1));
  vec_last(&func->ins).aux = IR_NSW;
  vec_last(&func->ins).loc = line;
  uint32_t less = emit_op(func, IR_SLT, 32, sum, n);
  vec_last(&func->ins).loc = line;
  ir_operand next[] = {sum, params[1]};
  uint32_t back = ir_new_edge(func, 1, next, 2), out = ir_new_edge(func, 2, NULL, 0);
  ir_emit(func, (struct ir_ins){.op = IR_CONDBR, .a = less, .b = back, .c = out});
  vec_last(&func->ins).loc = inlined;
  ir_end_block(func, 1);
  ir_start_block(func, 2);
  ir_operand result = ir_const_int(func, 32, (uint64_t)-7);
  uint32_t results = ir_add_operands(func, &result, 1);
  ir_emit(func, (struct ir_ins){.op = IR_RET, .b = results, .c = 1});
  ir_end_block(func, 2);
  assert_verified(program, func);
  assert_prints(program, func,
                "func @f(%0:32, %1:64) -> 32 {  ; file.c:10:0\n"
                "b0:\n"
                "  br b1(0, %1)\n"
                "b1(%2:32, %3:64):\n"
                "  %4:32 = add nsw %2, 1  ; file.c:12:3\n"
                "  %5:1 = slt %4, %0\n"
                "  condbr %5, b1(%4, %3), b2  ; file.c:3:1 inlined at file.c:12:3\n"
                "b2:\n"
                "  ret -7:32\n"
                "}\n");
  ir_program_free(program);
}

/* One instruction per format, printed alone. */
struct line_test {
  struct ir_program *program;
  struct ir_func *func;
};

static void assert_line(const struct line_test *t, struct ir_ins ins, const char *expected) {
  struct buffer out = {0};
  ir_print_ins(t->program, t->func, &ins, &out);
  assert_string_equal(out.text, expected);
  buffer_free(&out);
}

static struct line_test start_lines(void) {
  struct line_test t = {.program = ir_program_new()};
  t.func = ir_add_func(t.program, "f", false);
  static const uint8_t widths[] = {32, 64, 1, 8, 100};
  for (size_t i = 0; i < sizeof widths; i++) ir_new_reg(t.func, widths[i]);
  return t;
}

static void instructions_show_what_they_need(void **state) {
  (void)state;
  struct line_test t = start_lines();
  struct ir_func *func = t.func;
  uint32_t name = ir_intern_string(t.program, "a \"b\"\n");
  ir_operand five = ir_const_int(func, 32, 5), eight = ir_const_int(func, 64, 8);
  assert_line(&t,
              (struct ir_ins){.op = IR_SHL, .width = 32, .aux = 15, .dst = 0, .a = 0, .b = five},
              "%0:32 = shl nsw nuw exact checked %0, 5");
  assert_line(&t, (struct ir_ins){.op = IR_ULT, .width = 32, .dst = 2, .a = five, .b = five},
              "%2:1 = ult 5:32, 5:32");
  assert_line(&t, (struct ir_ins){.op = IR_SEXT, .width = 64, .dst = 1, .a = 0, .c = 32},
              "%1:64 = sext %0:32");
  assert_line(&t, (struct ir_ins){.op = IR_TRUNC, .width = 8, .dst = 3, .a = five, .c = 32},
              "%3:8 = trunc 5:32");
  assert_line(&t,
              (struct ir_ins){.op = IR_SELECT, .width = 32, .dst = 0, .a = 2, .b = 0, .c = five},
              "%0:32 = select %2, %0, 5");
  assert_line(&t, (struct ir_ins){.op = IR_LOAD, .width = 32, .aux = 1, .dst = 0, .a = 1},
              "%0:32 = load volatile [%1]");
  assert_line(&t, (struct ir_ins){.op = IR_STORE, .width = 32, .a = 1, .b = five},
              "store [%1], 5:32");
  assert_line(&t, (struct ir_ins){.op = IR_MEMCPY, .a = 1, .b = 1, .c = eight}, "memcpy %1, %1, 8");
  assert_line(&t, (struct ir_ins){.op = IR_ALLOCA, .dst = 1, .a = eight, .b = name, .c = 16},
              "%1:64 = alloca 8, align 16, \"a \\\"b\\\"\\n\"");
  assert_line(&t, (struct ir_ins){.op = IR_STACKSAVE, .dst = 1}, "%1:64 = stacksave");
  assert_line(&t, (struct ir_ins){.op = IR_VASTART, .a = 1}, "vastart %1");
  assert_line(&t, (struct ir_ins){.op = IR_GUARD, .a = 2, .dst = name},
              "guard %2, \"a \\\"b\\\"\\n\"");
  assert_line(&t, (struct ir_ins){.op = IR_SETJMP, .dst = 0, .a = 1}, "%0:32 = setjmp %1");
  assert_line(&t, (struct ir_ins){.op = IR_LONGJMP, .a = 1, .b = five}, "longjmp %1, 5");
  assert_line(&t, (struct ir_ins){.op = IR_UNREACHABLE}, "unreachable");
  assert_line(&t, (struct ir_ins){.op = IR_RET}, "ret");
  assert_line(&t, (struct ir_ins){.op = IR_TRAP, .aux = IR_TRAP_UNSUPPORTED, .a = name},
              "trap unsupported \"a \\\"b\\\"\\n\"");
  assert_line(&t, (struct ir_ins){.op = IR_FCLASS, .width = 32, .dst = 2, .a = 0, .c = 0x3},
              "%2:1 = fclass %0, 0x3");
  assert_line(&t, (struct ir_ins){.op = IR_FCMP, .width = 32, .aux = 4, .dst = 2, .a = 0, .b = 0},
              "%2:1 = fcmp olt %0, %0");
  ir_program_free(t.program);
}

static void constants_print_as_a_reader_wants_them(void **state) {
  (void)state;
  struct line_test t = start_lines();
  static const struct {
    unsigned width;
    uint64_t low, high;
    const char *expected;
  } cases[] = {
      {1, 1, 0, "1:1"},
      {8, 255, 0, "-1:8"},
      {8, 200, 0, "200:8"},
      {32, 0xffffff00, 0, "-256:32"},
      {32, 0x80000000, 0, "2147483648:32"},
      {64, (uint64_t)-1000, 0, "-1000:64"},
      {64, 1ull << 63, 0, "9223372036854775808:64"},
      {100, 12, 0, "12:100"},
      {100, (uint64_t)-3, 0xfffffffff, "-3:100"},
      {128, 1, 2, "0x20000000000000001:128"},
  };
  for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
    ir_operand value = ir_const_wide(t.func, cases[i].width, cases[i].low, cases[i].high);
    char *expected = alloc_format("store [%%1], %s", cases[i].expected);
    assert_line(
        &t, (struct ir_ins){.op = IR_STORE, .width = (uint8_t)cases[i].width, .a = 1, .b = value},
        expected);
    free(expected);
  }
  /* Where the operation computes with floating point, so do its constants. */
  ir_operand half = ir_const_int(t.func, 64, 0x3fe0000000000000);
  ir_operand two = ir_const_int(t.func, 64, 0x4000000000000000);
  ir_operand nan = ir_const_int(t.func, 64, 0x7ff8000000000000);
  ir_operand tenth = ir_const_int(t.func, 32, 0x3dcccccd);
  assert_line(&t, (struct ir_ins){.op = IR_FADD, .width = 64, .dst = 1, .a = half, .b = two},
              "%1:64 = fadd 0.5, 2.0");
  assert_line(&t, (struct ir_ins){.op = IR_FMUL, .width = 64, .dst = 1, .a = 1, .b = nan},
              "%1:64 = fmul %1, 0x7ff8000000000000");
  assert_line(&t, (struct ir_ins){.op = IR_FMUL, .width = 32, .dst = 0, .a = 0, .b = tenth},
              "%0:32 = fmul %0, 0.100000001");
  ir_program_free(t.program);
}

static void addresses_and_calls_have_names(void **state) {
  (void)state;
  struct ir_program *program = ir_program_new();
  struct ir_func *func = ir_add_func(program, "caller", false);
  struct ir_func *sibling = ir_add_func(program, "sibling", true);
  ir_add_func(program, "sibling", true);
  struct ir_global *global = ir_add_global(program, "odd name", false);
  global->size = 8;
  func->has_body = true;
  vec_push(&func->result_widths, 1);
  vec_push(&func->result_widths, 64);
  func->is_variadic = true;
  uint32_t a = ir_new_reg(func, 32), b = ir_new_reg(func, 64);
  uint32_t results[] = {a, b};
  ir_start_block(func, ir_new_block(func));
  struct ir_call call = {.first_result = ir_add_operands(func, results, 2), .result_count = 2};
  ir_operand args[] = {ir_const_global(func, 0, (uint64_t)-8), ir_const_block(func, 0, 0),
                       ir_const_int(func, 32, 9)};
  call.first_arg = ir_add_operands(func, args, 3);
  call.arg_count = 3;
  call.vararg_count = 2;
  call.vararg_size = 40;
  call.struct_result = 1;
  call.struct_size = 24;
  vec_push(&func->varargs, ((struct ir_vararg){args[2], 0, 4, false, false}));
  vec_push(&func->varargs, ((struct ir_vararg){args[0], 16, 24, true, false}));
  vec_push(&func->calls, call);
  ir_emit(func, (struct ir_ins){.op = IR_CALL, .a = ir_const_func(func, sibling->number), .b = 0});
  ir_operand back[] = {ir_const_int(func, 1, 1), b};
  uint32_t first = ir_add_operands(func, back, 2);
  ir_emit(func, (struct ir_ins){.op = IR_RET, .b = first, .c = 2});
  ir_end_block(func, 0);
  assert_verified(program, func);
  assert_prints(program, func,
                "func @caller(...) -> (1, 64) {\n"
                "b0:\n"
                "  %0:32, %1:64 = call @sibling#1(@\"odd name\"-8, @caller:b0, 9:32) "
                "varargs(0: 9:32, 16: 24 bytes at @\"odd name\"-8) returns 24 bytes by argument 1\n"
                "  ret 1:1, %1:64\n"
                "}\n");
  ir_program_free(program);
}

static void switches_list_their_cases(void **state) {
  (void)state;
  struct ir_program *program = ir_program_new();
  int graph[][MAX_SUCCESSORS] = {{1, 2, 1, -1}, {2, -1}, {-1}};
  struct ir_func *func = func_of_graph(program, graph, 3);
  func->cases.data[1].value = 0xfffffffe;
  assert_prints(program, func,
                "func @graph(%0:32) {\n"
                "b0:\n"
                "  switch %0 [0: b1, -2: b2] else b1\n"
                "b1:\n"
                "  br b2\n"
                "b2:\n"
                "  ret\n"
                "}\n");
  ir_program_free(program);
}

static void programs_show_their_globals(void **state) {
  (void)state;
  struct ir_program *program = ir_program_new();
  struct ir_global *text = ir_add_global(program, "text", true);
  text->size = 9;
  text->bytes = (uint8_t *)alloc_string("hi\t\\\x01\xff!!");
  text->is_constant = text->is_defined = true;
  struct ir_global *zero = ir_add_global(program, "zero", false);
  zero->size = 400;
  zero->align = 16;
  zero->is_defined = true;
  struct ir_global *table = ir_add_global(program, "table", false);
  table->size = 24;
  table->align = 8;
  table->is_defined = true;
  table->bytes = alloc_zeroed(24);
  table->bytes[0] = 'x';
  vec_push(&table->relocs, ((struct ir_reloc){8, {IR_CONST_GLOBAL, 64, 0, 3}}));
  vec_push(&table->relocs, ((struct ir_reloc){16, {IR_CONST_FUNC, 64, 0, 0}}));
  ir_add_global(program, "elsewhere", false);
  struct ir_func *func = ir_add_func(program, "declared", false);
  vec_push(&func->param_widths, 64);
  func->is_variadic = true;
  struct buffer out = {0};
  assert_true(ir_verify_program(program, &out));
  ir_print_program(program, &out);
  assert_string_equal(out.text,
                      "global @text: 9 bytes, align 1, constant = \"hi\\t\\\\\\x01\\xff!!\"\n"
                      "global @zero: 400 bytes, align 16 = zero\n"
                      "global @table: 24 bytes, align 8 = \"x\" + 23 zero [8: @text+3, "
                      "16: @declared]\n"
                      "extern @elsewhere: 0 bytes, align 1\n"
                      "\n"
                      "declare @declared(64, ...)\n");
  buffer_free(&out);
  ir_program_free(program);
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(a_loop_reads_like_a_loop),
      cmocka_unit_test(instructions_show_what_they_need),
      cmocka_unit_test(constants_print_as_a_reader_wants_them),
      cmocka_unit_test(addresses_and_calls_have_names),
      cmocka_unit_test(switches_list_their_cases),
      cmocka_unit_test(programs_show_their_globals),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}

/* Coverage by source lines, on functions built by hand. */
#include "exec/coverable.h"
#include "exec/coverage.h"
#include "ir/builder.h"
#include "report/lines.h"
#include "util/buffer.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

struct sample {
  struct ir_program *program;
  struct coverage coverage;
};

static uint32_t place(struct ir_program *program, const char *file, uint32_t line,
                      uint32_t column) {
  return ir_add_loc(
      program,
      (struct ir_loc){.file = ir_intern_string(program, file), .line = line, .column = column});
}

static struct ir_func *add_func(struct ir_program *program, const char *name, bool is_local,
                                uint32_t loc) {
  struct ir_func *func = ir_add_func(program, name, is_local);
  func->has_body = true;
  func->loc = loc;
  return func;
}

static void emit(struct ir_func *func, uint16_t op, uint32_t loc, uint32_t a, uint32_t b,
                 uint32_t c) {
  ir_emit(func, (struct ir_ins){.op = op, .loc = loc, .a = a, .b = b, .c = c});
}

static uint32_t add_call(struct ir_func *func, uint32_t callee, uint32_t loc) {
  uint32_t call = (uint32_t)func->calls.count;
  vec_push(&func->calls, ((struct ir_call){0}));
  emit(func, IR_CALL, loc, ir_const_func(func, callee), call, 0);
  return call;
}

/* b.c:   1  helper: ret                          (number 0)
   a.c:  10  main:
         11    if (…)   two edges                 (number 1)
         12      call helper; 13 after the call
         14    else: a switch of four cases, of which two share their edge and a third goes the
               same way
         15    end, three blocks */
static void build(struct sample *sample) {
  struct ir_program *program = sample->program = ir_program_new();
  struct ir_func *helper = add_func(program, "helper", false, place(program, "b.c", 1, 1));
  ir_start_block(helper, ir_new_block(helper));
  emit(helper, IR_RET, place(program, "b.c", 1, 20), 0, 0, 0);
  ir_end_block(helper, 0);

  struct ir_func *func = add_func(program, "main", false, place(program, "a.c", 10, 1));
  for (int i = 0; i < 6; i++) ir_new_block(func);
  ir_start_block(func, 0);
  uint32_t yes = ir_new_edge(func, 1, NULL, 0), no = ir_new_edge(func, 2, NULL, 0);
  emit(func, IR_CONDBR, place(program, "a.c", 11, 7), ir_const_int(func, 1, 1), yes, no);
  ir_end_block(func, 0);
  ir_start_block(func, 1);
  add_call(func, helper->number, place(program, "a.c", 12, 5));
  emit(func, IR_BR, place(program, "a.c", 13, 5), ir_new_edge(func, 3, NULL, 0), 0, 0);
  ir_end_block(func, 1);
  ir_start_block(func, 2);
  uint32_t shared = ir_new_edge(func, 3, NULL, 0), other = ir_new_edge(func, 4, NULL, 0);
  uint32_t fallback = ir_new_edge(func, 5, NULL, 0), same = ir_new_edge(func, 3, NULL, 0);
  vec_push(&func->cases, ((struct ir_case){1, shared}));
  vec_push(&func->cases, ((struct ir_case){2, shared}));
  vec_push(&func->cases, ((struct ir_case){3, other}));
  vec_push(&func->cases, ((struct ir_case){4, same}));
  ir_emit(func, (struct ir_ins){.op = IR_SWITCH,
                                .loc = place(program, "a.c", 14, 5),
                                .width = 8,
                                .a = ir_const_int(func, 8, 0),
                                .b = 0,
                                .c = 4,
                                .dst = fallback});
  ir_end_block(func, 2);
  for (uint32_t block = 3; block < 6; block++) {
    ir_start_block(func, block);
    emit(func, IR_RET, place(program, "a.c", 15, 1), 0, 0, 0);
    ir_end_block(func, block);
  }
  coverage_init(&sample->coverage, program);
}

static struct lines *new_lines(const struct ir_program *program, bool has_libc) {
  struct coverable_options options = {.has_libc = has_libc};
  struct coverable *coverable = coverable_new(program, &options);
  struct lines *lines = lines_new(program, coverable);
  coverable_free(coverable);
  return lines;
}

static void discard(struct sample *sample, struct lines *lines) {
  lines_free(lines);
  coverage_free(&sample->coverage, sample->program);
  ir_program_free(sample->program);
}

static void expect_totals(const struct lines *lines, unsigned lines_hit, unsigned branches_hit,
                          unsigned functions_hit) {
  struct line_totals totals = lines_totals(lines);
  assert_int_equal(totals.lines, 6);
  assert_int_equal(totals.branches, 5);
  assert_int_equal(totals.functions, 2);
  assert_int_equal(totals.lines_hit, lines_hit);
  assert_int_equal(totals.branches_hit, branches_hit);
  assert_int_equal(totals.functions_hit, functions_hit);
}

static void test_growth(void **state) {
  (void)state;
  struct sample sample;
  build(&sample);
  struct lines *lines = new_lines(sample.program, false);
  lines_update(lines, &sample.coverage);
  expect_totals(lines, 0, 0, 0);
  coverage_enter(&sample.coverage, sample.program, 1);
  lines_update(lines, &sample.coverage);
  expect_totals(lines, 1, 0, 1);
  coverage_take_edge(&sample.coverage, sample.program, 1, 0);
  lines_update(lines, &sample.coverage);
  expect_totals(lines, 2, 1, 1); /* line 12; the call has not returned, so not line 13 */
  coverage_enter(&sample.coverage, sample.program, 0);
  lines_update(lines, &sample.coverage);
  expect_totals(lines, 3, 1, 2);
  coverage_return(&sample.coverage, sample.program, 1, 0);
  lines_update(lines, &sample.coverage);
  expect_totals(lines, 4, 1, 2);
  coverage_take_edge(&sample.coverage, sample.program, 1, 2);
  lines_update(lines, &sample.coverage);
  expect_totals(lines, 5, 1, 2);
  coverage_take_edge(&sample.coverage, sample.program, 1, 1);
  coverage_take_edge(&sample.coverage, sample.program, 1, 6); /* the case that goes the same way */
  lines_update(lines, &sample.coverage);
  expect_totals(lines, 6, 3, 2);
  discard(&sample, lines);
}

static void expect_lcov(const struct lines *lines, const char *expected) {
  struct buffer out = {0};
  lines_write_lcov(lines, &out);
  assert_string_equal(out.text, expected);
  buffer_free(&out);
}

static void test_lcov(void **state) {
  (void)state;
  struct sample sample;
  build(&sample);
  struct lines *lines = new_lines(sample.program, false);
  coverage_enter(&sample.coverage, sample.program, 1);
  coverage_take_edge(&sample.coverage, sample.program, 1, 1);
  lines_update(lines, &sample.coverage);
  expect_lcov(lines, "TN:smew\nSF:a.c\nFN:10,main\nFNDA:1,main\nFNF:1\nFNH:1\n"
                     "BRDA:11,0,0,0\nBRDA:11,0,1,1\n"
                     "BRDA:14,0,0,-\nBRDA:14,0,1,-\nBRDA:14,0,2,-\nBRF:5\nBRH:1\n"
                     "DA:11,1\nDA:12,0\nDA:13,0\nDA:14,1\nDA:15,0\nLF:5\nLH:2\nend_of_record\n"
                     "TN:smew\nSF:b.c\nFN:1,helper\nFNDA:0,helper\nFNF:1\nFNH:0\nBRF:0\nBRH:0\n"
                     "DA:1,0\nLF:1\nLH:0\nend_of_record\n");
  discard(&sample, lines);
}

/* A static function of a header is one function of the source, however often it was
   compiled; so are its lines. */
static void test_copies_are_one(void **state) {
  (void)state;
  struct sample sample = {.program = ir_program_new()};
  for (int i = 0; i < 3; i++) {
    struct ir_func *func =
        add_func(sample.program, "inline_me", true, place(sample.program, "h.h", 3, 1));
    ir_start_block(func, ir_new_block(func));
    emit(func, IR_RET, place(sample.program, "h.h", 4, 3), 0, 0, 0);
    ir_end_block(func, 0);
  }
  coverage_init(&sample.coverage, sample.program);
  coverage_enter(&sample.coverage, sample.program, 1);
  struct lines *lines = new_lines(sample.program, false);
  lines_update(lines, &sample.coverage);
  struct line_totals totals = lines_totals(lines);
  assert_int_equal(totals.functions, 1);
  assert_int_equal(totals.functions_hit, 1);
  expect_lcov(lines, "TN:smew\nSF:h.h\nFN:3,inline_me\nFNDA:1,inline_me\nFNF:1\nFNH:1\n"
                     "BRF:0\nBRH:0\nDA:4,1\nLF:1\nLH:1\nend_of_record\n");
  discard(&sample, lines);
}

static void test_libc_is_left_out(void **state) {
  (void)state;
  static const char *const files[] = {"build/libc/musl/src/stdio/puts.c", "runtime/posix/file.c",
                                      "runtime/libc/start.c", "runtime/main.c"};
  struct sample sample = {.program = ir_program_new()};
  for (int i = 0; i < 4; i++) {
    char name[] = {(char)('f' + i), '\0'};
    struct ir_func *func =
        add_func(sample.program, name, false, place(sample.program, files[i], 1, 1));
    func->is_library = i >= 2; /* the loader's word counts, not the path */
    ir_start_block(func, ir_new_block(func));
    emit(func, IR_RET, place(sample.program, files[i], 2, 1), 0, 0, 0);
    ir_end_block(func, 0);
  }
  coverage_init(&sample.coverage, sample.program);
  struct lines *lines = new_lines(sample.program, false);
  assert_int_equal(lines_totals(lines).lines, 2);
  assert_int_equal(lines_totals(lines).functions, 2);
  lines_free(lines);
  lines = new_lines(sample.program, true);
  assert_int_equal(lines_totals(lines).lines, 4);
  discard(&sample, lines);
}

/* A program without debug information has no lines, and that is no fault. */
static void test_no_locations(void **state) {
  (void)state;
  struct sample sample = {.program = ir_program_new()};
  struct ir_func *func = add_func(sample.program, "main", false, 0);
  ir_start_block(func, ir_new_block(func));
  emit(func, IR_RET, 0, 0, 0, 0);
  ir_end_block(func, 0);
  coverage_init(&sample.coverage, sample.program);
  coverage_enter(&sample.coverage, sample.program, 0);
  struct lines *lines = new_lines(sample.program, true);
  lines_update(lines, &sample.coverage);
  assert_int_equal(lines_totals(lines).lines, 0);
  struct buffer out = {0};
  lines_write_lcov(lines, &out);
  assert_int_equal(out.length, 0);
  discard(&sample, lines);
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(test_growth),         cmocka_unit_test(test_lcov),
      cmocka_unit_test(test_copies_are_one), cmocka_unit_test(test_libc_is_left_out),
      cmocka_unit_test(test_no_locations),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}

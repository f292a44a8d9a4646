/* Every integer operation at every kind of width, with its operands in registers and as
   constants in each position, against the definition. */
#include "../util/random.h"
#include "reference.h"
#include "rig.h"

static const unsigned widths[] = {1, 7, 8, 13, 16, 24, 32, 33, 48, 63, 64, 65, 80, 100, 127, 128};
enum { WIDTH_COUNT = sizeof widths / sizeof *widths, MAX_VALUES = 20 };

/* Values where carries, signs and words begin and end. */
static unsigned list_values(unsigned width, u128 *values) {
  u128 all = rig_mask(width), top = (u128)1 << (width - 1);
  struct random random = {width};
  const u128 wanted[] = {0,
                         1,
                         2,
                         3,
                         width,
                         width - 1,
                         all,
                         all - 1,
                         top,
                         top + 1,
                         top - 1,
                         all / 3,
                         all / 255 * 16,
                         (u128)1 << 63,
                         ((u128)1 << 64) - 1};
  unsigned count = 0;
  for (size_t i = 0; i < sizeof wanted / sizeof *wanted; i++)
    if ((wanted[i] & ~all) == 0) values[count++] = wanted[i];
  while (count < MAX_VALUES - 2) {
    u128 value = (u128)random_next(&random) << 64 | random_next(&random);
    values[count++] = value >> random_below(&random, 128) & all;
  }
  return count;
}

/* An operation that was emitted, and what it should give. */
struct check {
  unsigned op, width, form;
  u128 x, y, wanted;
};
typedef VEC(struct check) check_list;

static void run_checks(struct rig *rig, check_list *checks) {
  rig_finish(rig, rig->start);
  rig_close(rig->start, (uint32_t)rig->start->blocks.count - 1);
  rig_run(rig);
  for (uint32_t i = 0; i < checks->count; i++) {
    const struct check *check = &checks->data[i];
    u128 actual = rig_read(rig, i);
    if (actual == check->wanted) continue;
    fail_msg("%s %u bits, form %u, of 0x%llx%016llx and 0x%llx%016llx: 0x%llx%016llx instead of "
             "0x%llx%016llx",
             ir_opcode_names[check->op], check->width, check->form,
             (unsigned long long)(check->x >> 64), (unsigned long long)check->x,
             (unsigned long long)(check->y >> 64), (unsigned long long)check->y,
             (unsigned long long)(actual >> 64), (unsigned long long)actual,
             (unsigned long long)(check->wanted >> 64), (unsigned long long)check->wanted);
  }
  rig_end(rig);
  vec_free(checks);
}

/* The operand as a register or, with `is_const`, as a constant. */
static ir_operand operand(struct rig *rig, unsigned width, u128 value, bool is_const) {
  return is_const ? rig_const(rig->start, width, value) : rig_value(rig, rig->start, width, value);
}

static void check_binary(unsigned op, unsigned width) {
  struct rig rig;
  check_list checks = {0};
  u128 values[MAX_VALUES];
  unsigned count = list_values(width, values);
  bool is_shift = op == IR_SHL || op == IR_LSHR || op == IR_ASHR;
  rig_begin(&rig);
  for (unsigned i = 0; i < count; i++)
    for (unsigned k = 0; k < count; k++)
      for (unsigned form = 0; form < 4; form++) {
        bool is_bad = reference_fails(op, width, values[i], values[k]);
        if (is_bad && !is_shift) continue;
        unsigned aux = is_shift && !is_bad && (i + k) % 2 ? IR_CHECKED : 0;
        ir_operand a = operand(&rig, width, values[i], form & 1);
        ir_operand b = operand(&rig, width, values[k], form & 2);
        rig_result(&rig, rig.start, rig_binary(&rig, rig.start, op, width, aux, a, b));
        u128 wanted = reference_binary(op, width, values[i], values[k]);
        vec_push(&checks, ((struct check){op, width, form, values[i], values[k], wanted}));
      }
  run_checks(&rig, &checks);
}

static void test_binary_operations(void **state) {
  (void)state;
  for (unsigned op = IR_ADD; op <= IR_SMULO; op++)
    for (unsigned i = 0; i < WIDTH_COUNT; i++) check_binary(op, widths[i]);
}

/* Both operands the same register. */
static void test_operand_used_twice(void **state) {
  (void)state;
  for (unsigned i = 0; i < WIDTH_COUNT; i++) {
    struct rig rig;
    check_list checks = {0};
    u128 values[MAX_VALUES];
    unsigned width = widths[i], count = list_values(width, values);
    rig_begin(&rig);
    for (unsigned op = IR_ADD; op <= IR_SMULO; op++)
      for (unsigned k = 0; k < count; k++) {
        if (reference_fails(op, width, values[k], values[k])) continue;
        ir_operand a = rig_value(&rig, rig.start, width, values[k]);
        rig_result(&rig, rig.start, rig_binary(&rig, rig.start, op, width, 0, a, a));
        u128 wanted = reference_binary(op, width, values[k], values[k]);
        vec_push(&checks, ((struct check){op, width, 0, values[k], values[k], wanted}));
      }
    run_checks(&rig, &checks);
  }
}

static void test_unary_operations(void **state) {
  (void)state;
  for (unsigned i = 0; i < WIDTH_COUNT; i++) {
    struct rig rig;
    check_list checks = {0};
    u128 values[MAX_VALUES];
    unsigned width = widths[i], count = list_values(width, values);
    rig_begin(&rig);
    for (unsigned op = IR_MOV; op <= IR_CTTZ; op++)
      for (unsigned k = 0; k < count; k++)
        for (unsigned form = 0; form < 2; form++) {
          if (op == IR_BSWAP && width % 8 != 0) continue;
          ir_operand a = operand(&rig, width, values[k], form);
          rig_result(&rig, rig.start, rig_unary(&rig, rig.start, op, width, a));
          u128 wanted = reference_unary(op, width, values[k]);
          vec_push(&checks, ((struct check){op, width, form, values[k], 0, wanted}));
        }
    run_checks(&rig, &checks);
  }
}

static void check_conversion(unsigned op, unsigned from, unsigned to) {
  struct rig rig;
  check_list checks = {0};
  u128 values[MAX_VALUES];
  unsigned count = list_values(from, values);
  rig_begin(&rig);
  for (unsigned k = 0; k < count; k++)
    for (unsigned form = 0; form < 2; form++) {
      ir_operand a = operand(&rig, from, values[k], form);
      rig_result(&rig, rig.start, rig_convert(&rig, rig.start, op, from, to, a));
      u128 wanted = reference_convert(op, from, to, values[k]);
      vec_push(&checks, ((struct check){op, to, form, values[k], from, wanted}));
    }
  run_checks(&rig, &checks);
}

static void test_conversions(void **state) {
  (void)state;
  for (unsigned i = 0; i < WIDTH_COUNT; i++)
    for (unsigned k = 0; k < i; k++) {
      check_conversion(IR_TRUNC, widths[i], widths[k]);
      check_conversion(IR_ZEXT, widths[k], widths[i]);
      check_conversion(IR_SEXT, widths[k], widths[i]);
    }
}

static void test_select(void **state) {
  (void)state;
  for (unsigned i = 0; i < WIDTH_COUNT; i++) {
    struct rig rig;
    check_list checks = {0};
    u128 values[MAX_VALUES];
    unsigned width = widths[i], count = list_values(width, values);
    rig_begin(&rig);
    for (unsigned k = 0; k < count; k++)
      for (unsigned form = 0; form < 16; form++) {
        u128 x = values[k], y = values[(k + 3) % count];
        ir_operand condition = operand(&rig, 1, form & 1, form & 2);
        ir_operand a = operand(&rig, width, x, form & 4);
        ir_operand b = operand(&rig, width, y, form & 8);
        rig_result(&rig, rig.start,
                   rig_ternary(&rig, rig.start, IR_SELECT, width, condition, a, b));
        vec_push(&checks, ((struct check){IR_SELECT, width, form, x, y, form & 1 ? x : y}));
      }
    run_checks(&rig, &checks);
  }
}

/* A comparison and the branch that it decides, which may become one operation; once the
   comparison is used for something else too, so that it may not. */
static void emit_branch(struct rig *rig, unsigned op, unsigned width, ir_operand a, ir_operand b,
                        bool has_other_use) {
  struct ir_func *func = rig->start;
  uint32_t here = (uint32_t)func->blocks.count - 1, param;
  uint32_t after = rig_block(func, (unsigned[]){8}, 1, &param);
  ir_operand test = rig_binary(rig, func, op, width, 0, a, b);
  ir_operand one = has_other_use ? (ir_operand)rig_convert(rig, func, IR_ZEXT, 1, 8, test)
                                 : ir_const_int(func, 8, 1);
  ir_operand zero = ir_const_int(func, 8, 0);
  rig_branch(rig, func, test, ir_new_edge(func, after, &one, 1),
             ir_new_edge(func, after, &zero, 1));
  rig_close(func, here);
  ir_start_block(func, after);
  rig_result(rig, func, param);
}

static void test_branches(void **state) {
  (void)state;
  for (unsigned op = IR_EQ; op <= IR_SLE; op++)
    for (unsigned i = 0; i < WIDTH_COUNT; i++) {
      struct rig rig;
      check_list checks = {0};
      u128 values[MAX_VALUES];
      unsigned width = widths[i], count = list_values(width, values);
      rig_begin(&rig);
      for (unsigned k = 0; k < count; k++)
        for (unsigned m = 0; m < count; m += 1 + (k + m) % 2)
          for (unsigned form = 0; form < 5; form++) {
            ir_operand a = operand(&rig, width, values[k], form & 1);
            ir_operand b = operand(&rig, width, values[m], form & 2);
            emit_branch(&rig, op, width, a, b, form == 4);
            u128 wanted = reference_binary(op, width, values[k], values[m]);
            vec_push(&checks, ((struct check){op, width, form, values[k], values[m], wanted}));
          }
      run_checks(&rig, &checks);
    }
}

/* The error of each operation, with operands in every form, at its own line. */
static void check_error(unsigned op, unsigned width, u128 x, u128 y, unsigned form,
                        enum error_kind kind, const char *message) {
  struct rig rig;
  rig_begin(&rig);
  rig_at_line(&rig, 10);
  ir_operand a = operand(&rig, width, x, form & 1), b = operand(&rig, width, y, form & 2);
  rig_at_line(&rig, 20);
  unsigned aux = op >= IR_SHL ? IR_CHECKED : 0;
  uint32_t value = rig_binary(&rig, rig.start, op, width, aux, a, b);
  rig_at_line(&rig, 30);
  rig_result(&rig, rig.start, value);
  rig_close_start(&rig);
  rig_run_to_error(&rig, kind, message, 20);
  rig_end(&rig);
}

static void test_division_errors(void **state) {
  (void)state;
  for (unsigned i = 0; i < WIDTH_COUNT; i++)
    for (unsigned form = 0; form < 4; form++)
      for (unsigned op = IR_UDIV; op <= IR_SREM; op++) {
        unsigned width = widths[i];
        u128 all = rig_mask(width), top = (u128)1 << (width - 1);
        check_error(op, width, top, 0, form, ERROR_DIVISION, "division by zero");
        check_error(op, width, 0, 0, form, ERROR_DIVISION, "division by zero");
        if (op == IR_SDIV || op == IR_SREM)
          check_error(op, width, top, all, form, ERROR_OVERFLOW, "signed division overflow");
      }
}

static void test_overshift_errors(void **state) {
  (void)state;
  for (unsigned i = 0; i < WIDTH_COUNT; i++)
    for (unsigned form = 0; form < 4; form++)
      for (unsigned op = IR_SHL; op <= IR_ASHR; op++) {
        unsigned width = widths[i];
        u128 all = rig_mask(width > 64 ? 64 : width);
        char message[100];
        if (all < width) continue;
        const uint64_t amounts[] = {width, (uint64_t)all};
        for (int k = 0; k < 2; k++) {
          snprintf(message, sizeof message, "shift amount %llu is not less than the width %u",
                   (unsigned long long)amounts[k], width);
          check_error(op, width, 1, amounts[k], form, ERROR_OVERSHIFT, message);
        }
      }
}

static void test_overshift_by_a_wide_amount(void **state) {
  (void)state;
  for (unsigned form = 0; form < 4; form++)
    check_error(IR_SHL, 100, 1, (u128)3 << 64 | 5, form, ERROR_OVERSHIFT,
                "shift amount 0x30000000000000005 is not less than the width 100");
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(test_binary_operations),
      cmocka_unit_test(test_operand_used_twice),
      cmocka_unit_test(test_unary_operations),
      cmocka_unit_test(test_conversions),
      cmocka_unit_test(test_select),
      cmocka_unit_test(test_branches),
      cmocka_unit_test(test_division_errors),
      cmocka_unit_test(test_overshift_errors),
      cmocka_unit_test(test_overshift_by_a_wide_amount),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}

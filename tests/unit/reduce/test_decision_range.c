/* Tests for reduce/redundant/decision_range.h: all ranges of three bits, against trying every
 * value. */
#include "../ir/support.h"
#include "ir/ir.h"
#include "ir/operands.h"
#include "reduce/redundant/decision_range.h"
#include "util/alloc.h"

enum { WIDTH = 3, SIZE = 1 << WIDTH };

static void test_members(void **state) {
  (void)state;
  for (uint64_t first = 0; first < SIZE; first++)
    for (uint64_t last = 0; last < SIZE; last++) {
      struct decision_range range = {WIDTH, first, last};
      for (uint64_t value = 0; value < SIZE; value++)
        assert_int_equal(decision_range_has(&range, value), first <= last
                                                                ? value >= first && value <= last
                                                                : value >= first || value <= last);
    }
}

static void check_intersection(struct decision_range a, struct decision_range b) {
  struct decision_range both = a;
  if (!decision_range_intersect(&both, &b)) return;
  for (uint64_t value = 0; value < SIZE; value++)
    assert_int_equal(decision_range_has(&both, value),
                     decision_range_has(&a, value) && decision_range_has(&b, value));
}

static void test_intersection_has_what_both_have(void **state) {
  (void)state;
  for (unsigned i = 0; i < SIZE * SIZE; i++)
    for (unsigned k = 0; k < SIZE * SIZE; k++)
      check_intersection((struct decision_range){WIDTH, i / SIZE, i % SIZE},
                         (struct decision_range){WIDTH, k / SIZE, k % SIZE});
  struct decision_range one = {WIDTH, 1, 4}, other = {WIDTH, 3, 6};
  assert_true(decision_range_intersect(&one, &other));
  assert_int_equal(one.first, 3);
  assert_int_equal(one.last, 4);
}

/* One instruction: an operation of a parameter and a constant, on either side. */
struct sample {
  struct ir_func func;
  struct ir_ins ins;
};

static uint64_t result_of(const struct sample *sample, uint64_t constant, bool is_left,
                          uint64_t value) {
  const struct ir_ins *ins = &sample->ins;
  uint64_t mask = SIZE - 1, sign = SIZE / 2;
  int64_t x = (int64_t)((is_left ? constant : value) ^ sign) - (int64_t)sign;
  int64_t y = (int64_t)((is_left ? value : constant) ^ sign) - (int64_t)sign;
  uint64_t a = (uint64_t)x & mask, b = (uint64_t)y & mask;
  switch (ins->op) {
  case IR_ADD: return (a + b) & mask;
  case IR_SUB: return (a - b) & mask;
  case IR_EQ: return a == b;
  case IR_NE: return a != b;
  case IR_ULT: return a < b;
  case IR_ULE: return a <= b;
  case IR_SLT: return x < y;
  case IR_SLE: return x <= y;
  default: return 0;
  }
}

/* Returns whether there was a range. */
static bool check_operation(unsigned op, uint64_t constant, bool is_left,
                            struct decision_range result) {
  struct sample sample = {0};
  struct ir_const entry = {.kind = IR_CONST_INT, .width = WIDTH, .value = constant};
  vec_push(&sample.func.consts, entry);
  sample.ins = (struct ir_ins){.op = (uint16_t)op, .width = WIDTH, .dst = 1};
  sample.ins.a = is_left ? IR_CONST : 0;
  sample.ins.b = is_left ? 0 : IR_CONST;
  struct decision_range range;
  uint32_t operand = decision_range_of_operand(&sample.func, &sample.ins, &result, &range);
  vec_free(&sample.func.consts);
  if (operand == IR_NONE) return false;
  assert_int_equal(operand, 0);
  for (uint64_t value = 0; value < SIZE; value++)
    assert_int_equal(decision_range_has(&range, value),
                     decision_range_has(&result, result_of(&sample, constant, is_left, value)));
  return true;
}

static void test_operations_with_constants(void **state) {
  (void)state;
  static const unsigned compare[] = {IR_EQ, IR_NE, IR_ULT, IR_ULE, IR_SLT, IR_SLE};
  unsigned known = 0;
  for (uint64_t constant = 0; constant < SIZE; constant++)
    for (unsigned is_left = 0; is_left < 2; is_left++) {
      for (size_t i = 0; i < sizeof compare / sizeof *compare; i++)
        for (uint64_t side = 0; side < 2; side++)
          known += check_operation(compare[i], constant, is_left, decision_range_of(1, side));
      for (unsigned i = 0; i < SIZE * SIZE; i++) {
        struct decision_range result = {WIDTH, i / SIZE, i % SIZE};
        known += check_operation(IR_ADD, constant, is_left, result);
        known += check_operation(IR_SUB, constant, is_left, result);
      }
    }
  assert_true(known > SIZE * SIZE * SIZE);
}

static void check_extension(unsigned op, unsigned from, struct decision_range result) {
  struct ir_func func = {0};
  struct ir_ins ins = {.op = (uint16_t)op, .width = WIDTH, .dst = 1, .c = from};
  struct decision_range range;
  if (decision_range_of_operand(&func, &ins, &result, &range) == IR_NONE) return;
  for (uint64_t value = 0; value < 1u << from; value++) {
    uint64_t sign = 1u << (from - 1);
    uint64_t wide = op == IR_ZEXT ? value : ((value ^ sign) - sign) & (SIZE - 1);
    assert_int_equal(decision_range_has(&range, value), decision_range_has(&result, wide));
  }
}

static void test_extensions(void **state) {
  (void)state;
  for (unsigned i = 0; i < SIZE * SIZE; i++)
    for (unsigned from = 1; from < WIDTH; from++) {
      check_extension(IR_ZEXT, from, (struct decision_range){WIDTH, i / SIZE, i % SIZE});
      check_extension(IR_SEXT, from, (struct decision_range){WIDTH, i / SIZE, i % SIZE});
    }
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(test_members),
      cmocka_unit_test(test_intersection_has_what_both_have),
      cmocka_unit_test(test_operations_with_constants),
      cmocka_unit_test(test_extensions),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}

/* Conditions on one byte: spreading them out agrees with evaluating them for each value. */
#include "../util/random.h"
#include "expr/assignment.h"
#include "expr/expr.h"
#include "expr/softfloat.h"
#include "expr/spread.h"
#include "expr/support.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdlib.h>

#include <cmocka.h>

enum { POOL = 24, TRACES = 60, CONDITIONS = 40 };

struct fixture {
  struct random random;
  struct exprs *exprs;
  struct spread *spread;
  const struct expr_array *array, *table;
  struct expr *pool[POOL];
};

static int set_up(void **state) {
  static struct fixture fixture;
  uint8_t bytes[100];
  fixture = (struct fixture){.random = {7}, .exprs = exprs_new()};
  for (unsigned i = 0; i < sizeof bytes; i++) bytes[i] = (uint8_t)(i * i);
  fixture.array = expr_new_array(fixture.exprs, "in", 8, 64, 4, NULL);
  fixture.table = expr_new_array(fixture.exprs, "table", 8, 64, sizeof bytes, bytes);
  fixture.spread = spread_new(fixture.exprs);
  *state = &fixture;
  return 0;
}

static int tear_down(void **state) {
  struct fixture *f = *state;
  spread_free(f->spread);
  exprs_free(f->exprs);
  return 0;
}

static uint64_t below(struct fixture *f, uint64_t limit) { return random_below(&f->random, limit); }

static struct expr *fit(struct fixture *f, struct expr *e, unsigned width) {
  if (e->width > width)
    return expr_extract(f->exprs, e, (unsigned)below(f, e->width - width + 1), width);
  return below(f, 2) ? expr_zext(f->exprs, e, width) : expr_sext(f->exprs, e, width);
}

static struct expr *pick(struct fixture *f, unsigned width) {
  if (below(f, 5) == 0) return expr_const(f->exprs, width, random_next(&f->random) >> below(f, 64));
  return fit(f, f->pool[below(f, POOL)], width);
}

static struct expr *read_something(struct fixture *f) {
  struct expr *array = expr_array_value(f->exprs, f->table);
  for (uint64_t i = below(f, 4); i-- > 0;)
    array = expr_store(f->exprs, array, pick(f, 64), pick(f, 8));
  return expr_read(f->exprs, array, pick(f, 64));
}

static struct expr *make_float(struct fixture *f) {
  unsigned width = 16u << below(f, 3);
  struct expr *mode = expr_const(f->exprs, FLOAT_ROUNDING_BITS, below(f, 5));
  struct expr *a = expr_sitof(f->exprs, mode, pick(f, 1 + (unsigned)below(f, 64)), width);
  struct expr *b = below(f, 2) ? pick(f, width) : a;
  switch (below(f, 6)) {
  case 0: return expr_fdiv(f->exprs, mode, a, b);
  case 1: return expr_fsqrt(f->exprs, mode, b);
  case 2: return expr_ftosi(f->exprs, mode, expr_fmul(f->exprs, mode, a, b), 33);
  case 3: return expr_flt(f->exprs, b, expr_fadd(f->exprs, mode, a, pick(f, width)));
  case 4: return expr_fconv(f->exprs, mode, b, 16u << below(f, 3));
  default: return width == 16 ? expr_fma(f->exprs, mode, a, b, pick(f, 16)) : b;
  }
}

static struct expr *make(struct fixture *f) {
  static const unsigned widths[] = {1, 7, 8, 16, 32, 33, 64};
  unsigned width = widths[below(f, sizeof widths / sizeof *widths)];
  switch (below(f, 9)) {
  case 4: return make_float(f);
  case 0: return read_something(f);
  case 1: return expr_ite(f->exprs, pick(f, 1), pick(f, width), pick(f, width));
  case 2: return expr_not(f->exprs, pick(f, width));
  case 3:
    return width < 64 ? expr_concat(f->exprs, pick(f, 64 - width), pick(f, width)) : pick(f, 9);
  default: break;
  }
  enum expr_kind kind = EXPR_ADD + (enum expr_kind)below(f, EXPR_SLE - EXPR_ADD + 1);
  return expr_binary(f->exprs, kind, pick(f, width), pick(f, width));
}

static void check_condition(struct fixture *f, struct expr *condition) {
  struct spread_input input;
  struct value_set set;
  uint64_t work = 0;
  if (!spread_find_input(f->exprs, condition->support, &input)) {
    assert_true(condition->support == SUPPORT_EMPTY);
    return;
  }
  assert_true(spread_condition(f->spread, condition, &input, &set, &work));
  for (unsigned value = 0; value < 256; value++) {
    struct assignment *assignment = assignment_new();
    assignment_set(assignment, input.array, input.index, value);
    struct evaluator *evaluator = evaluator_new(f->exprs, assignment);
    assert_int_equal(set.words[value / 64] >> value % 64 & 1,
                     evaluator_value(evaluator, condition));
    evaluator_free(evaluator);
    assignment_free(assignment);
  }
}

static void test_random_conditions_agree_with_evaluation(void **state) {
  struct fixture *f = *state;
  for (unsigned trace = 0; trace < TRACES; trace++) {
    for (unsigned i = 0; i < POOL; i++) f->pool[i] = expr_input(f->exprs, f->array, trace % 4);
    for (unsigned i = 0; i < CONDITIONS; i++) {
      f->pool[below(f, POOL)] = make(f);
      check_condition(f, pick(f, 1));
    }
  }
}

static void test_only_single_small_inputs_are_found(void **state) {
  struct fixture *f = *state;
  struct expr *a = expr_input(f->exprs, f->array, 0), *b = expr_input(f->exprs, f->array, 1);
  const struct expr_array *wide = expr_new_array(f->exprs, "wide", 16, 64, 4, NULL);
  struct spread_input input;
  assert_true(spread_find_input(f->exprs, b->support, &input));
  assert_int_equal(input.array, f->array->number);
  assert_int_equal(input.index, 1);
  assert_false(spread_find_input(f->exprs, expr_add(f->exprs, a, b)->support, &input));
  assert_false(spread_find_input(f->exprs, expr_input(f->exprs, wide, 0)->support, &input));
  assert_false(spread_find_input(f->exprs, SUPPORT_EMPTY, &input));
}

/* Parts of more than 64 bits are left to others; what is asked then is not disturbed. */
static void test_wide_parts_are_refused(void **state) {
  struct fixture *f = *state;
  struct spread_input input;
  struct value_set set;
  uint64_t work = 0;
  struct expr *a = expr_input(f->exprs, f->array, 2), *wide = expr_zext(f->exprs, a, 128);
  struct expr *square = expr_mul(f->exprs, wide, expr_add(f->exprs, wide, wide));
  struct expr *condition =
      expr_ult(f->exprs, square, expr_not(f->exprs, expr_mul(f->exprs, square, square)));
  assert_true(spread_find_input(f->exprs, condition->support, &input));
  assert_false(spread_condition(f->spread, condition, &input, &set, &work));
  check_condition(f, expr_ult(f->exprs, a, expr_const(f->exprs, 8, 77)));
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(test_random_conditions_agree_with_evaluation),
      cmocka_unit_test(test_only_single_small_inputs_are_found),
      cmocka_unit_test(test_wide_parts_are_refused),
  };
  return cmocka_run_group_tests(tests, set_up, tear_down);
}

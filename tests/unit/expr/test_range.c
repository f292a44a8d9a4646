/* Ranges of operators against all values of narrow words: whatever lies in the operands' ranges
   has its result in the range of the result. The ranges of the operands are random, and those
   that no other kind of knowledge sharpens. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include "../util/random.h"
#include "expr/fold.h"
#include "expr/range.h"
#include "expr/substitute.h"

enum { WIDEST = 5, ROUNDS = 400 };

static bool has(unsigned width, const struct expr_range *range, uint64_t value) {
  int64_t as_signed = value_signed(width, value);
  return (value & range->zeros) == 0 && (~value & range->ones) == 0 && value >= range->umin &&
         value <= range->umax && as_signed >= range->smin && as_signed <= range->smax;
}

/* A range with the value in it. */
static struct expr_range random_range(struct random *random, unsigned width, uint64_t value) {
  struct expr_range range = range_full(width);
  int64_t as_signed = value_signed(width, value);
  uint64_t mask = value_mask(width), known = random_next(random) & random_next(random) & mask;
  if (random_chance(random, 50)) {
    range.ones = value & known;
    range.zeros = ~value & known;
  }
  if (random_chance(random, 50)) range.umin = value - random_below(random, (unsigned)value + 1);
  if (random_chance(random, 50))
    range.umax = value + random_below(random, (unsigned)(mask - value) + 1);
  if (random_chance(random, 50))
    range.smin = as_signed - random_below(random, (unsigned)(as_signed - range.smin) + 1);
  if (random_chance(random, 50))
    range.smax = as_signed + random_below(random, (unsigned)(range.smax - as_signed) + 1);
  return expr_range_refine(width, range);
}

static uint64_t result_of(struct exprs *exprs, enum expr_kind kind, unsigned width, uint64_t a,
                          uint64_t b) {
  return expr_const_value(
      fold_binary(exprs, kind, expr_const(exprs, width, a), expr_const(exprs, width, b)));
}

static void check_operator(struct exprs *exprs, struct random *random, enum expr_kind kind,
                           unsigned width) {
  uint64_t mask = value_mask(width), x = random_next(random) & mask, y = random_next(random) & mask;
  struct expr_range a = random_range(random, width, x), b = random_range(random, width, y);
  struct expr_range result = range_binary(kind, width, &a, &b);
  assert_true(has(width, &a, x) && has(width, &b, y));
  for (x = 0; x <= mask; x++)
    for (y = 0; y <= mask; y++)
      if (has(width, &a, x) && has(width, &b, y))
        assert_true(has(width, &result, result_of(exprs, kind, width, x, y)));
}

static void results_lie_in_their_ranges(void **state) {
  (void)state;
  struct exprs *exprs = exprs_new();
  struct random random = {5};
  for (unsigned width = 1; width <= WIDEST; width++)
    for (unsigned round = 0; round < ROUNDS; round++) {
#define X(name, kind) check_operator(exprs, &random, EXPR_##kind, width);
      EXPR_OPERATORS(X)
#undef X
    }
  exprs_free(exprs);
}

static void squares_lie_in_their_ranges(void **state) {
  (void)state;
  struct random random = {6};
  for (unsigned width = 1; width <= 8; width++)
    for (unsigned round = 0; round < 4 * ROUNDS; round++) {
      uint64_t mask = value_mask(width);
      struct expr_range a = random_range(&random, width, random_next(&random) & mask);
      struct expr_range result = range_square(width, &a);
      for (uint64_t x = 0; x <= mask; x++)
        if (has(width, &a, x)) assert_true(has(width, &result, x * x & mask));
    }
}

/* What is known of squares, and of no other products. */
static void squares_are_not_negative(void **state) {
  (void)state;
  struct expr_range full = range_full(64), small = range_full(64), odd = range_full(32);
  struct expr_range result = range_square(64, &full);
  assert_int_equal(result.zeros, 2);
  assert_true(result.smin == INT64_MIN);
  small.smin = -3037000499;
  small.smax = 3037000499;
  result = range_square(64, &small);
  assert_true(result.smin == 0 && result.smax == INT64_C(3037000499) * 3037000499);
  small.smin--;
  result = range_square(64, &small);
  assert_true(result.smin == INT64_MIN);
  odd.ones = 1;
  result = range_square(32, &odd);
  assert_true(result.ones == 1 && result.zeros == 6);
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(results_lie_in_their_ranges),
      cmocka_unit_test(squares_lie_in_their_ranges),
      cmocka_unit_test(squares_are_not_negative),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}

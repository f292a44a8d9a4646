/* Conditions of overflow against exact arithmetic: narrow operands on all values, wide ones on
   values whose results lie near the limits; each with both operands symbolic, with either of
   them constant, and with the same one twice. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include "../util/random.h"
#include "expr/assignment.h"
#include "expr/expr.h"
#include "expr/overflow.h"

typedef __int128 wide;

enum { SUM, DIFFERENCE, PRODUCT, UNSIGNED_PRODUCT, OPERATIONS };

struct world {
  struct exprs *exprs;
  const struct expr_array *array;
  struct assignment *assignment;
  uint64_t counts[2]; /* of what does not fit, and of what does */
};

static uint64_t mask_of(unsigned width) { return UINT64_MAX >> (64 - width); }

static wide signed_of(unsigned width, uint64_t value) {
  return (int64_t)(value << (64 - width)) >> (64 - width);
}

static bool fits(unsigned operation, unsigned width, uint64_t x, uint64_t y) {
  if (operation == UNSIGNED_PRODUCT) return ((unsigned __int128)x * y) >> width == 0;
  wide a = signed_of(width, x), b = signed_of(width, y), most = ((wide)1 << (width - 1)) - 1;
  wide result = operation == SUM ? a + b : operation == DIFFERENCE ? a - b : a * b;
  return result <= most && result >= -most - 1;
}

static struct expr *condition(struct exprs *exprs, unsigned operation, struct expr *a,
                              struct expr *b) {
  switch (operation) {
  case SUM: return expr_signed_sum_fits(exprs, a, b);
  case DIFFERENCE: return expr_signed_difference_fits(exprs, a, b);
  case PRODUCT: return expr_signed_product_fits(exprs, a, b);
  default: return expr_unsigned_product_fits(exprs, a, b);
  }
}

static void check(struct world *w, unsigned width, uint64_t x, uint64_t y) {
  struct exprs *exprs = w->exprs;
  struct expr *a = expr_extract(exprs, expr_input(exprs, w->array, 0), 0, width);
  struct expr *b = expr_extract(exprs, expr_input(exprs, w->array, 1), 0, width);
  struct expr *first = expr_const(exprs, width, x), *second = expr_const(exprs, width, y);
  assignment_set(w->assignment, w->array->number, 0, x);
  assignment_set(w->assignment, w->array->number, 1, y);
  struct evaluator *evaluator = evaluator_new(exprs, w->assignment);
  for (unsigned k = 0; k < OPERATIONS; k++) {
    bool expected = fits(k, width, x, y);
    w->counts[expected]++;
    assert_int_equal(evaluator_value(evaluator, condition(exprs, k, a, b)), expected);
    assert_int_equal(evaluator_value(evaluator, condition(exprs, k, a, second)), expected);
    assert_int_equal(evaluator_value(evaluator, condition(exprs, k, first, b)), expected);
    assert_int_equal(evaluator_value(evaluator, condition(exprs, k, first, second)), expected);
    assert_int_equal(evaluator_value(evaluator, condition(exprs, k, a, a)), fits(k, width, x, x));
  }
  evaluator_free(evaluator);
}

static struct world start(void) {
  struct world w = {.exprs = exprs_new(), .assignment = assignment_new()};
  w.array = expr_new_array(w.exprs, "in", 64, 64, 2, NULL);
  return w;
}

static void finish(struct world *w) {
  assert_true(w->counts[0] > 100 && w->counts[1] > 100);
  assignment_free(w->assignment);
  exprs_free(w->exprs);
}

static void narrow_operands_overflow_as_they_should(void **state) {
  (void)state;
  struct world w = start();
  for (unsigned width = 1; width <= 5; width++)
    for (uint64_t x = 0; x <= mask_of(width); x++)
      for (uint64_t y = 0; y <= mask_of(width); y++) check(&w, width, x, y);
  finish(&w);
}

/* A divisor of the limit or a neighbour of one, of either sign. */
static void wide_operands_overflow_as_they_should(void **state) {
  (void)state;
  static const unsigned char widths[] = {31, 32, 33, 40, 47, 63, 64};
  struct world w = start();
  struct random random = {7};
  for (unsigned round = 0; round < 3000; round++) {
    unsigned width = widths[random_below(&random, sizeof widths)];
    uint64_t mask = mask_of(width), x = random_next(&random) >> (64 - width);
    x >>= random_below(&random, width);
    if (random_chance(&random, 30)) x = (uint64_t)1 << random_below(&random, width);
    uint64_t limit = random_chance(&random, 50) ? mask : mask / 2 + random_below(&random, 2);
    uint64_t y = (x ? limit / x : limit) + random_below(&random, 5) - 2;
    if (random_chance(&random, 20)) y = limit - x + random_below(&random, 5) - 2;
    if (random_chance(&random, 40)) x = -x;
    if (random_chance(&random, 40)) y = -y;
    check(&w, width, x & mask, y & mask);
  }
  finish(&w);
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(narrow_operands_overflow_as_they_should),
      cmocka_unit_test(wide_operands_overflow_as_they_should),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}

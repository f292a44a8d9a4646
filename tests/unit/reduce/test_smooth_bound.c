/* For how many iterations a term does not wrap around: all values, strides and kinds of 8 bits. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include "expr/expr.h"
#include "reduce/loop_summary/induction.h"

static unsigned steps_until_wrap(int value, int stride, bool is_signed) {
  int least = is_signed ? -128 : 0, most = is_signed ? 127 : 255;
  unsigned steps = 0;
  for (value += stride; value >= least && value <= most; value += stride) steps++;
  return steps;
}

static void check_all(bool is_signed) {
  struct exprs *exprs = exprs_new();
  for (unsigned byte = 0; byte < 256; byte++)
    for (int stride = -128; stride < 128; stride++) {
      if (stride == 0) continue;
      struct expr *now = expr_const(exprs, 8, byte);
      struct smooth_term term = {.term = now, .stride = stride, .is_signed = is_signed};
      struct expr *bound = smooth_term_bound(exprs, &term, now);
      assert_true(expr_is_const(bound));
      int value = is_signed ? (int8_t)byte : (int)byte;
      assert_int_equal(expr_const_value(bound), steps_until_wrap(value, stride, is_signed));
    }
  exprs_free(exprs);
}

static void unsigned_terms(void **state) {
  (void)state;
  check_all(false);
}

static void signed_terms(void **state) {
  (void)state;
  check_all(true);
}

int main(void) {
  const struct CMUnitTest tests[] = {cmocka_unit_test(unsigned_terms),
                                     cmocka_unit_test(signed_terms)};
  return cmocka_run_group_tests(tests, NULL, NULL);
}

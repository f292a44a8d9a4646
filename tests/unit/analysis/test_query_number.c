/* Numbers of queries: against long doubles where those reach, beyond by logarithms. */
#include "../ir/support.h"

#include "analysis/query_number.h"

#include <math.h>

static struct query_number random_number(uint64_t *seed) {
  double mantissa = 1 + (double)random_below(seed, 1000000) / 1000000;
  double exponent = (double)random_below(seed, 1200) - 200;
  struct query_number number = query_number_of(mantissa);
  for (; exponent >= 200; exponent -= 200) number = query_number_scaled(number, 0x1p200);
  return query_number_scaled(number, exp2(exponent));
}

static long double as_long_double(struct query_number number) {
  return ldexpl(number.mantissa, 256 * number.scale);
}

static void assert_normal(struct query_number number) {
  assert_true(number.mantissa >= 0 && number.mantissa < QUERY_NUMBER_STEP);
  assert_true(number.scale == 0 || (number.scale > 0 && number.mantissa >= 1));
}

static void assert_close(struct query_number number, long double wanted) {
  assert_normal(number);
  if (fabsl(as_long_double(number) - wanted) > 1e-12L * wanted)
    fail_msg("%Lg instead of %Lg", as_long_double(number), wanted);
}

static void test_arithmetic(void **state) {
  (void)state;
  uint64_t seed = 9;
  for (int i = 0; i < 20000; i++) {
    struct query_number a = random_number(&seed), b = random_number(&seed);
    if (random_below(&seed, 20) == 0) a = QUERY_NUMBER_ZERO;
    if (random_below(&seed, 20) == 0) b = a;
    long double x = as_long_double(a), y = as_long_double(b);
    double factor = exp2((double)random_below(&seed, 400) - 200);
    assert_close(query_number_add(a, b), x + y);
    assert_close(query_number_times(a, b), x * y);
    assert_close(query_number_scaled(a, factor), x * factor);
    assert_int_equal(query_number_less(a, b), x < y);
    assert_close(query_number_lesser(a, b), fminl(x, y));
  }
}

static void test_powers(void **state) {
  (void)state;
  for (double g = 0.125; g < 3; g += 0.125)
    for (int n = 0; n < 1000; n += n < 10 ? 1 : 97) {
      struct query_number base = query_number_of(g);
      long double sum = 0, power = 1;
      for (int i = 0; i < n; i++, power *= g) sum += power;
      struct query_number found = query_number_power(base, n);
      assert_normal(found);
      /* Exponents carry the rounding of logarithms. */
      if (fabsl(as_long_double(found) - power) > 1e-10L * power + 1e-300L)
        fail_msg("%g^%d: %Lg", g, n, as_long_double(found));
      found = query_number_sum_powers(base, n);
      assert_normal(found);
      if (fabsl(as_long_double(found) - sum) > 1e-10L * sum)
        fail_msg("sum of %g^i below %d: %Lg instead of %Lg", g, n, as_long_double(found), sum);
    }
}

static void test_beyond_all_floats(void **state) {
  (void)state;
  struct query_number huge = query_number_power(query_number_of(1.28), 1e6);
  assert_true(fabs(query_number_log2(huge) - 1e6 * log2(1.28)) < 1e-3);
  struct query_number twice = query_number_power(huge, 2);
  assert_true(fabs(query_number_log2(twice) - 2e6 * log2(1.28)) < 1e-3);
  assert_normal(query_number_power(huge, 1e15));
  assert_normal(query_number_sum_powers(huge, 1e15));
  assert_true(query_number_less(huge, twice));
  char text[QUERY_NUMBER_TEXT];
  query_number_print(query_number_power(query_number_of(10), 5000), 3, text);
  assert_string_equal(text, "1e+5000");
  query_number_print(query_number_of(2.92), 6, text);
  assert_string_equal(text, "2.92");
}

int main(void) {
  const struct CMUnitTest tests[] = {cmocka_unit_test(test_arithmetic),
                                     cmocka_unit_test(test_powers),
                                     cmocka_unit_test(test_beyond_all_floats)};
  return cmocka_run_group_tests(tests, NULL, NULL);
}

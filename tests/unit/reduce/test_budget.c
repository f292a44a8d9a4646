/* Tests for reduce/redundant/budget.h. */
#include "../ir/support.h"
#include "reduce/redundant/budget.h"

enum { MUCH = 1 << 28 };

static void test_little_work_is_always_granted(void **state) {
  (void)state;
  struct budget budget = {.spent = 1000};
  assert_true(budget_allows(&budget, 0, 0));
}

static void test_rests_when_nothing_comes_of_it(void **state) {
  (void)state;
  struct budget budget = {.spent = MUCH};
  assert_false(budget_allows(&budget, MUCH, 1000));
  assert_int_equal(budget.rests, 1);
}

static void test_goes_on_while_states_are_dropped(void **state) {
  (void)state;
  struct budget budget = {.spent = MUCH, .dropped = 1000};
  assert_true(budget_allows(&budget, MUCH, 1000)); /* each saves what one of the others took */
}

static void test_tries_again_when_the_run_has_grown(void **state) {
  (void)state;
  struct budget budget = {.spent = MUCH};
  uint64_t work = MUCH, tries = 0;
  for (; !budget_allows(&budget, work, 1000) && tries < 20; tries++) work *= 2;
  assert_in_range(tries, 2, 6);
  assert_int_equal(budget.rests, 1);
  assert_true(budget_allows(&budget, work, 1000)); /* and has something to spend */
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(test_little_work_is_always_granted),
      cmocka_unit_test(test_rests_when_nothing_comes_of_it),
      cmocka_unit_test(test_goes_on_while_states_are_dropped),
      cmocka_unit_test(test_tries_again_when_the_run_has_grown),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}

/* Distances between words. */
#include "util/nearest.h"

#include <limits.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>

#include <cmocka.h>

static void test_distances(void **state) {
  (void)state;
  static const struct {
    const char *a, *b;
    unsigned distance;
  } cases[] = {
      {"", "", 0},
      {"", "abc", 3},
      {"max-time", "max-time", 0},
      {"max-tiem", "max-time", 1},
      {"max-tme", "max-time", 1},
      {"maxtime", "max-time", 1},
      {"max_time", "max-time", 1},
      {"kitten", "sitting", 3},
      {"ab", "ba", 1},
      {"abc", "", 3},
      {"abcd", "badc", 2},
  };
  for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
    assert_int_equal(nearest_distance(cases[i].a, cases[i].b), cases[i].distance);
    assert_int_equal(nearest_distance(cases[i].b, cases[i].a), cases[i].distance);
  }
}

static void test_long_words_are_far_from_everything(void **state) {
  (void)state;
  char word[200];
  memset(word, 'a', sizeof word);
  word[199] = '\0';
  assert_int_equal(nearest_distance(word, word), UINT_MAX);
  word[63] = '\0';
  assert_int_equal(nearest_distance(word, word), 0);
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(test_distances),
      cmocka_unit_test(test_long_words_are_far_from_everything),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}

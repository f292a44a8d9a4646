/* The tree of sums against an array of weights, and what it draws against their shares. */
#include "../ir/support.h"

#include "search/sum_tree.h"
#include "util/random.h"

#include <math.h>

/* The item at which the running sum passes the number; weights here are small integers, so
   that sums are exact whatever their order. */
static size_t find_slowly(const double *weights, size_t count, double number) {
  for (size_t i = 0; i < count; i++) {
    if (number < weights[i]) return i;
    number -= weights[i];
  }
  return SIZE_MAX;
}

static void check(const struct sum_tree *tree, const double *weights, size_t count,
                  uint64_t *seed) {
  double total = 0;
  for (size_t i = 0; i < count; i++) {
    assert_true(sum_tree_get(tree, i) == weights[i]);
    total += weights[i];
  }
  assert_int_equal(tree->count, count);
  assert_true(sum_tree_total(tree) == total);
  for (int i = 0; i < 4 && total != 0; i++) {
    /* A multiple of 1 / total may be rounded either way; its middle may not. */
    double number = random_below(seed, (uint32_t)total) + 0.5;
    assert_int_equal(sum_tree_draw(tree, number / total), find_slowly(weights, count, number));
  }
}

static void sums_are_those_of_an_array(void **unused) {
  (void)unused;
  enum { MOST = 200 };
  for (uint64_t round = 0; round < 50; round++) {
    uint64_t seed = round;
    struct sum_tree tree = {0};
    double weights[MOST];
    size_t count = 0;
    for (int i = 0; i < 600; i++) {
      double weight = random_below(&seed, 3) == 0 ? 0 : random_below(&seed, 100);
      unsigned action = random_below(&seed, 10);
      if (count == 0 || (action < 5 && count < MOST)) {
        sum_tree_push(&tree, weight);
        weights[count++] = weight;
      } else if (action < 8) {
        size_t item = random_below(&seed, (uint32_t)count);
        sum_tree_set(&tree, item, weight);
        weights[item] = weight;
      } else {
        sum_tree_pop(&tree);
        count--;
      }
      check(&tree, weights, count, &seed);
    }
    sum_tree_free(&tree);
  }
}

static void what_weighs_nothing_is_never_drawn(void **unused) {
  (void)unused;
  struct sum_tree tree = {0};
  struct random_source random = random_source_new(7, 0);
  for (int i = 0; i < 100; i++) sum_tree_push(&tree, i % 7 == 3 ? 1e-12 * i : 0);
  for (int i = 0; i < 2000; i++)
    assert_int_equal(sum_tree_draw(&tree, random_draw_unit(&random)) % 7, 3);
  assert_int_equal(sum_tree_draw(&tree, 0), 3);
  /* Even the largest number below 1 falls on an item, whatever the rounding. */
  assert_int_equal(sum_tree_draw(&tree, nextafter(1, 0)) % 7, 3);
  sum_tree_free(&tree);
}

/* Weights of very different sizes come and go; what is left must not keep their dust. */
static void large_weights_leave_no_trace(void **unused) {
  (void)unused;
  struct sum_tree tree = {0};
  for (int i = 0; i < 20; i++) sum_tree_push(&tree, 1e-9 * (i + 1));
  double before = sum_tree_total(&tree);
  for (int i = 0; i < 1000; i++) sum_tree_push(&tree, 1e15 / (i + 1));
  while (tree.count > 20) sum_tree_pop(&tree);
  assert_true(fabs(sum_tree_total(&tree) / before - 1) < 1e-12);
  sum_tree_free(&tree);
}

static void draws_follow_the_weights(void **unused) {
  (void)unused;
  enum { ITEMS = 40, DRAWS = 200000 };
  struct sum_tree tree = {0};
  struct random_source random = random_source_new(3, 0);
  uint32_t counts[ITEMS] = {0};
  for (int i = 0; i < ITEMS; i++) sum_tree_push(&tree, 1.0 / (1 + i));
  for (int i = 0; i < DRAWS; i++) counts[sum_tree_draw(&tree, random_draw_unit(&random))]++;
  for (int i = 0; i < ITEMS; i++) {
    double expected = DRAWS / (1 + i) / sum_tree_total(&tree);
    assert_true(fabs(counts[i] - expected) < 5 * sqrt(expected) + 1);
  }
  sum_tree_free(&tree);
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(sums_are_those_of_an_array),
      cmocka_unit_test(what_weighs_nothing_is_never_drawn),
      cmocka_unit_test(large_weights_leave_no_trace),
      cmocka_unit_test(draws_follow_the_weights),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}

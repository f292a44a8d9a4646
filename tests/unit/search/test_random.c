/* The random numbers that strategies draw. */
#include "../ir/support.h"

#include "util/random.h"

#include <math.h>

static void a_seed_gives_one_sequence(void **unused) {
  (void)unused;
  struct random_source a = random_source_new(1, 0), b = random_source_new(1, 0);
  struct random_source seed = random_source_new(2, 0), stream = random_source_new(1, 1);
  unsigned as_seed = 0, as_stream = 0;
  for (int i = 0; i < 1000; i++) {
    uint64_t word = random_draw(&a);
    assert_int_equal(word, random_draw(&b));
    as_seed += word == random_draw(&seed);
    as_stream += word == random_draw(&stream);
  }
  assert_int_equal(as_seed + as_stream, 0);
}

/* The published test vector of the generator: state 1, 2, 3, 4. */
static void the_generator_is_the_published_one(void **unused) {
  (void)unused;
  struct random_source source = {{1, 2, 3, 4}};
  const uint64_t expected[] = {11520, 0, 1509978240, 1215971899390074240};
  for (int i = 0; i < 4; i++) assert_int_equal(random_draw(&source), expected[i]);
}

static void numbers_below_a_limit_are_equally_likely(void **unused) {
  (void)unused;
  struct random_source source = random_source_new(9, 9);
  for (uint64_t limit = 1; limit <= 20; limit++) {
    uint32_t counts[20] = {0}, draws = 4000 * (uint32_t)limit;
    for (uint32_t i = 0; i < draws; i++) {
      uint64_t number = random_draw_below(&source, limit);
      assert_true(number < limit);
      counts[number]++;
    }
    for (uint64_t i = 0; i < limit; i++) assert_true(fabs(counts[i] - 4000.0) < 5 * sqrt(4000));
  }
  /* A limit that leaves almost half of the words over: a remainder would be lopsided. */
  uint64_t limit = ((uint64_t)1 << 63) + 1, low = 0;
  for (int i = 0; i < 10000; i++) low += random_draw_below(&source, limit) < limit / 2;
  assert_true(low > 4700 && low < 5300);
}

static void units_fill_their_interval(void **unused) {
  (void)unused;
  struct random_source source = random_source_new(4, 2);
  double sum = 0;
  for (int i = 0; i < 100000; i++) {
    double unit = random_draw_unit(&source);
    assert_true(unit >= 0 && unit < 1);
    sum += unit;
  }
  assert_true(fabs(sum / 100000 - 0.5) < 0.005);
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(a_seed_gives_one_sequence),
      cmocka_unit_test(the_generator_is_the_published_one),
      cmocka_unit_test(numbers_below_a_limit_are_equally_likely),
      cmocka_unit_test(units_fill_their_interval),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}

/* The map of words against a plain array, with keys that collide and keys that do not. */
#include "random.h"
#include "util/word_map.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>

#include <cmocka.h>

enum { KEYS = 300 };

/* Multiples of a power of two, as pointers are, or neighbours. */
static uint64_t key_of(uint64_t seed, unsigned number) {
  return (number + 1) * (UINT64_C(1) << seed % 40);
}

static void expect_all(const struct word_map *map, uint64_t seed, const uint64_t *values) {
  size_t count = 0;
  for (unsigned i = 0; i < KEYS; i++) {
    const uint64_t *value = word_map_find(map, key_of(seed, i));
    assert_int_equal(value != NULL, values[i] != 0);
    if (value == NULL) continue;
    assert_int_equal(*value, values[i]);
    count++;
  }
  assert_int_equal(map->count, count);
}

static void test_map_agrees_with_an_array(void **state) {
  (void)state;
  for (uint64_t seed = 0; seed < 80; seed++) {
    struct random random = {seed};
    struct word_map map = {0};
    uint64_t values[KEYS] = {0};
    expect_all(&map, seed, values);
    for (int step = 0; step < 2000; step++) {
      unsigned number = (unsigned)random_below(&random, KEYS);
      if (random_chance(&random, 40)) {
        word_map_remove(&map, key_of(seed, number));
        values[number] = 0;
      } else {
        uint64_t *value = word_map_place(&map, key_of(seed, number));
        assert_int_equal(*value, values[number]);
        *value = values[number] = 1 + random_below(&random, 1000);
      }
      if (step % 500 == 499) expect_all(&map, seed, values);
    }
    word_map_free(&map);
    assert_int_equal(map.count, 0);
  }
}

static void test_cleared_map_is_empty(void **state) {
  (void)state;
  struct word_map map = {0};
  word_map_clear(&map);
  static const unsigned sizes[] = {10, 20000, 3};
  for (size_t k = 0; k < sizeof sizes / sizeof *sizes; k++) {
    for (unsigned i = 1; i <= sizes[k]; i++) *word_map_place(&map, i) = i;
    word_map_clear(&map);
    assert_int_equal(map.count, 0);
    for (unsigned i = 1; i <= sizes[k]; i++) assert_null(word_map_find(&map, i));
  }
  assert_int_equal(map.capacity, 0); /* three entries need not keep the room of 20,000 */
  word_map_free(&map);
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(test_map_agrees_with_an_array),
      cmocka_unit_test(test_cleared_map_is_empty),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}

/* The string map against a plain list. */
#include "random.h"
#include "util/hash.h"
#include "util/strmap.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdio.h>
#include <string.h>

#include <cmocka.h>

enum { NAMES = 700 };

/* Names that share beginnings, ends and lengths, others for each seed; number 0 is the
   empty one. */
static const char *name_of(uint64_t seed, unsigned number, char *text, size_t size) {
  static const char *const formats[] = {"%u", "name_%u", "%u_name", "\xc3\xbc%u"};
  if (number == 0)
    *text = '\0';
  else
    snprintf(text, size, formats[number % 4], number / 4 * (unsigned)(7919 + seed));
  return text;
}

static void test_empty_map_has_nothing(void **state) {
  (void)state;
  struct strmap map = {0};
  assert_int_equal(strmap_get(&map, ""), STRMAP_NONE);
  assert_int_equal(strmap_get(&map, "x"), STRMAP_NONE);
  strmap_free(&map);
}

static void test_map_agrees_with_a_list(void **state) {
  (void)state;
  for (uint64_t seed = 0; seed < 200; seed++) {
    struct random random = {seed};
    struct strmap map = {0};
    uint32_t values[NAMES], order[NAMES];
    size_t count = 0;
    unsigned names = seed % 4 ? 10 + (unsigned)seed % 40 : NAMES;
    char text[40];
    for (unsigned i = 0; i < NAMES; i++) values[i] = STRMAP_NONE;
    for (unsigned step = 0; step < names * 4; step++) {
      unsigned number = (unsigned)random_below(&random, names);
      assert_int_equal(strmap_get(&map, name_of(seed, number, text, sizeof text)), values[number]);
      if (random_chance(&random, 60)) continue;
      if (values[number] == STRMAP_NONE) order[count++] = number;
      values[number] = (uint32_t)random_below(&random, 1000);
      strmap_set(&map, text, values[number]);
      memset(text, 'x', 5); /* keys are copied */
    }
    assert_int_equal(map.count, count);
    for (size_t i = 0; i < count; i++) { /* in order of insertion, overwritten or not */
      assert_string_equal(map.entries[i].key, name_of(seed, order[i], text, sizeof text));
      assert_int_equal(map.entries[i].value, values[order[i]]);
    }
    strmap_free(&map);
    assert_int_equal(map.count, 0);
  }
}

static void test_hash_takes_all_bytes(void **state) {
  (void)state;
  uint8_t bytes[32] = {0};
  uint64_t plain = hash_block(bytes, sizeof bytes);
  assert_int_equal(plain, hash_block(bytes, sizeof bytes));
  for (size_t i = 0; i < sizeof bytes; i++) {
    bytes[i] = 1;
    assert_int_not_equal(hash_block(bytes, sizeof bytes), plain);
    bytes[i] = 0;
    assert_int_not_equal(hash_block(bytes, i), plain);
  }
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(test_empty_map_has_nothing),
      cmocka_unit_test(test_map_agrees_with_a_list),
      cmocka_unit_test(test_hash_takes_all_bytes),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}

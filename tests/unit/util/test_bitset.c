/* Bitsets against arrays of bool. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>

#include <cmocka.h>

#include "util/bitset.h"

#define MAX_SIZE 200

static uint32_t next_random(uint32_t *state) {
  *state ^= *state << 13;
  *state ^= *state >> 17;
  *state ^= *state << 5;
  return *state;
}

static void check(const struct bitset *set, const bool *members, size_t size) {
  size_t count = 0, next = bitset_next(set, 0);
  for (size_t i = 0; i < size; i++) {
    assert_int_equal(bitset_has(set, i), members[i]);
    if (!members[i]) continue;
    assert_int_equal(next, i);
    next = bitset_next(set, i + 1);
    count++;
  }
  assert_true(next == BITSET_NONE);
  assert_int_equal(bitset_count(set), count);
}

static void sets_behave_like_arrays(void **state) {
  (void)state;
  uint32_t seed = 1;
  for (size_t size = 0; size <= MAX_SIZE; size++) {
    struct bitset a = bitset_new(size), b = bitset_new(size);
    bool in_a[MAX_SIZE] = {0}, in_b[MAX_SIZE] = {0}, grows = false;
    check(&a, in_a, size);
    for (size_t i = 0; i < size; i++) {
      size_t number = next_random(&seed) % size;
      bool adds = next_random(&seed) % 3 != 0;
      if (adds)
        bitset_add(&a, number);
      else
        bitset_remove(&a, number);
      in_a[number] = adds;
      number = next_random(&seed) % size;
      bitset_add(&b, number);
      in_b[number] = true;
    }
    check(&a, in_a, size);
    check(&b, in_b, size);
    assert_int_equal(bitset_equals(&a, &b), memcmp(in_a, in_b, sizeof in_a) == 0);
    for (size_t i = 0; i < size; i++) {
      grows |= in_b[i] && !in_a[i];
      in_a[i] |= in_b[i];
    }
    assert_int_equal(bitset_unite(&a, &b), grows);
    assert_false(bitset_unite(&a, &b));
    check(&a, in_a, size);
    assert_true(bitset_equals(&a, &a));
    bitset_clear(&a);
    assert_int_equal(bitset_count(&a), 0);
    bitset_free(&a);
    bitset_free(&b);
  }
}

int main(void) {
  const struct CMUnitTest tests[] = {cmocka_unit_test(sets_behave_like_arrays)};
  return cmocka_run_group_tests(tests, NULL, NULL);
}

/* Shared sets against bitsets: random unions and cuts, listing, and that equal sets are the same
   number. */
#include "../ir/support.h"

#include "analysis/query_count_set.h"

enum { FAMILY = 40 };

static void assert_same(const struct query_sets *sets, query_set set, const struct bitset *judge,
                        uint32_t from, uint32_t to) {
  query_numbers list = {0};
  query_set_list(sets, set, from, to, &list);
  size_t at = 0;
  for (size_t i = bitset_next(judge, from); i != BITSET_NONE && i < to;
       i = bitset_next(judge, i + 1)) {
    assert_true(at < list.count);
    assert_int_equal(list.data[at++], i);
  }
  assert_int_equal(at, list.count);
  vec_free(&list);
}

static void test_random_sets(void **state) {
  (void)state;
  static const uint32_t sizes[] = {1, 64, 65, 1000, 5000};
  uint64_t seed = 3;
  for (size_t round = 0; round < 25; round++) {
    uint32_t size = sizes[round % 5];
    struct query_sets sets = query_sets_new(size);
    query_set family[FAMILY] = {0};
    struct bitset judges[FAMILY];
    for (int i = 0; i < FAMILY; i++) judges[i] = bitset_new(size);
    for (int step = 0; step < 600; step++) {
      uint32_t a = random_below(&seed, FAMILY), b = random_below(&seed, FAMILY);
      uint32_t number = random_below(&seed, size);
      if (random_below(&seed, 3) == 0) {
        family[a] = query_set_from(&sets, family[a], number);
        for (uint32_t i = 0; i < number; i++) bitset_remove(&judges[a], i);
      } else {
        query_set single = query_set_single(&sets, number);
        family[a] = query_set_unite(&sets, family[a], query_set_unite(&sets, family[b], single));
        bitset_unite(&judges[a], &judges[b]);
        bitset_add(&judges[a], number);
      }
      uint32_t from = random_below(&seed, size);
      assert_same(&sets, family[a], &judges[a], from, from + random_below(&seed, size));
      assert_int_equal(family[a] == family[b], bitset_equals(&judges[a], &judges[b]));
    }
    for (int i = 0; i < FAMILY; i++) {
      assert_same(&sets, family[i], &judges[i], 0, size);
      assert_int_equal(query_set_from(&sets, family[i], size), 0);
      bitset_free(&judges[i]);
    }
    query_sets_free(&sets);
  }
}

/* A family of sets, each a little more than the next: linear space, but for a logarithm. */
static void test_chains_are_shared(void **state) {
  (void)state;
  enum { SIZE = 100000 };
  struct query_sets sets = query_sets_new(SIZE);
  query_set set = 0;
  for (uint32_t i = SIZE; i-- > 0;) set = query_set_unite(&sets, set, query_set_single(&sets, i));
  assert_true(sets.inner.words.count + sets.leaves.words.count < 40 * SIZE);
  for (uint32_t i = 0; i < SIZE; i += 999) {
    query_numbers list = {0};
    query_set_list(&sets, query_set_from(&sets, set, i), 0, SIZE, &list);
    assert_int_equal(list.count, SIZE - i);
    vec_free(&list);
  }
  query_sets_free(&sets);
}

int main(void) {
  const struct CMUnitTest tests[] = {cmocka_unit_test(test_random_sets),
                                     cmocka_unit_test(test_chains_are_shared)};
  return cmocka_run_group_tests(tests, NULL, NULL);
}

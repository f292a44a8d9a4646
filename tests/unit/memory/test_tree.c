/* The persistent tree against plain arrays: copies must stay as they were, whatever is
   done to the others, and looking must cost nothing but the way down. */
#include "../util/random.h"
#include "memory/object.h"
#include "memory/tree.h"
#include "pool_check.h"

#include <setjmp.h>
#include <stdarg.h>

#include <cmocka.h>

enum { TREES = 5, INDICES = 64 };

/* What a tree should hold: a number per index, 0 for nothing. */
struct pair {
  struct tree tree;
  uint32_t numbers[INDICES];
};

/* Dense at the start, and then ever sparser, up to the highest index there is. */
static uint32_t index_of(unsigned number) {
  return number < 32 ? number : number < 40 ? number * 1000 : ((uint32_t)1 << (number - 33)) + 5;
}

static void check(const struct pair *pair) {
  for (unsigned i = 0; i < INDICES; i++) {
    struct object *object = tree_get(&pair->tree, index_of(i));
    assert_int_equal(object ? object->name : 0, pair->numbers[i]);
  }
}

static void put(struct pool *pool, struct pair *pair, unsigned i, uint32_t number) {
  struct object **place = tree_own_place(pool, &pair->tree, index_of(i));
  if (*place) object_release(pool, *place);
  *place = object_new(pool, 16);
  (*place)->name = pair->numbers[i] = number;
  (*place)->index = index_of(i);
}

static void test_copies_do_not_see_each_other(void **state) {
  (void)state;
  for (uint64_t seed = 0; seed < 300; seed++) {
    struct random random = {seed};
    struct pool pool = {0};
    struct pair pairs[TREES] = {0};
    for (uint32_t step = 1; step < 200; step++) {
      struct pair *pair = &pairs[random_below(&random, TREES)];
      struct pair *other = &pairs[random_below(&random, TREES)];
      if (random_chance(&random, 15) && pair != other) {
        tree_release(&pool, &other->tree);
        *other = *pair;
        other->tree = tree_share(&pair->tree);
      } else {
        put(&pool, pair, (unsigned)random_below(&random, INDICES), step);
      }
      check(pair);
      check(other);
    }
    for (int i = 0; i < TREES; i++) check(&pairs[i]);
    for (int i = 0; i < TREES; i++) tree_release(&pool, &pairs[i].tree);
    assert_int_equal(pool_count_used(&pool), 0);
    pool_free_all(&pool);
  }
}

struct walk {
  uint32_t seen[INDICES];
  int count, stop_at;
};

static int note(struct object *object, void *context) {
  struct walk *walk = context;
  walk->seen[walk->count++] = object->index;
  return walk->count == walk->stop_at ? 42 : 0;
}

static void test_walk_is_in_order_and_stops(void **state) {
  (void)state;
  struct pool pool = {0};
  struct pair pair = {0};
  struct walk all = {.stop_at = -1}, some = {.stop_at = 10}, none = {.stop_at = -1};
  assert_int_equal(tree_walk(&pair.tree, note, &none), 0);
  assert_int_equal(none.count, 0);
  for (unsigned i = 0; i < INDICES - 1; i++) put(&pool, &pair, i * 23 % (INDICES - 1), i + 1);
  assert_int_equal(tree_walk(&pair.tree, note, &all), 0);
  assert_int_equal(all.count, INDICES - 1);
  for (int i = 1; i < all.count; i++) assert_true(all.seen[i - 1] < all.seen[i]);
  assert_int_equal(tree_walk(&pair.tree, note, &some), 42);
  assert_int_equal(some.count, 10);
  tree_release(&pool, &pair.tree);
  pool_free_all(&pool);
}

/* The promise of a constant-time fork: sharing takes nothing from the pool, and the
   first write after it copies one path. */
static void test_fork_is_constant_time(void **state) {
  (void)state;
  struct pool pool = {0};
  struct tree tree = {0};
  for (uint32_t i = 0; i < 10000; i++) *tree_own_place(&pool, &tree, i) = object_new(&pool, 1);
  size_t before = pool_count_used(&pool);
  struct tree sibling = tree_share(&tree);
  assert_int_equal(pool_count_used(&pool), before);
  tree_own_place(&pool, &sibling, 1234);
  assert_true(pool_count_used(&pool) - before <= 4 * 160);
  tree_release(&pool, &sibling);
  tree_release(&pool, &tree);
  assert_int_equal(pool_count_used(&pool), 0);
  pool_free_all(&pool);
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(test_copies_do_not_see_each_other),
      cmocka_unit_test(test_walk_is_in_order_and_stops),
      cmocka_unit_test(test_fork_is_constant_time),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}

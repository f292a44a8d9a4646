/* Supports against plain sets of bytes: union, intersection, inclusion, membership, in
   the sparse and dense shapes that expressions make; and after collections. */
#include "terms.h"

enum { ARRAYS = 5, SETS = 40, KEYS = 300 };

static const uint64_t sizes[ARRAYS] = {3, 200, 0, 1, 90}; /* 0: unbounded */

struct world {
  struct exprs *exprs;
  const struct expr_array *arrays[ARRAYS];
  struct expr *e[SETS];
  bool member[SETS][ARRAYS][200]; /* of the unbounded one only [0] counts */
  uint64_t random;
};

static unsigned below(struct world *world, unsigned limit) {
  world->random ^= world->random << 13;
  world->random ^= world->random >> 7;
  world->random ^= world->random << 17;
  return (unsigned)((world->random >> 20) % limit);
}

static unsigned members_of(unsigned array) { return sizes[array] ? (unsigned)sizes[array] : 1; }

/* An expression over one element, or over a run of them. */
static void make_leaf(struct world *world, unsigned at) {
  unsigned array = below(world, ARRAYS), first = below(world, members_of(array));
  unsigned count = below(world, 3) ? 1 : 1 + below(world, members_of(array) - first);
  memset(world->member[at], 0, sizeof world->member[at]);
  struct expr *sum = expr_const(world->exprs, 32, 0);
  for (unsigned k = first; k < first + count; k++) {
    struct expr *byte = expr_input(world->exprs, world->arrays[array], k);
    sum = expr_add(world->exprs, expr_xor(world->exprs, sum, expr_const(world->exprs, 32, 77)),
                   expr_mul(world->exprs, expr_zext(world->exprs, byte, 32),
                            expr_const(world->exprs, 32, 2 * below(world, 1000) + 3)));
    world->member[at][array][k] = true;
  }
  world->e[at] = sum;
}

static void join(struct world *world, unsigned at, unsigned a, unsigned b) {
  /* A product of odd numbers: nothing cancels, no range decides. */
  struct expr *one = expr_const(world->exprs, 32, 1);
  struct expr *even = expr_const(world->exprs, 32, 2 * below(world, 10000));
  struct expr *left = expr_or(world->exprs, world->e[a], one);
  struct expr *right = expr_or(world->exprs, world->e[b], one);
  world->e[at] = expr_xor(world->exprs, expr_mul(world->exprs, left, right), even);
  for (unsigned array = 0; array < ARRAYS; array++)
    for (unsigned k = 0; k < members_of(array); k++)
      world->member[at][array][k] = world->member[a][array][k] || world->member[b][array][k];
}

struct seen {
  struct world *world;
  unsigned at;
  size_t count;
  uint64_t last_array, last_index;
};

static void see(const struct expr_array *array, uint64_t index, void *context) {
  struct seen *seen = context;
  bool is_whole = sizes[array->number] == 0;
  assert_true(is_whole == (index == SUPPORT_ALL));
  uint64_t at = is_whole ? 0 : index;
  assert_true(seen->world->member[seen->at][array->number][at]);
  if (seen->count++) {
    bool is_later = array->number > seen->last_array ||
                    (array->number == seen->last_array && index > seen->last_index);
    assert_true(is_later);
  }
  seen->last_array = array->number;
  seen->last_index = index;
}

static void check_set(struct world *world, unsigned at) {
  size_t count = 0;
  uint32_t set = world->e[at]->support;
  for (unsigned array = 0; array < ARRAYS; array++)
    for (unsigned k = 0; k < members_of(array); k++) {
      bool is_member = world->member[at][array][k];
      count += is_member;
      assert_int_equal(is_member, support_contains(world->exprs, set, array, k));
    }
  assert_int_equal(count, support_count(world->exprs, set));
  struct seen seen = {.world = world, .at = at};
  support_walk(world->exprs, set, see, &seen);
  assert_int_equal(seen.count, count);
}

static void check_pair(struct world *world, unsigned a, unsigned b) {
  bool intersects = false, includes = true, equal = true;
  for (unsigned array = 0; array < ARRAYS; array++)
    for (unsigned k = 0; k < members_of(array); k++) {
      bool in_a = world->member[a][array][k], in_b = world->member[b][array][k];
      intersects |= in_a && in_b;
      includes &= in_a || !in_b;
      equal &= in_a == in_b;
    }
  uint32_t first = world->e[a]->support, second = world->e[b]->support;
  assert_int_equal(intersects, support_intersects(world->exprs, first, second));
  assert_int_equal(includes, support_includes(world->exprs, first, second));
  assert_int_equal(equal, first == second);
}

static void mark(struct exprs *exprs, void *context) {
  struct world *world = context;
  for (unsigned k = 0; k < SETS; k++) expr_mark_root(exprs, world->e[k]);
}

static void test_sets(void **state) {
  (void)state;
  static struct world world;
  for (uint64_t seed = 1; seed < 30; seed++) {
    world = (struct world){.exprs = exprs_new(), .random = seed * 1000003};
    for (unsigned k = 0; k < ARRAYS; k++)
      world.arrays[k] = expr_new_array(world.exprs, "a", 8, 64, sizes[k], NULL);
    for (unsigned k = 0; k < SETS; k++) make_leaf(&world, k);
    for (unsigned step = 0; step < 400; step++) {
      unsigned at = below(&world, SETS);
      if (below(&world, 4) == 0)
        make_leaf(&world, at);
      else
        join(&world, at, below(&world, SETS), below(&world, SETS));
      check_set(&world, at);
      check_pair(&world, at, below(&world, SETS));
      check_pair(&world, below(&world, SETS), at);
      if (step % 50 == 49) {
        expr_collect(world.exprs, mark, &world);
        for (unsigned k = 0; k < SETS; k++) check_set(&world, k);
      }
    }
    exprs_free(world.exprs);
  }
}

static void test_reads_depend_on_the_array(void **state) {
  (void)state;
  struct exprs *exprs = exprs_new();
  const uint8_t bytes[4] = {1, 2, 3, 4};
  const struct expr_array *in = expr_new_array(exprs, "in", 8, 64, 100, NULL);
  const struct expr_array *other = expr_new_array(exprs, "other", 64, 64, 2, NULL);
  const struct expr_array *table = expr_new_array(exprs, "table", 8, 64, 4, bytes);
  struct expr *index = expr_input(exprs, other, 1);
  struct expr *read = expr_read(exprs, expr_array_value(exprs, in), index);
  assert_int_equal(support_count(exprs, read->support), 101);
  assert_true(support_contains(exprs, read->support, in->number, 99));
  assert_true(support_contains(exprs, read->support, other->number, 1));
  assert_false(support_contains(exprs, read->support, other->number, 0));
  assert_true(support_intersects(exprs, read->support, expr_input(exprs, in, 42)->support));
  /* As far as the range of the index is known. */
  struct expr *low = expr_and(exprs, index, expr_const(exprs, 64, 7));
  read = expr_read(exprs, expr_array_value(exprs, in),
                   expr_add(exprs, low, expr_const(exprs, 64, 60)));
  assert_int_equal(support_count(exprs, read->support), 9);
  assert_true(support_contains(exprs, read->support, in->number, 67));
  assert_false(support_contains(exprs, read->support, in->number, 68));
  struct expr *looked_up = expr_read(exprs, expr_array_value(exprs, table), index);
  assert_int_equal(looked_up->support, index->support);
  struct expr *stored = expr_store(exprs, expr_array_value(exprs, table),
                                   expr_input(exprs, other, 0), expr_input(exprs, in, 7));
  read = expr_read(exprs, stored, index);
  assert_int_equal(support_count(exprs, read->support), 3);
  exprs_free(exprs);
}

/* A sum over a long input makes as many sets as bytes; they must share. */
static void test_long_sums_share(void **state) {
  (void)state;
  struct exprs *exprs = exprs_new();
  enum { LENGTH = 50000 };
  const struct expr_array *in = expr_new_array(exprs, "in", 8, 64, LENGTH, NULL);
  struct expr *sum = expr_const(exprs, 32, 1);
  for (uint64_t k = 0; k < LENGTH; k++) {
    struct expr *byte = expr_zext(exprs, expr_input(exprs, in, k * 7919 % LENGTH), 32);
    sum = expr_add(exprs, expr_xor(exprs, sum, expr_const(exprs, 32, k)), byte);
  }
  assert_int_equal(support_count(exprs, sum->support), LENGTH);
  assert_true(exprs_bytes(exprs) < (size_t)100 << 20);
  exprs_free(exprs);
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(test_sets),
      cmocka_unit_test(test_reads_depend_on_the_array),
      cmocka_unit_test(test_long_sums_share),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}

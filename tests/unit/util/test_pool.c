/* The pool: blocks never overlap, keep their content, and are all there again in the
   end. */
#include "../memory/pool_check.h"
#include "random.h"
#include "util/pool.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <string.h>

#include <cmocka.h>

struct block {
  uint8_t *bytes;
  size_t size;
  uint8_t fill;
};

static size_t pick_size(struct random *random) {
  switch (random_below(random, 5)) {
  case 0: return random_below(random, 3);
  case 1: return random_below(random, 200);
  case 2: return POOL_MAX_SIZE - 3 + random_below(random, 7);
  case 3: return random_below(random, 20000);
  default: return random_below(random, POOL_MAX_SIZE);
  }
}

static void check(const struct block *block) {
  for (size_t i = 0; i < block->size; i++) assert_int_equal(block->bytes[i], block->fill);
}

static void test_blocks_keep_apart(void **state) {
  (void)state;
  for (uint64_t seed = 0; seed < 12; seed++) {
    struct random random = {seed};
    struct pool pool = {0};
    VEC(struct block) blocks = {0};
    for (unsigned step = 0; step < 4000; step++) {
      if (blocks.count > 0 && random_chance(&random, 25)) {
        size_t pick = random_below(&random, blocks.count);
        struct block block = blocks.data[pick];
        check(&block);
        pool_give(&pool, block.bytes, block.size);
        blocks.data[pick] = vec_last(&blocks);
        vec_pop(&blocks);
        continue;
      }
      struct block block = {.size = pick_size(&random), .fill = (uint8_t)step};
      block.bytes = pool_take(&pool, block.size);
      assert_int_equal((uintptr_t)block.bytes % POOL_GRAIN, 0);
      memset(block.bytes, block.fill, block.size);
      vec_push(&blocks, block);
    }
    assert_true(pool_count_used(&pool) > 0);
    assert_true(pool.slab_bytes >= (size_t)1 << 19); /* a slab was filled */
    while (blocks.count > 0) {
      struct block block = vec_pop(&blocks);
      check(&block);
      pool_give(&pool, block.bytes, block.size);
    }
    assert_int_equal(pool_count_used(&pool), 0);
    assert_int_equal(pool.large_bytes, 0);
    pool_free_all(&pool);
    assert_int_equal(pool.slab_bytes, 0);
    vec_free(&blocks);
  }
}

/* What is taken and given in turns does not grow. */
static void test_given_blocks_are_taken_again(void **state) {
  (void)state;
  struct pool pool = {0};
  void *first = pool_take(&pool, 40);
  pool_give(&pool, first, 40);
  size_t held = pool.slab_bytes;
  for (int i = 0; i < 100000; i++) {
    void *block = pool_take(&pool, 33 + (size_t)i % 16); /* the same class */
    assert_ptr_equal(block, first);
    pool_give(&pool, block, 33 + (size_t)i % 16);
  }
  assert_int_equal(pool.slab_bytes, held);
  pool_free_all(&pool);
}

/* The check that other tests rely on must see one lost block. */
static void test_lost_block_is_noticed(void **state) {
  (void)state;
  for (size_t size = 1; size <= 5000; size *= 3) {
    struct pool pool = {0};
    void *before = pool_take(&pool, 64), *lost = pool_take(&pool, size);
    void *after = pool_take(&pool, 64);
    pool_give(&pool, before, 64);
    pool_give(&pool, after, 64);
    assert_true(pool_count_used(&pool) >= size);
    pool_give(&pool, lost, size);
    assert_int_equal(pool_count_used(&pool), 0);
    pool_free_all(&pool);
  }
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(test_blocks_keep_apart),
      cmocka_unit_test(test_given_blocks_are_taken_again),
      cmocka_unit_test(test_lost_block_is_noticed),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}

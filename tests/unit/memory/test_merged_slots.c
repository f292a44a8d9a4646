/* Slots of spaces that were merged: what is allocated afterwards lies clear of everything that is
   live on either side, and bad addresses do not include what one side has there. */
#include "../util/random.h"
#include "expr/expr.h"
#include "memory/space_merge.h"
#include "pool_check.h"

#include <setjmp.h>
#include <stdarg.h>
#include <string.h>

#include <cmocka.h>

enum { MOST = 400 };

struct extent {
  uint64_t base, size;
  bool is_live;
};

struct side {
  struct space space;
  struct extent heap[MOST];
  size_t count;
};

struct fixture {
  struct memory memory;
  struct exprs *exprs;
  struct random random;
};

static struct object *allocate(struct fixture *f, struct space *space, enum object_kind kind) {
  static const uint64_t sizes[] = {1,        16,       16,       100,       4096,
                                   5000,     16 << 10, 20 << 10, 600 << 10, 9 << 20,
                                   70 << 20, 70 << 20, 200 << 20};
  uint64_t size = sizes[random_below(&f->random, sizeof sizes / sizeof *sizes)];
  struct space_request request = {.size = size, .kind = kind};
  struct object *object = space_allocate(&f->memory, space, &request);
  assert_non_null(object);
  return object;
}

static void play(struct fixture *f, struct side *side, uint64_t steps) {
  for (uint64_t i = 0; i < steps; i++) {
    uint32_t top = side->space.stack_top;
    switch (random_below(&f->random, 4)) {
    case 0 ... 1:
      if (side->count < MOST) {
        struct object *object = allocate(f, &side->space, OBJECT_HEAP);
        side->heap[side->count++] = (struct extent){object->base, object->size, true};
      }
      break;
    case 2:
      if (side->count > 0) {
        struct extent *extent = &side->heap[random_below(&f->random, side->count)];
        if (!extent->is_live) break;
        extent->is_live = false;
        space_free(&f->memory, &side->space, space_find(&side->space, extent->base), 0);
      }
      break;
    default: /* a call */
      for (uint64_t k = random_below(&f->random, 4); k > 0; k--)
        allocate(f, &side->space, OBJECT_STACK);
      space_pop_stack(&f->memory, &side->space, top, 0);
    }
  }
}

static void check_clear(const struct side *side, uint64_t base, uint64_t size) {
  for (size_t i = 0; i < side->count; i++) {
    const struct extent *extent = &side->heap[i];
    if (extent->is_live && base < extent->base + extent->size && extent->base < base + size)
      fail_msg("0x%llx lies in a live object", (unsigned long long)base);
  }
}

static void check_bad(struct fixture *f, const struct space *space, const struct side *side) {
  struct access_fault fault;
  for (size_t i = 0; i < side->count; i++) {
    const struct extent *extent = &side->heap[i];
    uint64_t address = extent->base + extent->size + random_below(&f->random, 1000);
    struct address_range range;
    if (memory_check(space, address, 1, false, &fault) || fault.result == ACCESS_CHOICE) continue;
    space_bad_range(space, address, 1, false, &range);
    assert_true(range.first <= address && address <= range.last);
    for (size_t k = 0; k < side->count; k++)
      if (side->heap[k].is_live)
        assert_true(side->heap[k].base < range.first || side->heap[k].base > range.last);
  }
}

/* Quarantine lets nothing be reused in so few steps. */
static void fill_quarantine(struct fixture *f, struct side *side) {
  for (int i = 0; i < SPACE_HEAP_QUARANTINE + 50; i++)
    space_free(&f->memory, &side->space, allocate(f, &side->space, OBJECT_HEAP), 0);
}

static void merge_once(struct fixture *f, uint64_t seed) {
  f->random = (struct random){seed};
  struct side *a = alloc_zeroed(sizeof *a), *b = alloc_zeroed(sizeof *b);
  space_init(&a->space);
  if (seed % 3 == 0) fill_quarantine(f, a);
  play(f, a, random_below(&f->random, 60));
  *b = *a;
  b->space = space_fork(&a->space);
  memory_forget_all(&f->memory);
  play(f, a, random_below(&f->random, 60));
  play(f, b, random_below(&f->random, 60));
  assert_true(space_may_merge(&a->space, &b->space));
  const struct expr_array *array = expr_new_array(f->exprs, "in", 8, 64, 1, NULL);
  struct expr *condition =
      expr_eq(f->exprs, expr_input(f->exprs, array, 0), expr_const(f->exprs, 8, seed & 255));
  space_merge(&f->memory, &a->space, &b->space, condition);
  memory_forget_all(&f->memory);
  check_bad(f, &a->space, a);
  check_bad(f, &a->space, b);
  for (int i = 0; i < 60; i++) {
    bool is_heap = random_chance(&f->random, 50);
    struct object *object = allocate(f, &a->space, is_heap ? OBJECT_HEAP : OBJECT_STACK);
    check_clear(a, object->base, object->size);
    check_clear(b, object->base, object->size);
    assert_ptr_equal(space_find(&a->space, object->base), object);
    assert_ptr_equal(space_find(&a->space, object->base + object->size - 1), object);
    if (is_heap && random_chance(&f->random, 50)) space_free(&f->memory, &a->space, object, 0);
  }
  space_release(&f->memory, &a->space);
  space_release(&f->memory, &b->space);
  free(a);
  free(b);
}

static void test_merged_spaces_hand_out_nothing_twice(void **state) {
  (void)state;
  struct fixture *f = alloc_zeroed(sizeof *f);
  memory_init(&f->memory);
  f->memory.exprs = f->exprs = exprs_new();
  for (uint64_t seed = 0; seed < 300; seed++) merge_once(f, seed);
  assert_int_equal(pool_count_used(&f->memory.pool), 0);
  memory_finish(&f->memory);
  exprs_free(f->exprs);
  free(f);
}

int main(void) {
  const struct CMUnitTest tests[] = {cmocka_unit_test(test_merged_spaces_hand_out_nothing_twice)};
  return cmocka_run_group_tests(tests, NULL, NULL);
}

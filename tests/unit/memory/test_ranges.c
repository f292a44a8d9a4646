/* Good and bad ranges of addresses, and the walk over where two spaces differ. */
#include "../util/random.h"
#include "fixture.h"

#include <time.h>

static bool is_good(struct fixture *f, uint64_t address, uint64_t size, bool is_write) {
  struct access_fault fault;
  return memory_check(&f->space, address, size, is_write, &fault);
}

/* ---- ranges ---- */

static void check_good(struct fixture *f, const struct object *object, uint64_t size) {
  struct address_range range;
  if (!space_good_range(&f->space, object, size, &range)) {
    assert_false(is_good(f, object->base, size, false));
    return;
  }
  assert_true(is_good(f, range.first, size, false) && is_good(f, range.last, size, false));
  assert_false(is_good(f, range.first - 1, size, false));
  assert_false(is_good(f, range.last + 1, size, false));
}

/* Both ends are bad, what lies just beyond them is good, and so is nothing of what there is
   in between. */
static void check_bad(struct fixture *f, uint64_t address, uint64_t size, bool is_write,
                      struct object *const *objects, size_t count) {
  if (is_good(f, address, size, is_write)) return;
  struct address_range range;
  space_bad_range(&f->space, address, size, is_write, &range);
  assert_true(range.first <= address && address <= range.last);
  assert_true(range.first == 0 || is_good(f, range.first - 1, size, is_write));
  assert_true(range.last == UINT64_MAX || is_good(f, range.last + 1, size, is_write));
  for (size_t i = 0; i < count; i++) {
    uint64_t base = objects[i]->base, ends[] = {base, base + objects[i]->size - size};
    for (int k = 0; k < 2; k++)
      if (is_good(f, ends[k], size, is_write))
        assert_true(ends[k] < range.first || ends[k] > range.last);
  }
}

static struct object *make_any(struct fixture *f, struct random *random) {
  static const uint64_t sizes[] = {1, 3, 4, 8, 16, 100, 4096, 5000, (uint64_t)70 << 20};
  uint64_t size = sizes[random_below(random, sizeof sizes / sizeof *sizes)];
  switch (random_below(random, 8)) {
  case 0: return fixture_allocate(f, OBJECT_GLOBAL, size, OBJECT_CONSTANT);
  case 1: return fixture_allocate(f, OBJECT_GLOBAL, size, OBJECT_UNDEFINED);
  case 2: return fixture_allocate(f, OBJECT_CODE, size, OBJECT_CONSTANT);
  case 3: return fixture_allocate(f, OBJECT_GLOBAL, size, 0);
  case 4: return fixture_allocate(f, OBJECT_STACK, size % 5000, 0);
  default: return fixture_allocate(f, OBJECT_HEAP, size, 0);
  }
}

static uint64_t pick_address(struct random *random, struct object *const *objects, size_t count) {
  const struct object *object = objects[random_below(random, count)];
  uint64_t address = object->base + random_below(random, object->size + 1);
  switch (random_below(random, 6)) {
  case 0: return random_next(random) >> random_below(random, 64);
  case 1: return address ^ (uint64_t)1 << random_between(random, 16, 63);
  case 2: return address + random_below(random, 1 << 28) - (1 << 27);
  case 3: return object->base + object->size - 4 + random_below(random, 8);
  case 4: return object->base - 4 + random_below(random, 8);
  default: return address;
  }
}

static void test_ranges_are_exact(void **state) {
  struct fixture *f = *state;
  for (uint64_t seed = 0; seed < 60; seed++) {
    struct random random = {seed};
    struct object *objects[300];
    size_t count = random_between(&random, 1, seed % 10 ? 20 : 300);
    space_init(&f->space);
    for (size_t i = 0; i < 3000 * (seed % 2); i++) { /* so that there are generations */
      struct object *object = fixture_allocate(f, OBJECT_HEAP, 8, 0);
      space_free(&f->memory, &f->space, object, 0);
    }
    for (size_t i = 0; i < count; i++) objects[i] = make_any(f, &random);
    for (size_t i = 0; i < count; i++)
      if (objects[i]->kind == OBJECT_HEAP && random_chance(&random, 30))
        space_free(&f->memory, &f->space, objects[i], 0);
    for (int i = 0; i < 400; i++) {
      uint64_t size = (uint64_t)1 << random_below(&random, 5);
      check_bad(f, pick_address(&random, objects, count), size, random_chance(&random, 50), objects,
                count);
      check_good(f, objects[random_below(&random, count)], size);
    }
    space_release(&f->memory, &f->space);
  }
}

static void test_null_and_wild_pointers_have_one_range_each(void **state) {
  struct fixture *f = *state;
  struct address_range range;
  space_bad_range(&f->space, 0, 1, false, &range);
  assert_true(range.first == 0 && range.last == UINT64_MAX);
  struct object *first = fixture_allocate(f, OBJECT_HEAP, 16, 0), *last = NULL;
  for (int i = 0; i < 1000; i++) last = fixture_allocate(f, OBJECT_HEAP, 16, 0);
  space_bad_range(&f->space, 8, 4, false, &range);
  assert_true(range.first == 0 && range.last == first->base - 1);
  space_bad_range(&f->space, (uint64_t)1 << 63, 4, true, &range);
  assert_true(range.first == last->base + 13 && range.last == UINT64_MAX);
}

/* ---- differences ---- */

struct visits {
  uint32_t indices[64];
  size_t count, stop_at;
  bool is_one_sided;
};

static int note(uint32_t index, struct object *a, struct object *b, void *context) {
  struct visits *visits = context;
  assert_true(a != b && visits->count < 64);
  if (a == NULL || b == NULL) visits->is_one_sided = true;
  visits->indices[visits->count++] = index;
  return visits->count == visits->stop_at ? 77 : 0;
}

static double milliseconds(void) {
  struct timespec now;
  clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &now);
  return (double)now.tv_sec * 1e3 + (double)now.tv_nsec / 1e6;
}

static int count_object(struct object *object, void *context) {
  size_t *count = context;
  *count += object != NULL;
  return 0;
}

static void test_walk_visits_only_what_differs(void **state) {
  struct fixture *f = *state;
  struct access_fault fault;
  static uint64_t bases[100000];
  for (int i = 0; i < 100000; i++) bases[i] = fixture_allocate(f, OBJECT_HEAP, 16, 0)->base;
  struct space sibling = space_fork(&f->space);
  memory_forget_all(&f->memory);
  struct visits visits = {0};
  assert_int_equal(space_walk_differences(&f->space, &sibling, note, &visits), 0);
  assert_int_equal(visits.count, 0);
  for (int i = 0; i < 10; i++)
    assert_true(
        memory_set(&f->memory, i % 2 ? &f->space : &sibling, bases[i * 9999 + 5], 1, 1, &fault));
  double begun = milliseconds();
  for (int i = 0; i < 100; i++) {
    visits.count = 0;
    assert_int_equal(space_walk_differences(&f->space, &sibling, note, &visits), 0);
  }
  double spent = milliseconds() - begun;
  begun = milliseconds();
  size_t all = 0;
  for (int i = 0; i < 20; i++) tree_walk(&f->space.tree, count_object, &all);
  assert_int_equal(all, 20 * 100000);
  assert_true(spent < milliseconds() - begun); /* five of them cost less than one of these */
  assert_int_equal(visits.count, 10);
  assert_false(visits.is_one_sided);
  for (int i = 0; i < 10; i++)
    assert_int_equal(visits.indices[i], address_index(bases[i * 9999 + 5]));
  visits = (struct visits){.stop_at = 3};
  assert_int_equal(space_walk_differences(&f->space, &sibling, note, &visits), 77);
  assert_int_equal(visits.count, 3);
  space_release(&f->memory, &sibling);
}

/* One tree grows higher than the other. */
static void test_walk_of_trees_of_unequal_height(void **state) {
  struct fixture *f = *state;
  for (uint32_t start = 0; start <= 300; start += 60) {
    space_init(&f->space);
    for (uint32_t i = 0; i < start; i++) fixture_allocate(f, OBJECT_HEAP, 16, 0);
    struct space sibling = space_fork(&f->space);
    uint32_t first = start == 0 ? 1 : sibling.used[0];
    for (uint32_t more = 0; more < 40; more++) {
      struct visits visits = {0}, back = {0};
      space_walk_differences(&f->space, &sibling, note, &visits);
      space_walk_differences(&sibling, &f->space, note, &back);
      assert_int_equal(visits.count, more);
      assert_int_equal(back.count, more);
      for (uint32_t i = 0; i < more; i++) {
        assert_int_equal(visits.indices[i], first + i);
        assert_int_equal(back.indices[i], first + i);
      }
      fixture_allocate(f, OBJECT_HEAP, 16, 0);
    }
    space_release(&f->memory, &sibling);
    space_release(&f->memory, &f->space);
  }
}

int main(void) {
  const struct CMUnitTest tests[] = {
      TEST(test_ranges_are_exact),
      TEST(test_null_and_wild_pointers_have_one_range_each),
      TEST(test_walk_visits_only_what_differs),
      TEST(test_walk_of_trees_of_unequal_height),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}

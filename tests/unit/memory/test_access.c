/* Bounds to the byte, and what the caches know after each thing that makes them wrong. */
#include "fixture.h"

/* As threaded code loads and stores. */
static bool load(struct fixture *f, struct space *space, uint64_t address, uint64_t *value) {
  const struct cache_entry *entry = &f->memory.read_cache[cache_index(address)];
  struct access_fault fault;
  uint64_t offset = address - entry->base;
  if (offset >= entry->limit[3]) return memory_read(&f->memory, space, address, value, 8, &fault);
  memcpy(value, entry->data + offset, 8);
  return true;
}

static bool store(struct fixture *f, struct space *space, uint64_t address, uint64_t value) {
  const struct cache_entry *entry = &f->memory.write_cache[cache_index(address)];
  struct access_fault fault;
  uint64_t offset = address - entry->base;
  if (offset >= entry->limit[3]) return memory_write(&f->memory, space, address, &value, 8, &fault);
  memcpy(entry->data + offset, &value, 8);
  return true;
}

static uint64_t loaded(struct fixture *f, struct space *space, uint64_t address) {
  uint64_t value = 0;
  assert_true(load(f, space, address, &value));
  return value;
}

static void check_ends(struct fixture *f, uint64_t size) {
  struct object *object = fixture_allocate(f, OBJECT_HEAP, size, 0);
  for (uint64_t bytes = 1; bytes <= 20; bytes++)
    for (int64_t offset = -25; offset <= 25; offset++)
      for (int at_end = 0; at_end < 2; at_end++) {
        int64_t from = offset + (at_end ? (int64_t)size : 0);
        struct access_fault fault;
        bool is_inside = from >= 0 && from + (int64_t)bytes <= (int64_t)size;
        bool is_good = memory_check(&f->space, object->base + (uint64_t)from, bytes, true, &fault);
        assert_int_equal(is_good, is_inside);
        if (is_good) continue;
        assert_int_equal(fault.result, ACCESS_BEYOND);
        assert_ptr_equal(fault.object, object);
        assert_int_equal(fault.offset, from);
      }
}

static void test_bounds_are_exact(void **state) {
  static const uint64_t sizes[] = {0,    1,    2,    7,    8,    15,   16,    17,     40,
                                   4095, 4096, 4097, 8191, 8192, 8193, 65536, 1 << 20};
  for (size_t i = 0; i < sizeof sizes / sizeof *sizes; i++) check_ends(*state, sizes[i]);
}

/* An access that wraps round the address space, or whose size does. */
static void test_sizes_do_not_wrap(void **state) {
  struct fixture *f = *state;
  struct object *object = fixture_allocate(f, OBJECT_HEAP, 64, 0);
  struct access_fault fault;
  uint64_t sizes[] = {UINT64_MAX, UINT64_MAX - 63, -object->base, (uint64_t)1 << 63, 65};
  for (size_t i = 0; i < sizeof sizes / sizeof *sizes; i++) {
    assert_false(memory_check(&f->space, object->base, sizes[i], false, &fault));
    assert_int_equal(fault.result, ACCESS_BEYOND);
    assert_false(memory_check(&f->space, object->base + 1, sizes[i], false, &fault));
  }
  assert_false(memory_check(&f->space, UINT64_MAX, 2, false, &fault));
  assert_int_equal(fault.result, ACCESS_WILD);
}

/* Each kind of fault, where the contract of memory/access.h leaves no choice. */
static void test_faults_are_told_apart(void **state) {
  struct fixture *f = *state;
  struct object *constant = fixture_allocate(f, OBJECT_GLOBAL, 16, OBJECT_CONSTANT);
  struct object *undefined = fixture_allocate(f, OBJECT_GLOBAL, 16, OBJECT_UNDEFINED);
  struct object *code = fixture_allocate(f, OBJECT_CODE, 16, OBJECT_CONSTANT);
  struct object *freed = fixture_allocate(f, OBJECT_HEAP, 16, 0);
  struct object *dead = fixture_allocate(f, OBJECT_STACK, 16, 0);
  space_free(&f->memory, &f->space, freed, 0);
  space_pop_stack(&f->memory, &f->space, 0, 0);
  const struct {
    uint64_t address;
    bool is_write;
    enum access_result result;
  } cases[] = {
      {0, false, ACCESS_NULL},
      {8, true, ACCESS_NULL},
      {ADDRESS_NULL_END - 1, true, ACCESS_NULL},
      {ADDRESS_NULL_END, true, ACCESS_WILD},
      {0xdeadbeef, true, ACCESS_WILD},
      {UINT64_MAX, false, ACCESS_WILD},
      {constant->base | (uint64_t)1 << 63, false, ACCESS_WILD},
      {constant->base | (uint64_t)1 << 47, false, ACCESS_WILD},
      {constant->base + ((uint64_t)900 << ADDRESS_LARGE_SLOT_BITS), false, ACCESS_WILD},
      {constant->base + 15, true, ACCESS_READ_ONLY},
      {constant->base + 15, false, ACCESS_GOOD},
      {constant->base + 16, false, ACCESS_BEYOND},
      {undefined->base, false, ACCESS_UNDEFINED},
      {code->base, false, ACCESS_CODE},
      {freed->base + 3, false, ACCESS_FREED},
      {freed->base + 300, true, ACCESS_FREED},
      {dead->base, true, ACCESS_DEAD_STACK},
  };
  for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
    struct access_fault fault = {.result = ACCESS_GOOD};
    memory_check(&f->space, cases[i].address, 1, cases[i].is_write, &fault);
    assert_int_equal(fault.result, cases[i].result);
  }
}

static void test_fork_shares_until_either_side_writes(void **state) {
  struct fixture *f = *state;
  for (uint64_t size = 64; size <= 64000; size *= 10) {
    uint64_t base = fixture_allocate(f, OBJECT_HEAP, size, 0)->base, last = base + size - 8;
    assert_true(store(f, &f->space, last, 1));
    assert_int_equal(loaded(f, &f->space, last), 1);
    struct space sibling = space_fork(&f->space);
    memory_forget_writes(&f->memory);
    assert_int_equal(loaded(f, &f->space, last), 1);
    assert_true(store(f, &f->space, last, 2)); /* moves the page that the read cache knew */
    assert_int_equal(loaded(f, &f->space, last), 2);
    memory_forget_all(&f->memory);
    assert_int_equal(loaded(f, &sibling, last), 1);
    assert_true(store(f, &sibling, last, 3));
    assert_int_equal(loaded(f, &sibling, last), 3);
    memory_forget_all(&f->memory);
    assert_int_equal(loaded(f, &f->space, last), 2);
    space_release(&f->memory, &sibling);
    assert_int_equal(loaded(f, &f->space, last), 2);
  }
}

static void test_ended_object_leaves_the_caches(void **state) {
  struct fixture *f = *state;
  uint64_t value;
  for (uint64_t size = 16; size <= 1600000; size *= 10) {
    struct object *object = fixture_allocate(f, OBJECT_HEAP, size, 0);
    uint64_t base = object->base, last = base + size - 8;
    assert_true(store(f, &f->space, base, 1) && store(f, &f->space, last, 1));
    assert_true(load(f, &f->space, base, &value) && load(f, &f->space, last, &value));
    space_free(&f->memory, &f->space, space_find(&f->space, base), 0);
    assert_false(load(f, &f->space, base, &value) || load(f, &f->space, last, &value));
    assert_false(store(f, &f->space, base, 2) || store(f, &f->space, last, 2));
  }
}

/* Freed on one side only. */
static void test_sibling_keeps_what_the_other_frees(void **state) {
  struct fixture *f = *state;
  uint64_t value, base = fixture_allocate(f, OBJECT_STACK, 5000, 0)->base;
  assert_true(store(f, &f->space, base + 4992, 77));
  struct space sibling = space_fork(&f->space);
  memory_forget_writes(&f->memory);
  space_pop_stack(&f->memory, &f->space, 0, 0);
  assert_false(load(f, &f->space, base + 4992, &value));
  assert_int_equal(fixture_allocate(f, OBJECT_STACK, 5000, 0)->generation, 1);
  memory_forget_all(&f->memory);
  assert_int_equal(loaded(f, &sibling, base + 4992), 77);
  space_release(&f->memory, &sibling);
}

static void test_failed_write_changes_nothing(void **state) {
  struct fixture *f = *state;
  struct object *object = fixture_allocate(f, OBJECT_HEAP, 9000, 0);
  static uint8_t ones[9001], bytes[9000];
  struct access_fault fault;
  bool was_write;
  memset(ones, 1, sizeof ones);
  assert_false(memory_write(&f->memory, &f->space, object->base, ones, 9001, &fault));
  assert_false(memory_set(&f->memory, &f->space, object->base, 1, 9001, &fault));
  assert_false(memory_copy(&f->memory, &f->space, object->base, 0, 9000, &fault, &was_write));
  assert_false(was_write);
  assert_true(memory_read(&f->memory, &f->space, object->base, bytes, 9000, &fault));
  for (size_t i = 0; i < sizeof bytes; i++) assert_int_equal(bytes[i], 0);
}

static void test_overlapping_copies_keep_their_content(void **state) {
  struct fixture *f = *state;
  static const int64_t shifts[] = {-9000, -4097, -4096, -4095, -1, 0, 1, 4095, 4096, 4097, 9000};
  static uint8_t wanted[40000], actual[40000];
  struct access_fault fault;
  bool was_write;
  for (size_t i = 0; i < sizeof shifts / sizeof *shifts; i++)
    for (uint64_t size = 1; size < 20000; size = size * 3 + 1) {
      uint64_t base = fixture_allocate(f, OBJECT_HEAP, sizeof wanted, 0)->base;
      for (size_t k = 0; k < sizeof wanted; k++) wanted[k] = (uint8_t)(k * 7 + k / 256);
      assert_true(memory_write(&f->memory, &f->space, base, wanted, sizeof wanted, &fault));
      uint64_t from = 10001, to = from + (uint64_t)shifts[i];
      assert_true(
          memory_copy(&f->memory, &f->space, base + to, base + from, size, &fault, &was_write));
      memmove(wanted + to, wanted + from, size);
      assert_true(memory_read(&f->memory, &f->space, base, actual, sizeof actual, &fault));
      assert_memory_equal(actual, wanted, sizeof wanted);
    }
}

static void test_string_ends_at_zero_limit_or_fault(void **state) {
  struct fixture *f = *state;
  struct access_fault fault;
  uint64_t base = fixture_allocate(f, OBJECT_HEAP, 5, 0)->base;
  char *text;
  assert_true(memory_write(&f->memory, &f->space, base, "abcde", 5, &fault));
  assert_true(memory_read_string(&f->memory, &f->space, base, 3, &text, &fault));
  assert_string_equal(text, "abc");
  free(text);
  assert_true(memory_read_string(&f->memory, &f->space, base, 5, &text, &fault));
  assert_string_equal(text, "abcde");
  free(text);
  assert_false(memory_read_string(&f->memory, &f->space, base, 6, &text, &fault));
  assert_int_equal(fault.result, ACCESS_BEYOND);
  assert_true(memory_write(&f->memory, &f->space, base + 1, "", 1, &fault));
  assert_true(memory_read_string(&f->memory, &f->space, base, 100, &text, &fault));
  assert_string_equal(text, "a");
  free(text);
}

int main(void) {
  const struct CMUnitTest tests[] = {
      TEST(test_bounds_are_exact),
      TEST(test_sizes_do_not_wrap),
      TEST(test_faults_are_told_apart),
      TEST(test_fork_shares_until_either_side_writes),
      TEST(test_ended_object_leaves_the_caches),
      TEST(test_sibling_keeps_what_the_other_frees),
      TEST(test_failed_write_changes_nothing),
      TEST(test_overlapping_copies_keep_their_content),
      TEST(test_string_ends_at_zero_limit_or_fault),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}

/* Where objects are put: the facts of memory/address.h and memory/space.h that random
   traces reach too seldom. */
#include "fixture.h"

static uint64_t allocate(struct fixture *f, enum object_kind kind, uint64_t size, uint64_t align) {
  struct space_request request = {.size = size, .align = align, .kind = kind};
  struct object *object = space_allocate(&f->memory, &f->space, &request);
  assert_non_null(object);
  return object->base;
}

static void end(struct fixture *f, uint64_t address) {
  space_free(&f->memory, &f->space, space_find(&f->space, address), 0);
}

static enum access_result result_of(const struct fixture *f, uint64_t address) {
  struct access_fault fault;
  return memory_check(&f->space, address, 1, false, &fault) ? ACCESS_GOOD : fault.result;
}

static bool is_new(const uint64_t *seen, size_t count, uint64_t address, uint64_t size) {
  for (size_t i = 0; i < count; i++)
    if (seen[i] < address + size && address < seen[i] + size) return false;
  return true;
}

static void test_dead_stack_address_comes_back_late(void **state) {
  struct fixture *f = *state;
  enum { LANES = 32 };
  uint64_t seen[LANES];
  for (size_t i = 0; i < LANES; i++) {
    uint64_t next = allocate(f, OBJECT_STACK, 24, 16);
    assert_true(is_new(seen, i, next, 24));
    assert_int_equal(address_index(next), address_index(i ? seen[0] : next));
    for (size_t k = 0; k < i; k++) assert_int_equal(result_of(f, seen[k]), ACCESS_DEAD_STACK);
    seen[i] = next;
    space_pop_stack(&f->memory, &f->space, 0, 0);
    assert_int_equal(result_of(f, next), ACCESS_DEAD_STACK);
  }
  unsigned hits = 0; /* then it depends on the place in the page */
  for (size_t i = 0; i < 4000; i++) {
    uint64_t next = allocate(f, OBJECT_STACK, 24, 16);
    assert_int_equal(address_index(next), address_index(seen[0]));
    hits += !is_new(seen, LANES, next, 24);
    space_pop_stack(&f->memory, &f->space, 0, 0);
  }
  assert_true(hits < 100);
}

static void test_stack_slots_are_reused_last_in_first_out(void **state) {
  struct fixture *f = *state;
  uint64_t low = allocate(f, OBJECT_STACK, 8, 0), high = allocate(f, OBJECT_STACK, 8, 0);
  space_pop_stack(&f->memory, &f->space, 0, 0);
  assert_int_equal(address_index(allocate(f, OBJECT_STACK, 8, 0)), address_index(low));
  assert_int_equal(address_index(allocate(f, OBJECT_STACK, 8, 0)), address_index(high));
}

static void test_heap_slot_rests_in_quarantine(void **state) {
  struct fixture *f = *state;
  uint64_t first = allocate(f, OBJECT_HEAP, 10, 0);
  end(f, first);
  for (int i = 0; i < SPACE_HEAP_QUARANTINE; i++) {
    uint64_t next = allocate(f, OBJECT_HEAP, 10, 0);
    assert_int_not_equal(address_index(next), address_index(first));
    struct access_fault fault;
    assert_false(memory_check(&f->space, first, 1, false, &fault));
    assert_int_equal(fault.result, ACCESS_FREED);
    assert_non_null(fault.object);
    end(f, next);
  }
  uint64_t reused = allocate(f, OBJECT_HEAP, 10, 0);
  assert_int_equal(address_index(reused), address_index(first));
  assert_int_not_equal(reused, first);
  assert_int_equal(result_of(f, first), ACCESS_FREED);
}

/* As many as fit memory go on for ever, and none comes back while anybody could remember it. */
static void test_millions_of_allocations_stay_low_and_come_back_late(void **state) {
  struct fixture *f = *state;
  enum { KEPT = 32 * SPACE_HEAP_QUARANTINE };
  uint64_t *last = alloc_zeroed(KEPT * sizeof *last);
  for (uint64_t i = 0; i < 2000000; i++) {
    uint64_t next = allocate(f, OBJECT_HEAP, 16, 0);
    if (next >> 47 != 0 || next % 16 != 0) fail();
    if (i % 200003 == 0) {
      for (size_t k = 0; k < KEPT && k < i; k++)
        if (result_of(f, last[k]) != ACCESS_FREED) fail();
    }
    last[i % KEPT] = next;
    end(f, next);
  }
  assert_true(f->space.used[0] < 2 * SPACE_HEAP_QUARANTINE);
  free(last);
}

/* Ten million live objects, and with them the largest that there can be. */
static void test_there_is_room_for_many(void **state) {
  struct fixture *f = *state;
  f->space.used[0] = 1 << 16, f->space.used[1] = 1 << 17, f->space.used[2] = 1 << 20;
  f->space.used[3] = 10000000;
  static const uint64_t sizes[] = {16,      4096,    16 << 10, (16 << 10) + 1, 512 << 10, 513 << 10,
                                   8 << 20, 9 << 20, 33 << 20, 100 << 20,      1 << 30};
  for (size_t i = 0; i < sizeof sizes / sizeof *sizes; i++)
    for (int k = 0; k < 40; k++) {
      uint64_t base = allocate(f, OBJECT_HEAP, sizes[i], 0);
      assert_true(base >> 44 == 1 && base % 16 == 0);
      assert_int_equal(result_of(f, base + sizes[i] - 1), ACCESS_GOOD);
      assert_int_equal(result_of(f, base + sizes[i]), ACCESS_BEYOND);
      assert_int_equal(result_of(f, base + sizes[i] + 4096), ACCESS_BEYOND);
      assert_int_equal(result_of(f, base - 4096), ACCESS_BEYOND);
    }
}

static void test_object_of_several_slots_is_reused_late(void **state) {
  struct fixture *f = *state;
  uint64_t megabyte = (uint64_t)1 << 20;
  uint64_t plain = allocate(f, OBJECT_HEAP, 70 * megabyte, 0);
  uint64_t aligned = allocate(f, OBJECT_HEAP, 60 * megabyte, 16 * megabyte);
  assert_int_equal(aligned % (16 * megabyte), 0);
  assert_int_equal(result_of(f, plain + 70 * megabyte - 1), ACCESS_GOOD);
  assert_int_equal(result_of(f, aligned + 60 * megabyte), ACCESS_BEYOND);
  end(f, plain);
  end(f, aligned);
  for (int i = 0; i < SPACE_HEAP_QUARANTINE + 8; i++) end(f, allocate(f, OBJECT_HEAP, 1, 0));
  assert_int_equal(result_of(f, plain + 69 * megabyte), ACCESS_FREED);
  assert_int_equal(result_of(f, aligned + 59 * megabyte), ACCESS_FREED);
  unsigned first_reuse = 0, first_return = 0;
  for (unsigned i = 0; i < 5000; i++) {
    uint64_t next = allocate(f, OBJECT_HEAP, (70 + (uint64_t)i % 3 * 100) * megabyte, 0);
    if (first_reuse == 0 && !is_new(&plain, 1, next, 70 * megabyte)) first_reuse = i;
    end(f, next);
  }
  assert_true(first_reuse >= 8 && first_reuse < 1000);
  uint64_t first = 0;
  for (unsigned i = 0; i < 5000; i++) { /* a large local */
    uint64_t next = allocate(f, OBJECT_STACK, (1 + (uint64_t)i % 2 * 90) * megabyte, 0);
    assert_non_null(space_find(&f->space, next));
    space_pop_stack(&f->memory, &f->space, 0, 0);
    if (i == 0) first = next;
    if (i > 0 && first_return == 0 && next == first) first_return = i;
  }
  assert_true(first_return >= 8 && first_return < 1000);
}

/* What people write as pointers: small numbers, magic ones, repeated bytes, text. */
static void test_plausible_constants_hit_nothing(void **state) {
  struct fixture *f = *state;
  static const uint64_t constants[] = {
      0x10000,        0xb8000,        0x1000000,      0x41414141,         0xdeadbeef,
      0xcccccccc,     0xfeeefeee,     0xbaadf00d,     0xffffffff,         0xdeadbeefcafebabe,
      0x123456789abc, 0x1234567890ab, 0x123412341234, 0x4141414141414141, 0xcdcdcdcdcdcdcdcd,
      0x6f6c6c6568,   0x0a6f6c6c6568, 0x100000000000, 0x180000000000,     0x7fffffffffff,
      0x7fffffffe000, 0x555555555000, 0x1c0000000000, 0x1e0000000000,     0xffffffffffffffff,
  };
  for (int i = 0; i < 1500000; i++) allocate(f, OBJECT_HEAP, 1, 0);
  for (size_t i = 0; i < sizeof constants / sizeof *constants; i++)
    assert_int_equal(result_of(f, constants[i]), ACCESS_WILD);
  for (unsigned bit = 17; bit < 64; bit++)
    assert_int_equal(result_of(f, (uint64_t)1 << bit), ACCESS_WILD);
  for (uint64_t byte = 1; byte < 256; byte++)
    for (unsigned bytes = 4; bytes <= 8; bytes++)
      assert_int_equal(result_of(f, byte * 0x0101010101010101u >> (64 - 8 * bytes)), ACCESS_WILD);
}

static void test_slot_edges_belong_to_the_object(void **state) {
  struct fixture *f = *state;
  uint64_t before = allocate(f, OBJECT_GLOBAL, 100, 0);
  uint64_t base = allocate(f, OBJECT_GLOBAL, 100, 0);
  uint64_t slot = (uint64_t)1 << ADDRESS_LARGE_SLOT_BITS, start = base & -slot;
  struct access_fault fault;
  assert_false(memory_check(&f->space, start, 1, true, &fault));
  assert_int_equal(fault.object->base, base);
  assert_int_equal(fault.offset, (int64_t)(start - base));
  assert_false(memory_check(&f->space, start + slot - 1, 1, true, &fault));
  assert_int_equal(fault.object->base, base);
  assert_false(memory_check(&f->space, start - 1, 1, true, &fault));
  assert_int_equal(fault.object->base, before);
  assert_int_equal(result_of(f, start + slot), ACCESS_WILD);
}

static void test_low_bits_of_addresses_differ(void **state) {
  struct fixture *f = *state;
  unsigned seen[256] = {0};
  for (int i = 0; i < 2560; i++) seen[allocate(f, OBJECT_HEAP, 32, 0) % ADDRESS_PAGE_SIZE / 16]++;
  for (int i = 0; i < 250; i++) assert_in_range(seen[i], 1, 40);
}

static void test_impossible_requests_are_refused(void **state) {
  struct fixture *f = *state;
  static const struct space_request requests[] = {
      {.size = UINT64_MAX, .kind = OBJECT_HEAP},
      {.size = (uint64_t)1 << 47, .kind = OBJECT_HEAP},
      {.size = (uint64_t)1 << 60, .kind = OBJECT_STACK},
      {.size = UINT64_MAX - 10, .kind = OBJECT_STACK},
      {.size = 8, .align = (uint64_t)1 << 25, .kind = OBJECT_HEAP},
      {.size = 8, .align = (uint64_t)1 << 63, .kind = OBJECT_GLOBAL},
  };
  for (size_t i = 0; i < sizeof requests / sizeof *requests; i++)
    assert_null(space_allocate(&f->memory, &f->space, &requests[i]));
  assert_int_equal(f->space.heap_live_objects, 0);
}

/* Whatever is granted must work at both ends. */
static void test_large_requests_are_refused_or_good(void **state) {
  struct fixture *f = *state;
  for (unsigned bits = 26; bits < 47; bits++) {
    struct space_request request = {.size = ((uint64_t)1 << bits) + 5, .kind = OBJECT_HEAP};
    struct object *object = space_allocate(&f->memory, &f->space, &request);
    if (object == NULL) continue;
    uint64_t last = object->base + request.size - 8, value = 0x123456789abcdef0, read = 0;
    struct access_fault fault;
    assert_true(memory_write(&f->memory, &f->space, last, &value, 8, &fault));
    assert_true(memory_read(&f->memory, &f->space, last, &read, 8, &fault));
    assert_int_equal(value, read);
    assert_int_equal(result_of(f, last + 8), ACCESS_BEYOND);
    end(f, last);
    assert_int_equal(result_of(f, last), ACCESS_FREED);
  }
}

static void test_full_address_space_is_told(void **state) {
  struct fixture *f = *state;
  for (unsigned i = 0; i < ADDRESS_REGIONS; i++) f->space.used[i] = address_regions[i].slots;
  f->space.used[ADDRESS_REGIONS - 1]--;
  struct space_request request = {.size = (uint64_t)1 << 30, .kind = OBJECT_HEAP};
  assert_null(space_allocate(&f->memory, &f->space, &request));
  request.size = 8;
  struct object *last = space_allocate(&f->memory, &f->space, &request);
  assert_non_null(last);
  assert_int_equal(result_of(f, last->base), ACCESS_GOOD);
  assert_null(space_allocate(&f->memory, &f->space, &request));
  end(f, last->base); /* out of quarantine before its time */
  assert_non_null(space_allocate(&f->memory, &f->space, &request));
}

int main(void) {
  const struct CMUnitTest tests[] = {
      TEST(test_dead_stack_address_comes_back_late),
      TEST(test_stack_slots_are_reused_last_in_first_out),
      TEST(test_heap_slot_rests_in_quarantine),
      TEST(test_millions_of_allocations_stay_low_and_come_back_late),
      TEST(test_there_is_room_for_many),
      TEST(test_object_of_several_slots_is_reused_late),
      TEST(test_plausible_constants_hit_nothing),
      TEST(test_slot_edges_belong_to_the_object),
      TEST(test_low_bits_of_addresses_differ),
      TEST(test_impossible_requests_are_refused),
      TEST(test_large_requests_are_refused_or_good),
      TEST(test_full_address_space_is_told),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}

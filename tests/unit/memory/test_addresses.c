/* Where objects are put: the facts of memory/address.h and memory/space.h that random
   traces reach too seldom. Old addresses never come back, up to the very end of a
   slot's generations. */
#include "memory/access.h"
#include "pool_check.h"

#include <setjmp.h>
#include <stdarg.h>
#include <string.h>

#include <cmocka.h>

struct fixture {
  struct memory memory;
  struct space space;
};

static int set_up(void **state) {
  struct fixture *f = alloc_zeroed(sizeof *f);
  memory_init(&f->memory);
  space_init(&f->space);
  *state = f;
  return 0;
}

static int tear_down(void **state) {
  struct fixture *f = *state;
  space_release(&f->memory, &f->space);
  size_t used = pool_count_used(&f->memory.pool);
  memory_finish(&f->memory);
  free(f);
  return used != 0;
}

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

static uint64_t generation_of(uint64_t address) { return address >> ADDRESS_GENERATION_SHIFT; }

static void test_stack_slot_is_reused_until_its_generations_end(void **state) {
  struct fixture *f = *state;
  uint64_t first = allocate(f, OBJECT_STACK, 24, 16);
  space_pop_stack(&f->memory, &f->space, 0, 0);
  for (unsigned i = 1; i <= ADDRESS_MAX_GENERATION; i++) {
    uint64_t next = allocate(f, OBJECT_STACK, 24, 16);
    assert_int_equal(address_index(next), address_index(first));
    assert_int_equal(generation_of(next), i);
    space_pop_stack(&f->memory, &f->space, 0, 0);
    assert_int_equal(result_of(f, next), ACCESS_DEAD_STACK);
  }
  uint64_t fresh = allocate(f, OBJECT_STACK, 24, 16);
  assert_int_not_equal(address_index(fresh), address_index(first));
  assert_int_equal(generation_of(fresh), 0);
  assert_int_equal(result_of(f, first), ACCESS_DEAD_STACK);
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
    assert_int_equal(generation_of(next), 0);
    struct access_fault fault;
    assert_false(memory_check(&f->space, first, 1, false, &fault));
    assert_int_equal(fault.result, ACCESS_FREED);
    assert_non_null(fault.object);
    end(f, next);
  }
  uint64_t reused = allocate(f, OBJECT_HEAP, 10, 0);
  assert_int_equal(address_index(reused), address_index(first));
  assert_int_equal(generation_of(reused), 1);
  assert_int_equal(result_of(f, first), ACCESS_FREED);
}

/* A slot in its last generation is retired when it is freed, so that fresh slots take
   their turns between the last uses of the old ones. */
static void test_heap_generations_end(void **state) {
  struct fixture *f = *state;
  uint64_t slots = SPACE_HEAP_QUARANTINE + 1, first = f->space.next_index;
  for (uint64_t i = 0; i < slots * ADDRESS_MAX_GENERATION; i++) {
    uint64_t next = allocate(f, OBJECT_HEAP, 1, 0);
    assert_int_equal(generation_of(next), i / slots);
    end(f, next);
  }
  uint64_t last_uses = 0;
  for (uint64_t i = 0; i < slots * 3; i++) {
    uint64_t next = allocate(f, OBJECT_HEAP, 1, 0);
    bool is_old = address_index(next) < first + slots;
    if (is_old) assert_int_equal(generation_of(next), ADDRESS_MAX_GENERATION);
    if (!is_old) assert_true(generation_of(next) <= 2);
    last_uses += is_old;
    end(f, next);
    assert_int_equal(result_of(f, next), ACCESS_FREED);
  }
  assert_int_equal(last_uses, slots);
  for (uint32_t i = 0; i < slots; i++)
    assert_int_equal(result_of(f, address_slot_start((uint32_t)first + i, 5) + ADDRESS_LEAD),
                     ACCESS_FREED);
}

static void test_object_of_several_slots_is_never_reused(void **state) {
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
  assert_int_equal(result_of(f, aligned + ((uint64_t)1 << ADDRESS_GENERATION_SHIFT)), ACCESS_WILD);
}

static void test_slot_edges_belong_to_the_object(void **state) {
  struct fixture *f = *state;
  uint64_t before = allocate(f, OBJECT_GLOBAL, 100, 0);
  uint64_t base = allocate(f, OBJECT_GLOBAL, 100, 0);
  uint64_t start = address_slot_start(address_index(base), 0);
  uint64_t slot = (uint64_t)1 << ADDRESS_SLOT_BITS;
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
  f->space.next_index = ADDRESS_MAX_INDEX - 1;
  struct space_request request = {.size = (uint64_t)1 << 30, .kind = OBJECT_HEAP};
  assert_null(space_allocate(&f->memory, &f->space, &request));
  request.size = 8;
  struct object *last = space_allocate(&f->memory, &f->space, &request);
  assert_non_null(last);
  assert_int_equal(result_of(f, last->base), ACCESS_GOOD);
  assert_null(space_allocate(&f->memory, &f->space, &request));
}

int main(void) {
#define TEST(name) cmocka_unit_test_setup_teardown(name, set_up, tear_down)
  const struct CMUnitTest tests[] = {
      TEST(test_stack_slot_is_reused_until_its_generations_end),
      TEST(test_stack_slots_are_reused_last_in_first_out),
      TEST(test_heap_slot_rests_in_quarantine),
      TEST(test_heap_generations_end),
      TEST(test_object_of_several_slots_is_never_reused),
      TEST(test_slot_edges_belong_to_the_object),
      TEST(test_low_bits_of_addresses_differ),
      TEST(test_impossible_requests_are_refused),
      TEST(test_large_requests_are_refused_or_good),
      TEST(test_full_address_space_is_told),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}

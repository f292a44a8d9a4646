/* A memory with one space, for tests of concrete content. What is left in the pool at the end fails
   the test. */
#ifndef TESTS_MEMORY_FIXTURE_H
#define TESTS_MEMORY_FIXTURE_H

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

static inline int fixture_set_up(void **state) {
  struct fixture *f = alloc_zeroed(sizeof *f);
  memory_init(&f->memory);
  space_init(&f->space);
  *state = f;
  return 0;
}

static inline int fixture_tear_down(void **state) {
  struct fixture *f = *state;
  space_release(&f->memory, &f->space);
  size_t used = pool_count_used(&f->memory.pool);
  memory_finish(&f->memory);
  free(f);
  return used != 0;
}

static inline struct object *fixture_allocate(struct fixture *f, enum object_kind kind,
                                              uint64_t size, uint8_t flags) {
  struct space_request request = {.size = size, .kind = kind, .flags = flags};
  struct object *object = space_allocate(&f->memory, &f->space, &request);
  assert_non_null(object);
  return object;
}

#define TEST(name) cmocka_unit_test_setup_teardown(name, fixture_set_up, fixture_tear_down)

#endif

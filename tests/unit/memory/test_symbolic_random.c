/* Random operations on symbolic memory, in a few spaces that fork from each other, checked
   in every world of worlds.h after each step.

   SMEW_TRACE_SEED=n plays the one trace of that seed; SMEW_TRACE_COUNT=n plays more. */
#include "hash_check.h"
#include "memory/byte_array.h"
#include "memory/space_merge.h"
#include "worlds.h"

#include <inttypes.h>

enum { MAX_OBJECTS = 12, MAX_SPACES = 4, MAX_SIZE = 3 * ADDRESS_PAGE_SIZE };

struct sibling_object {
  uint64_t base, size; /* base 0: there is none */
  uint8_t *bytes[WORLD_COUNT];
};

struct sibling {
  bool is_used;
  struct space space;
  struct sibling_object objects[MAX_OBJECTS];
};

struct play {
  struct worlds worlds;
  struct memory memory;
  struct sibling siblings[MAX_SPACES];
  struct sibling *running; /* the caches are about it */
  struct sibling *here;
  struct sibling_object *object; /* that the operation is about */
  struct exprs *exprs;
  uint32_t round;
};

static uint64_t below(struct play *p, uint64_t limit) {
  return random_below(&p->worlds.random, limit);
}

static struct object *real(struct play *p, const struct sibling_object *object) {
  struct object *found = space_find(&p->here->space, object->base);
  assert_non_null(found);
  return found;
}

static void drop_object(struct sibling_object *object) {
  for (int k = 0; k < WORLD_COUNT; k++) free(object->bytes[k]);
  *object = (struct sibling_object){0};
}

static void add_object(struct play *p, struct sibling_object *object) {
  static const uint64_t sizes[] = {1,   4,   8,    16,   24,   33,   64,  100,
                                   256, 300, 4095, 4096, 4097, 4200, 9000};
  struct space_request request = {.size = sizes[below(p, sizeof sizes / sizeof *sizes)],
                                  .kind = OBJECT_HEAP};
  struct object *made = space_allocate(&p->memory, &p->here->space, &request);
  *object = (struct sibling_object){.base = made->base, .size = request.size};
  for (int k = 0; k < WORLD_COUNT; k++) object->bytes[k] = alloc_zeroed(request.size);
}

/* A range within the object, often small, often at the edge of a page. */
static uint64_t pick_range(struct play *p, const struct sibling_object *object, uint64_t *size) {
  uint64_t start = below(p, object->size);
  if (object->size > ADDRESS_PAGE_SIZE && below(p, 2)) start = ADDRESS_PAGE_SIZE - below(p, 20);
  *size = 1 + below(p, below(p, 4) ? 24 : object->size);
  if (below(p, 3) == 0) start &= ~(uint64_t)7;
  if (*size > object->size - start) *size = object->size - start;
  return start;
}

static unsigned pick_size(struct play *p, const struct sibling_object *object) {
  static const unsigned sizes[] = {1, 1, 2, 4, 4, 4, 8, 8, 3, 16, 10};
  unsigned size = sizes[below(p, sizeof sizes / sizeof *sizes)];
  return size > object->size ? 1 : size;
}

static uint64_t pick_place(struct play *p, const struct sibling_object *object, unsigned size) {
  uint64_t unused, start = pick_range(p, object, &unused);
  return start > object->size - size ? object->size - size : start;
}

/* ---- what must hold ---- */

static void check_value(struct play *p, const char *what, struct expr *value,
                        const uint8_t *const *wanted) {
  uint8_t bytes[EXPR_MAX_WIDTH / 8];
  assert_non_null(value);
  for (int k = 0; k < WORLD_COUNT; k++) {
    worlds_bytes(&p->worlds, k, value, bytes);
    if (memcmp(bytes, wanted[k], value->width / 8) != 0) fail_msg("%s: wrong in world %d", what, k);
  }
}

static void check_part(struct play *p, const struct object *object, const struct part_view *view) {
  const struct overlay *overlay = view->overlay;
  uint64_t base = object->base + view->start;
  if (overlay == NULL) return;
  assert_true(overlay->count > 0 && overlay->count <= overlay->capacity);
  for (uint32_t i = 0, end = 0; i < overlay->count; i++) {
    const struct overlay_entry *entry = &overlay->entries[i];
    assert_true(entry->start >= end && entry->size > 0);
    end = (uint32_t)entry->start + entry->size;
    assert_true(end <= view->size);
    assert_true(byte_array_is(entry->value) || entry->value->width == entry->size * 8u);
    assert_true(byte_array_is(entry->value) || entry->first == 0);
    assert_false(expr_is_const(entry->value));
    for (uint32_t k = entry->start; k < end; k++) assert_int_equal(view->bytes[k], 0);
  }
  const struct cache_entry *read = &p->memory.read_cache[cache_index(base)];
  const struct cache_entry *write = &p->memory.write_cache[cache_index(base)];
  if (p->here != p->running) return;
  assert_false(read->base == base && read->limit[0] > 0);
  assert_false(write->base == base && write->limit[0] > 0);
}

static void check_object(struct play *p, const struct sibling_object *object) {
  const struct object *found = real(p, object);
  for (uint64_t at = 0; at < object->size;) {
    struct part_view view = object_view_part(found, at);
    check_part(p, found, &view);
    at = view.start + view.size;
  }
  for (uint64_t at = 0, size; at < object->size; at += size) {
    struct access_fault fault;
    const uint8_t *wanted[WORLD_COUNT];
    size = object->size - at < 16 ? object->size - at : 16;
    for (int k = 0; k < WORLD_COUNT; k++) wanted[k] = object->bytes[k] + at;
    check_value(
        p, "content",
        memory_read_value(&p->memory, &p->here->space, object->base + at, (unsigned)size, &fault),
        wanted);
  }
}

static void check_place(struct play *p, struct sibling *sibling) {
  struct sibling *here = p->here;
  p->here = sibling;
  for (int i = 0; i < MAX_OBJECTS; i++)
    if (sibling->objects[i].base) check_object(p, &sibling->objects[i]);
  p->here = here;
}

/* ---- operations ---- */

static void do_write(struct play *p) {
  uint64_t size, start = pick_range(p, p->object, &size);
  static uint8_t bytes[MAX_SIZE];
  struct access_fault fault;
  for (uint64_t i = 0; i < size; i++) bytes[i] = (uint8_t)below(p, 4);
  assert_true(
      memory_write(&p->memory, &p->here->space, p->object->base + start, bytes, size, &fault));
  for (int k = 0; k < WORLD_COUNT; k++) memcpy(p->object->bytes[k] + start, bytes, size);
}

/* As threaded code stores. */
static void do_store(struct play *p) {
  unsigned log = (unsigned)below(p, 4), size = 1u << log;
  if (p->object->size < size) return;
  uint64_t start = pick_place(p, p->object, size), address = p->object->base + start;
  uint64_t word = random_next(&p->worlds.random);
  const struct cache_entry *entry = &p->memory.write_cache[cache_index(address)];
  struct access_fault fault;
  if (address - entry->base < entry->limit[log])
    memcpy(entry->data + (address - entry->base), &word, size);
  else
    assert_true(memory_write(&p->memory, &p->here->space, address, &word, size, &fault));
  for (int k = 0; k < WORLD_COUNT; k++) memcpy(p->object->bytes[k] + start, &word, size);
}

static void do_load(struct play *p) {
  unsigned log = (unsigned)below(p, 4), size = 1u << log;
  if (p->object->size < size) return;
  uint64_t start = pick_place(p, p->object, size), address = p->object->base + start, word = 0;
  const struct cache_entry *entry = &p->memory.read_cache[cache_index(address)];
  struct access_fault fault;
  if (address - entry->base < entry->limit[log]) {
    memcpy(&word, entry->data + (address - entry->base), size);
  } else if (!memory_read(&p->memory, &p->here->space, address, &word, size, &fault)) {
    assert_int_equal(fault.result, ACCESS_SYMBOLIC);
    assert_true(memory_is_symbolic(&p->here->space, address, size));
    return;
  }
  for (int k = 0; k < WORLD_COUNT; k++)
    assert_memory_equal(p->object->bytes[k] + start, &word, size);
}

static void do_set(struct play *p) {
  uint64_t size, start = pick_range(p, p->object, &size);
  uint8_t byte = (uint8_t)below(p, 256);
  struct access_fault fault;
  assert_true(memory_set(&p->memory, &p->here->space, p->object->base + start, byte, size, &fault));
  for (int k = 0; k < WORLD_COUNT; k++) memset(p->object->bytes[k] + start, byte, size);
}

static void do_write_value(struct play *p) {
  unsigned size = pick_size(p, p->object);
  uint64_t start = pick_place(p, p->object, size);
  struct expr *value = worlds_value(&p->worlds, size);
  struct access_fault fault;
  uint64_t address = p->object->base + start;
  assert_true(memory_write_value(&p->memory, &p->here->space, address, size, value, &fault));
  if (start / ADDRESS_PAGE_SIZE == (start + size - 1) / ADDRESS_PAGE_SIZE)
    assert_ptr_equal(memory_read_value(&p->memory, &p->here->space, address, size, &fault), value);
  for (int k = 0; k < WORLD_COUNT; k++)
    worlds_bytes(&p->worlds, k, value, p->object->bytes[k] + start);
}

static void do_make_symbolic(struct play *p) {
  uint64_t size, start = pick_range(p, p->object, &size), address = p->object->base + start;
  const struct expr_array *array = worlds_new_array(&p->worlds, size);
  struct access_fault fault;
  assert_true(memory_make_symbolic(&p->memory, &p->here->space, address, size, array, &fault));
  for (int k = 0; k < WORLD_COUNT; k++)
    for (uint64_t i = 0; i < size; i++)
      p->object->bytes[k][start + i] =
          (uint8_t)assignment_get(p->worlds.values[k], array->number, i);
}

static struct sibling_object *pick_object(struct play *p) {
  for (uint64_t i = below(p, MAX_OBJECTS);; i = (i + 1) % MAX_OBJECTS)
    if (p->here->objects[i].base) return &p->here->objects[i];
}

/* Two ranges of equal size, of one object half of the time. */
static struct sibling_object *pick_source(struct play *p, uint64_t *to, uint64_t *from,
                                          uint64_t *size) {
  struct sibling_object *source = below(p, 2) ? p->object : pick_object(p);
  uint64_t other;
  *to = pick_range(p, p->object, size);
  *from = pick_range(p, source, &other);
  if (source == p->object && below(p, 2)) *from = (*to + below(p, 41)) % source->size;
  if (*size > source->size - *from) *size = source->size - *from;
  return source;
}

static void do_copy(struct play *p) {
  uint64_t to, from, size;
  struct sibling_object *source = pick_source(p, &to, &from, &size);
  struct access_fault fault;
  bool was_write;
  assert_true(memory_copy(&p->memory, &p->here->space, p->object->base + to, source->base + from,
                          size, &fault, &was_write));
  for (int k = 0; k < WORLD_COUNT; k++)
    memmove(p->object->bytes[k] + to, source->bytes[k] + from, size);
}

/* A length up to `most`; some are multiples of 4, some at least something. */
static struct expr *pick_length(struct play *p, uint64_t most) {
  struct exprs *exprs = p->exprs;
  uint64_t unit = below(p, 2) ? 1 : 1u << below(p, 4), least = below(p, 2) ? 0 : below(p, most + 1);
  if (unit > most) unit = 1;
  least = least / unit * unit;
  struct expr *length = worlds_index(&p->worlds, (most - least) / unit + 1);
  length = expr_mul(exprs, length, expr_const(exprs, 64, unit));
  return expr_add(exprs, length, expr_const(exprs, 64, least));
}

static void do_copy_part(struct play *p) {
  uint64_t to, from, size;
  struct sibling_object *source = pick_source(p, &to, &from, &size);
  if (size > 80) size = 80;
  struct expr *length = pick_length(p, size);
  struct access_fault fault;
  bool was_write;
  assert_true(memory_copy_part(&p->memory, &p->here->space, p->object->base + to,
                               source->base + from, length, size, &fault, &was_write));
  for (int k = 0; k < WORLD_COUNT; k++)
    memmove(p->object->bytes[k] + to, source->bytes[k] + from,
            worlds_number(&p->worlds, k, length));
}

static void do_set_part(struct play *p) {
  uint64_t size, start = pick_range(p, p->object, &size);
  if (size > 80) size = 80;
  struct expr *length = pick_length(p, size), *byte = worlds_value(&p->worlds, 1);
  struct access_fault fault;
  assert_true(memory_set_part(&p->memory, &p->here->space, p->object->base + start, byte, length,
                              size, &fault));
  for (int k = 0; k < WORLD_COUNT; k++)
    memset(p->object->bytes[k] + start, (int)worlds_number(&p->worlds, k, byte),
           worlds_number(&p->worlds, k, length));
}

static void do_read_at(struct play *p) {
  unsigned size = pick_size(p, p->object);
  struct offset_range range;
  struct expr *offset = worlds_offset(&p->worlds, p->object->size, size, &range);
  const uint8_t *wanted[WORLD_COUNT];
  struct expr *value =
      memory_read_at(&p->memory, &p->here->space, real(p, p->object), offset, &range, size);
  for (int k = 0; k < WORLD_COUNT; k++)
    wanted[k] = p->object->bytes[k] + worlds_number(&p->worlds, k, offset);
  check_value(p, "read at a symbolic offset", value, wanted);
  assert_ptr_equal(
      value, memory_read_at(&p->memory, &p->here->space, real(p, p->object), offset, &range, size));
}

static void do_write_at(struct play *p) {
  unsigned size = pick_size(p, p->object);
  struct offset_range range;
  struct expr *offset = worlds_offset(&p->worlds, p->object->size, size, &range);
  struct expr *value = worlds_value(&p->worlds, size);
  if ((range.high - range.low) / range.step > 64 && p->memory.array_places > 64) return;
  memory_write_at(&p->memory, &p->here->space, real(p, p->object), offset, &range, size, value);
  for (int k = 0; k < WORLD_COUNT; k++)
    worlds_bytes(&p->worlds, k, value, p->object->bytes[k] + worlds_number(&p->worlds, k, offset));
}

static void do_replace_object(struct play *p) {
  struct object *ended = real(p, p->object);
  space_free(&p->memory, &p->here->space, ended, 1);
  drop_object(p->object);
  add_object(p, p->object);
}

static void fork_into(struct play *p, struct sibling *sibling) {
  *sibling = *p->here;
  sibling->space = space_fork(&p->here->space);
  memory_forget_writes(&p->memory);
  for (int i = 0; i < MAX_OBJECTS; i++)
    for (int k = 0; k < WORLD_COUNT && sibling->objects[i].base; k++)
      sibling->objects[i].bytes[k] = memcpy(alloc_bytes(sibling->objects[i].size),
                                            p->here->objects[i].bytes[k], sibling->objects[i].size);
}

static void release(struct play *p, struct sibling *sibling) {
  space_release(&p->memory, &sibling->space);
  for (int i = 0; i < MAX_OBJECTS; i++) drop_object(&sibling->objects[i]);
  sibling->is_used = false;
}

static void do_fork(struct play *p) {
  struct sibling *sibling = &p->siblings[below(p, MAX_SPACES)];
  if (sibling == p->here) return;
  if (sibling->is_used) {
    check_place(p, sibling);
    release(p, sibling);
  }
  fork_into(p, sibling);
}

static void do_switch(struct play *p) {
  struct sibling *sibling = &p->siblings[below(p, MAX_SPACES)];
  if (!sibling->is_used) return;
  memory_forget_all(&p->memory);
  p->here = p->running = sibling;
}

static bool has_same_objects(const struct sibling *a, const struct sibling *b) {
  for (int i = 0; i < MAX_OBJECTS; i++)
    if (a->objects[i].base != b->objects[i].base || a->objects[i].size != b->objects[i].size)
      return false;
  return true;
}

/* The other space into this one: each world takes one of the two. */
static void do_merge(struct play *p) {
  const struct sibling *sibling = &p->siblings[below(p, MAX_SPACES)];
  if (sibling == p->here || !sibling->is_used || !has_same_objects(p->here, sibling)) return;
  struct expr *condition = expr_extract(p->exprs, worlds_input(&p->worlds), 3, 1);
  space_merge(&p->memory, &p->here->space, &sibling->space, condition);
  memory_forget_all(&p->memory);
  for (int i = 0; i < MAX_OBJECTS; i++)
    for (int k = 0; k < WORLD_COUNT && sibling->objects[i].base; k++)
      if (!worlds_number(&p->worlds, k, condition))
        memcpy(p->here->objects[i].bytes[k], sibling->objects[i].bytes[k],
               sibling->objects[i].size);
}

static void mark_all(struct exprs *exprs, void *context) {
  struct play *p = context;
  p->round++;
  for (int i = 0; i < MAX_SPACES; i++)
    if (p->siblings[i].is_used) memory_mark(&p->memory, &p->siblings[i].space, p->round);
  for (int i = 0; i < WORLDS_KEPT; i++)
    if (p->worlds.kept[i]) expr_mark_root(exprs, p->worlds.kept[i]);
}

static void do_collect(struct play *p) {
  expr_collect(p->exprs, mark_all, p);
  memory_forget_freed(&p->memory);
}

static void do_check(struct play *p) {
  for (int i = 0; i < MAX_SPACES; i++)
    if (p->siblings[i].is_used) check_place(p, &p->siblings[i]);
}

/* Hashes that are kept are right, and spaces that are equal are so in every world. */
static void do_hash(struct play *p) {
  struct sibling *sibling = &p->siblings[below(p, MAX_SPACES)], *here = p->here;
  if (!sibling->is_used) return;
  space_hash(&p->memory, &sibling->space, SPACE_LIVE);
  if (below(p, 2)) assert_true(hash_is_right(&p->memory, &sibling->space));
  if (!space_is_equal(&p->memory, &here->space, &sibling->space, SPACE_LIVE)) return;
  for (int i = 0; i < MAX_OBJECTS; i++) {
    assert_int_equal(here->objects[i].base, sibling->objects[i].base);
    for (int k = 0; k < WORLD_COUNT && here->objects[i].base; k++)
      assert_memory_equal(here->objects[i].bytes[k], sibling->objects[i].bytes[k],
                          here->objects[i].size);
  }
}

static void (*const operations[])(struct play *) = {
    do_write,         do_store,       do_store,       do_load,        do_load,
    do_set,           do_write_value, do_write_value, do_write_value, do_make_symbolic,
    do_make_symbolic, do_copy,        do_copy,        do_copy_part,   do_set_part,
    do_read_at,       do_read_at,     do_read_at,     do_read_at,     do_write_at,
    do_write_at,      do_write_at,    do_write_at,    do_fork,        do_switch,
    do_collect,       do_check,       do_merge,       do_merge,       do_replace_object,
    do_hash,          do_hash,        do_hash};

static void play_trace(uint64_t seed) {
  struct play *p = alloc_zeroed(sizeof *p);
  worlds_init(&p->worlds, seed);
  p->exprs = p->worlds.exprs;
  memory_init(&p->memory);
  p->memory.exprs = p->exprs;
  static const uint32_t places[] = {2, 2, 8, 32, UINT32_MAX};
  p->memory.array_places = places[below(p, sizeof places / sizeof *places)];
  p->here = p->running = &p->siblings[0];
  p->here->is_used = true;
  space_init(&p->here->space);
  for (uint64_t i = 1 + below(p, MAX_OBJECTS); i-- > 0;) add_object(p, &p->here->objects[i]);
  for (uint64_t i = 20 + below(p, 80); i-- > 0;) {
    p->object = pick_object(p);
    operations[below(p, sizeof operations / sizeof *operations)](p);
    if (p->object < p->here->objects || p->object >= p->here->objects + MAX_OBJECTS)
      p->object = pick_object(p); /* another space runs now */
    check_object(p, p->object);
  }
  do_check(p);
  for (int i = 0; i < MAX_SPACES; i++)
    if (p->siblings[i].is_used) release(p, &p->siblings[i]);
  assert_int_equal(pool_count_used(&p->memory.pool), 0);
  memory_finish(&p->memory);
  worlds_free(&p->worlds);
  free(p);
}

struct progress {
  uint64_t seed;
  bool is_done;
};

static void test_memory_agrees_with_bytes_in_every_world(void **state) {
  struct progress *progress = *state;
  const char *one = getenv("SMEW_TRACE_SEED"), *many = getenv("SMEW_TRACE_COUNT");
  uint64_t first = one ? strtoull(one, NULL, 0) : 0;
  uint64_t count = one ? 1 : many ? strtoull(many, NULL, 0) : 400;
  for (uint64_t i = 0; i < count; i++) {
    progress->seed = first + i;
    play_trace(first + i);
  }
  progress->is_done = true;
}

static int print_seed(void **state) {
  const struct progress *progress = *state;
  if (!progress->is_done) print_error("seed %" PRIu64 " fails\n", progress->seed);
  return 0;
}

int main(void) {
  struct progress progress = {0, false};
  const struct CMUnitTest tests[] = {cmocka_unit_test_prestate_setup_teardown(
      test_memory_agrees_with_bytes_in_every_world, NULL, print_seed, &progress)};
  return cmocka_run_group_tests(tests, NULL, NULL);
}

/* Hashes of content: equal content has equal hashes however it came about, other content has
   others, whatever changes is noticed, and only what has changed is looked at. */
#include "hash_check.h"
#include "memory/content.h"
#include "memory/space_merge.h"
#include "worlds.h"

struct fixture {
  struct worlds worlds;
  struct exprs *exprs;
  struct memory memory;
  struct space a, b; /* forks of one, once `fork` was called; a runs */
  struct access_fault fault;
};

static int set_up(void **state) {
  struct fixture *f = alloc_zeroed(sizeof *f);
  worlds_init(&f->worlds, 7);
  memory_init(&f->memory);
  f->exprs = f->memory.exprs = f->worlds.exprs;
  space_init(&f->a);
  space_init(&f->b);
  *state = f;
  return 0;
}

static int tear_down(void **state) {
  struct fixture *f = *state;
  space_release(&f->memory, &f->a);
  space_release(&f->memory, &f->b);
  size_t used = pool_count_used(&f->memory.pool);
  memory_finish(&f->memory);
  worlds_free(&f->worlds);
  free(f);
  return used != 0;
}

static uint64_t allocate(struct fixture *f, uint64_t size) {
  struct space_request request = {.size = size, .kind = OBJECT_HEAP, .is_unwritten = true};
  return space_allocate(&f->memory, &f->a, &request)->base;
}

static void fork_space(struct fixture *f) {
  space_release(&f->memory, &f->b);
  f->b = space_fork(&f->a);
  memory_forget_writes(&f->memory);
}

static uint64_t hash(struct fixture *f, struct space *space) {
  assert_true(hash_is_right(&f->memory, space));
  return space_hash(&f->memory, space, SPACE_LIVE);
}

static void expect_same(struct fixture *f, bool is_same) {
  for (enum space_scope scope = SPACE_LIVE; scope <= SPACE_ALL; scope++) {
    bool is_same_hash =
        space_hash(&f->memory, &f->a, scope) == space_hash(&f->memory, &f->b, scope);
    assert_int_equal(is_same_hash, is_same);
    assert_int_equal(space_is_equal(&f->memory, &f->a, &f->b, scope), is_same);
  }
  assert_true(hash_is_right(&f->memory, &f->a) && hash_is_right(&f->memory, &f->b));
}

/* Writes to b go the long way: caches are a's. */
static void put(struct fixture *f, struct space *space, uint64_t address, unsigned size,
                struct expr *value) {
  if (space == &f->b) memory_forget_all(&f->memory);
  assert_true(memory_write_value(&f->memory, space, address, size, value, &f->fault));
  if (space == &f->b) memory_forget_all(&f->memory);
}

static void put_number(struct fixture *f, struct space *space, uint64_t address, uint64_t number) {
  put(f, space, address, 4, expr_const(f->exprs, 32, number));
}

/* As threaded code does it; the page must be in the write cache. */
static void store(struct fixture *f, uint64_t address, uint8_t byte) {
  const struct cache_entry *entry = &f->memory.write_cache[cache_index(address)];
  assert_true(address - entry->base < entry->limit[0]);
  entry->data[address - entry->base] = byte;
}

static struct expr *input(struct fixture *f, uint64_t index) {
  return expr_input(f->exprs, f->worlds.array, index);
}

/* ---- equal content ---- */

static void test_order_of_writes_does_not_matter(void **state) {
  struct fixture *f = *state;
  uint64_t sizes[] = {16, 20000};
  for (int i = 0; i < 2; i++) {
    uint64_t base = allocate(f, sizes[i]), far = base + sizes[i] - 4;
    fork_space(f);
    expect_same(f, true);
    put_number(f, &f->a, base, 1);
    put_number(f, &f->a, far, 2);
    expect_same(f, false);
    put_number(f, &f->b, far, 2);
    expect_same(f, false);
    put_number(f, &f->b, base, 1);
    expect_same(f, true);
    put_number(f, &f->a, base, 9);
    expect_same(f, false);
    put_number(f, &f->a, base, 1);
    expect_same(f, true);
  }
}

static void test_content_at_other_places_is_other_content(void **state) {
  struct fixture *f = *state;
  uint64_t base = allocate(f, 20000), other = allocate(f, 20000);
  fork_space(f);
  put_number(f, &f->a, base, 7);
  put_number(f, &f->b, base + 4096, 7);
  expect_same(f, false);
  put_number(f, &f->a, base + 4096, 7);
  put_number(f, &f->b, base, 7);
  expect_same(f, true);
  put_number(f, &f->a, base + 8, 7);
  put_number(f, &f->b, other + 8, 7);
  expect_same(f, false);
}

/* A word of the given shape in one, its bytes in the other. */
static void check_word(struct fixture *f, uint64_t base, struct expr *word) {
  fork_space(f);
  put(f, &f->a, base + 4, 4, word);
  for (unsigned i = 4; i-- > 0;)
    put(f, &f->b, base + 4 + i, 1, expr_extract(f->exprs, word, i * 8, 8));
  expect_same(f, true);
  put(f, &f->b, base + 5, 1, input(f, 60));
  expect_same(f, false);
}

static void test_words_are_the_same_as_their_bytes(void **state) {
  struct fixture *f = *state;
  uint64_t sizes[] = {16, 9000};
  struct expr *x = input(f, 0), *y = input(f, 1);
  struct expr *condition = expr_eq(f->exprs, x, y);
  struct expr *wide_x = expr_zext(f->exprs, x, 32), *wide_y = expr_sext(f->exprs, y, 32);
  struct expr *words[] = {
      wide_x,
      wide_y,
      expr_concat(f->exprs, expr_const(f->exprs, 24, 0x123456), x),
      expr_mul(f->exprs, wide_x, wide_y),
      expr_add(f->exprs, wide_x, wide_y),
      expr_udiv(f->exprs, wide_y, wide_x),
      expr_ite(f->exprs, condition, wide_x, wide_y),
      expr_ite(f->exprs, condition, wide_x, expr_const(f->exprs, 32, 77777)),
      expr_not(f->exprs, expr_mul(f->exprs, wide_x, wide_y)),
      expr_and(f->exprs, expr_mul(f->exprs, wide_x, wide_y), expr_const(f->exprs, 32, 0xff00ff00))};
  for (int i = 0; i < 2; i++) {
    uint64_t base = allocate(f, sizes[i]);
    for (size_t k = 0; k < sizeof words / sizeof *words; k++) check_word(f, base, words[k]);
    for (uint64_t seed = 0; seed < 200; seed++) check_word(f, base, worlds_value(&f->worlds, 4));
  }
}

static void test_zeros_that_were_written_are_zeros(void **state) {
  struct fixture *f = *state;
  struct space_request request = {.size = 64 << 20, .kind = OBJECT_GLOBAL};
  uint64_t base = space_allocate(&f->memory, &f->a, &request)->base;
  fork_space(f);
  assert_true(memory_set(&f->memory, &f->a, base, 0, request.size, &f->fault));
  expect_same(f, true);
  assert_true(memory_set(&f->memory, &f->a, base + 50000, 3, 10000, &f->fault));
  expect_same(f, false);
  assert_true(memory_set(&f->memory, &f->a, base, 0, request.size, &f->fault));
  expect_same(f, true);
}

static void test_pages_of_inputs_are_the_same_absent_or_present(void **state) {
  struct fixture *f = *state;
  const struct expr_array *array = worlds_new_array(&f->worlds, 20000);
  uint64_t base = allocate(f, 20000), to = allocate(f, 20000);
  fork_space(f);
  assert_true(memory_make_symbolic(&f->memory, &f->a, base, 20000, array, &f->fault));
  uint64_t absent = hash(f, &f->a);
  assert_true(memory_make_symbolic(&f->memory, &f->b, base, 5000, array, &f->fault));
  expect_same(f, false);
  for (uint64_t i = 5000; i < 20000; i++)
    put(f, &f->b, base + i, 1, expr_input(f->exprs, array, i));
  expect_same(f, true);
  put_number(f, &f->a, base + 5000, 1);
  assert_int_not_equal(hash(f, &f->a), absent);
  for (uint64_t i = 0; i < 4; i++)
    put(f, &f->a, base + 5000 + i, 1, expr_input(f->exprs, array, 5000 + i));
  assert_int_equal(hash(f, &f->a), absent);
  bool was_write;
  assert_true(memory_copy(&f->memory, &f->a, to, base, 20000, &f->fault, &was_write));
  assert_true(memory_make_symbolic(&f->memory, &f->b, to, 20000, array, &f->fault));
  expect_same(f, true);
}

static void mark_space(struct exprs *exprs, void *context) {
  struct fixture *f = context;
  static uint32_t round;
  (void)exprs;
  memory_mark(&f->memory, &f->a, ++round);
}

/* They are made again in another order, so that the operands change places. */
static void test_hash_outlives_expressions(void **state) {
  struct fixture *f = *state;
  uint64_t base = allocate(f, 16), hashes[2];
  for (int round = 0; round < 2; round++) {
    struct expr *x = input(f, 10), *y = input(f, 11), *first = round ? y : x;
    struct expr *wide_first = expr_zext(f->exprs, first, 32);
    struct expr *wide_second = expr_zext(f->exprs, first == x ? y : x, 32);
    put(f, &f->a, base, 4, expr_mul(f->exprs, wide_first, wide_second));
    hashes[round] = hash(f, &f->a);
    put_number(f, &f->a, base, 0);
    size_t count = exprs_count(f->exprs);
    expr_collect(f->exprs, mark_space, f);
    assert_true(exprs_count(f->exprs) < count);
    memory_forget_freed(&f->memory);
  }
  assert_int_equal(hashes[0], hashes[1]);
}

/* ---- changes ---- */

static void test_writes_through_the_cache_are_noticed(void **state) {
  struct fixture *f = *state;
  uint64_t sizes[] = {16, 3000, 20000};
  f->memory.unwritten.mode = UNWRITTEN_ANY;
  for (int i = 0; i < 3; i++) {
    uint64_t base = allocate(f, sizes[i]), at = base + sizes[i] / 2;
    assert_true(memory_set(&f->memory, &f->a, base, 1, sizes[i], &f->fault));
    uint64_t before = hash(f, &f->a);
    put(f, &f->a, at, 1, expr_const(f->exprs, 8, 1));
    store(f, at, 2);
    assert_int_not_equal(hash(f, &f->a), before);
    put(f, &f->a, at, 1, expr_const(f->exprs, 8, 3));
    store(f, at, 1);
    assert_int_equal(hash(f, &f->a), before);
    /* Nothing may be written past the hash. */
    const struct cache_entry *entry = &f->memory.write_cache[cache_index(at)];
    assert_false(at - entry->base < entry->limit[0]);
  }
  uint64_t base = allocate(f, 16);
  assert_true(memory_set(&f->memory, &f->a, base, 1, 16, &f->fault));
  uint64_t before = object_hash(&f->memory, space_find(&f->a, base));
  const struct cache_entry *entry = &f->memory.write_cache[cache_index(base)];
  assert_false(base - entry->base < entry->limit[0]);
  put_number(f, &f->a, base, 2);
  assert_int_not_equal(object_hash(&f->memory, space_find(&f->a, base)), before);
}

static void test_partial_entries_are_noticed(void **state) {
  struct fixture *f = *state;
  f->memory.unwritten.mode = UNWRITTEN_ANY;
  uint64_t base = allocate(f, 40), number = 5;
  put_number(f, &f->a, base, 1);
  uint64_t before = hash(f, &f->a);
  struct cache_partial *partial = &f->memory.partial_cache[cache_index(base)];
  struct cache_entry *reads = &f->memory.read_cache[cache_index(base)];
  assert_false(cache_write(&f->memory, partial, reads, base + 8, &number, 8));
  put_number(f, &f->a, base, 1);
  assert_int_equal(space_hash(&f->memory, &f->a, SPACE_LIVE), before);
  put_number(f, &f->a, base, 1);
  assert_true(cache_write(&f->memory, partial, reads, base + 8, &number, 8));
  assert_int_not_equal(hash(f, &f->a), before);
}

static void test_ends_of_objects_are_noticed(void **state) {
  struct fixture *f = *state;
  uint64_t kept = allocate(f, 8), base = allocate(f, 5000);
  uint64_t live = space_hash(&f->memory, &f->a, SPACE_LIVE);
  uint64_t all = space_hash(&f->memory, &f->a, SPACE_ALL);
  struct space_request local = {.size = 8, .kind = OBJECT_STACK};
  space_allocate(&f->memory, &f->a, &local);
  assert_int_not_equal(hash(f, &f->a), live);
  space_pop_stack(&f->memory, &f->a, 0, 1);
  assert_int_equal(hash(f, &f->a), live);
  assert_int_not_equal(space_hash(&f->memory, &f->a, SPACE_ALL), all);
  space_free(&f->memory, &f->a, space_find(&f->a, base), 3);
  assert_int_not_equal(hash(f, &f->a), live);
  fork_space(f);
  space_free(&f->memory, &f->a, space_find(&f->a, kept), 4);
  space_free(&f->memory, &f->b, space_find(&f->b, kept), 5);
  assert_true(space_is_equal(&f->memory, &f->a, &f->b, SPACE_LIVE));
  assert_false(space_is_equal(&f->memory, &f->a, &f->b, SPACE_ALL));
  assert_int_not_equal(space_hash(&f->memory, &f->a, SPACE_ALL),
                       space_hash(&f->memory, &f->b, SPACE_ALL));
}

static void test_unwritten_bytes_differ_from_zeros(void **state) {
  struct fixture *f = *state;
  f->memory.unwritten.mode = UNWRITTEN_ANY;
  uint64_t sizes[] = {16, 100, 20000};
  for (int i = 0; i < 3; i++) {
    uint64_t base = allocate(f, sizes[i]);
    fork_space(f);
    put_number(f, &f->a, base + 4, 0);
    expect_same(f, false);
    put_number(f, &f->b, base + 4, 0);
    expect_same(f, true);
    /* Reading gives a name, which the hash does not know. */
    uint64_t before = space_hash(&f->memory, &f->a, SPACE_LIVE);
    memory_read_value(&f->memory, &f->a, base, 4, &f->fault);
    content_fill_unwritten(&f->memory, space_find(&f->a, base), 0, sizes[i]);
    assert_int_equal(hash(f, &f->a), before);
    assert_false(space_is_equal(&f->memory, &f->a, &f->b, SPACE_LIVE));
    assert_true(memory_set(&f->memory, &f->a, base, 1, sizes[i], &f->fault));
    assert_true(memory_set(&f->memory, &f->b, base, 1, sizes[i], &f->fault));
    memory_forget_all(&f->memory);
    expect_same(f, true);
  }
}

/* Two objects share a page, and its unwritten bytes were read in both: under two names. */
static void test_names_in_shared_pages_differ(void **state) {
  struct fixture *f = *state;
  f->memory.unwritten.mode = UNWRITTEN_ANY;
  uint64_t base = allocate(f, 20000);
  put_number(f, &f->a, base, 1);
  assert_true(memory_set(&f->memory, &f->a, base + 4096, 1, 20000 - 4096, &f->fault));
  fork_space(f);
  put_number(f, &f->a, base + 8192, 1);
  put_number(f, &f->b, base + 8192, 1);
  expect_same(f, true);
  assert_ptr_not_equal(memory_read_value(&f->memory, &f->a, base + 8, 1, &f->fault),
                       memory_read_value(&f->memory, &f->b, base + 8, 1, &f->fault));
  assert_int_equal(hash(f, &f->a), hash(f, &f->b));
  assert_false(space_is_equal(&f->memory, &f->a, &f->b, SPACE_LIVE));
  assert_true(memory_set(&f->memory, &f->a, base + 4, 1, 20000 - 4, &f->fault));
  assert_true(memory_set(&f->memory, &f->b, base + 4, 1, 20000 - 4, &f->fault));
  memory_forget_all(&f->memory);
  expect_same(f, true);
}

/* Copying in one state names the unwritten bytes of its object; a page that another state's object
   shares with it must not get those names. */
static void test_a_byte_read_twice_is_one_value_while_others_copy(void **state) {
  struct fixture *f = *state;
  f->memory.unwritten.mode = UNWRITTEN_ANY;
  uint64_t base = allocate(f, 20000), target = allocate(f, 100);
  put_number(f, &f->a, base, 1);
  fork_space(f);
  put_number(f, &f->a, base + 8192, 1);
  put_number(f, &f->b, base + 8192, 1); /* two objects, which share their first page */
  struct expr *before = memory_read_value(&f->memory, &f->a, base + 8, 1, &f->fault);
  bool was_write;
  memory_forget_all(&f->memory);
  assert_true(memory_copy(&f->memory, &f->b, target, base, 100, &f->fault, &was_write));
  memory_forget_all(&f->memory);
  assert_ptr_equal(memory_read_value(&f->memory, &f->a, base + 8, 1, &f->fault), before);
}

static void test_choices_are_content(void **state) {
  struct fixture *f = *state;
  struct expr *condition = expr_eq(f->exprs, input(f, 0), expr_const(f->exprs, 8, 3));
  struct expr *opposite = expr_not(f->exprs, condition);
  allocate(f, 16);
  fork_space(f);
  uint64_t base = allocate(f, 24);
  struct space plain = space_fork(&f->a), mirrored = space_fork(&f->b);
  memory_forget_all(&f->memory);
  uint64_t with = space_hash(&f->memory, &f->a, SPACE_LIVE);
  uint64_t without = space_hash(&f->memory, &f->b, SPACE_LIVE);
  space_merge(&f->memory, &f->a, &f->b, condition);
  space_merge(&f->memory, &mirrored, &plain, opposite);
  struct object *choice = space_find(&f->a, base);
  assert_int_equal(choice->kind, OBJECT_CHOICE);
  uint64_t merged = hash(f, &f->a);
  assert_true(merged != with && merged != without);
  assert_int_equal(hash(f, &mirrored), merged);
  assert_true(space_is_equal(&f->memory, &f->a, &mirrored, SPACE_LIVE));
  space_choose(&f->memory, &mirrored, space_find(&mirrored, base), true);
  assert_int_equal(hash(f, &mirrored), without);
  space_choose(&f->memory, &f->a, choice, true);
  assert_int_equal(hash(f, &f->a), with);
  space_release(&f->memory, &plain);
  space_release(&f->memory, &mirrored);
}

/* What remains of ended objects is taken over from the side that used the slot more often. */
static void test_merged_remains_are_noticed(void **state) {
  struct fixture *f = *state;
  struct space_request request = {.size = 8, .kind = OBJECT_STACK, .site = 1};
  fork_space(f);
  for (int i = 0; i < 5; i++) {
    struct space *space = i == 0 ? &f->a : &f->b;
    for (int k = 0; k < (i == 0 ? 3 : 2); k++) space_allocate(&f->memory, space, &request);
    space_pop_stack(&f->memory, space, 0, 2);
  }
  struct expr *condition = expr_eq(f->exprs, input(f, 0), expr_const(f->exprs, 8, 3));
  uint64_t before = space_hash(&f->memory, &f->a, SPACE_ALL);
  assert_int_not_equal(space_hash(&f->memory, &f->b, SPACE_ALL), before);
  space_merge(&f->memory, &f->a, &f->b, condition);
  assert_true(hash_is_right(&f->memory, &f->a));
  assert_int_not_equal(space_hash(&f->memory, &f->a, SPACE_ALL), before);
}

/* ---- subsets ---- */

static void test_objects_can_be_left_out(void **state) {
  struct fixture *f = *state;
  uint64_t bases[6];
  for (int i = 0; i < 6; i++) put_number(f, &f->a, bases[i] = allocate(f, 8), (uint64_t)i);
  uint32_t indices[] = {address_index(bases[1]), address_index(bases[4])};
  struct slot_set set = {indices, 2}, one = {indices, 1};
  fork_space(f);
  put_number(f, &f->a, bases[1], 100);
  put_number(f, &f->a, bases[4], 100);
  expect_same(f, false);
  for (enum space_scope scope = SPACE_LIVE; scope <= SPACE_ALL; scope++) {
    assert_int_equal(space_hash_without(&f->memory, &f->a, scope, &set),
                     space_hash_without(&f->memory, &f->b, scope, &set));
    assert_true(space_is_equal_without(&f->memory, &f->a, &f->b, scope, &set));
    assert_int_not_equal(space_hash_without(&f->memory, &f->a, scope, &one),
                         space_hash_without(&f->memory, &f->b, scope, &one));
    assert_false(space_is_equal_without(&f->memory, &f->a, &f->b, scope, &one));
  }
  assert_int_not_equal(space_hash_of(&f->memory, &f->a, &set),
                       space_hash_of(&f->memory, &f->b, &set));
  put_number(f, &f->b, bases[1], 100);
  assert_int_equal(space_hash_of(&f->memory, &f->a, &one), space_hash_of(&f->memory, &f->b, &one));
}

static void test_ranges_are_of_their_bytes_only(void **state) {
  struct fixture *f = *state;
  uint64_t base = allocate(f, 20000);
  put(f, &f->a, base + 4094, 4, expr_zext(f->exprs, input(f, 2), 32));
  fork_space(f);
  put_number(f, &f->a, base + 4098, 5);
  struct object *a = space_find(&f->a, base), *b = space_find(&f->b, base);
  assert_int_equal(object_hash_range(&f->memory, a, 4090, 8),
                   object_hash_range(&f->memory, b, 4090, 8));
  assert_true(object_is_equal_range(&f->memory, a, b, 4090, 8));
  assert_int_not_equal(object_hash_range(&f->memory, a, 4090, 9),
                       object_hash_range(&f->memory, b, 4090, 9));
  assert_false(object_is_equal_range(&f->memory, a, b, 4090, 9));
  put(f, &f->a, base + 100, 1, input(f, 2));
  put(f, &f->a, base + 9003, 1, input(f, 2));
  assert_int_equal(object_hash_range(&f->memory, space_find(&f->a, base), 100, 1),
                   object_hash_range(&f->memory, space_find(&f->a, base), 9003, 1));
}

/* ---- cost ---- */

static void expect_counts(struct fixture *f, struct hasher_counts before, uint64_t parts,
                          uint64_t pages) {
  struct hasher_counts now = hasher_get_counts(&f->memory);
  assert_int_equal(now.parts - before.parts, parts);
  assert_int_equal(now.pages - before.pages, pages);
}

static void test_only_what_changed_is_hashed(void **state) {
  struct fixture *f = *state;
  enum { COUNT = 1000, PAGES = 1000, PAGE = ADDRESS_PAGE_SIZE };
  static uint64_t bases[COUNT];
  for (int i = 0; i < COUNT; i++) put_number(f, &f->a, bases[i] = allocate(f, 64), (uint64_t)i);
  uint64_t large = allocate(f, PAGES * PAGE);
  assert_true(memory_set(&f->memory, &f->a, large, 1, PAGES * PAGE, &f->fault));
  space_hash(&f->memory, &f->a, SPACE_ALL);
  expect_counts(f, (struct hasher_counts){0}, COUNT + PAGES, PAGES);
  fork_space(f);
  struct hasher_counts before = hasher_get_counts(&f->memory);
  space_hash(&f->memory, &f->b, SPACE_LIVE);
  expect_counts(f, before, 0, 0);
  for (unsigned i = 0; i < 10; i++) put_number(f, &f->a, bases[i * 90], 1000 + i);
  for (unsigned i = 0; i < 10; i++) put_number(f, &f->a, large + i * 30 * PAGE, 6);
  space_hash(&f->memory, &f->a, SPACE_LIVE);
  expect_counts(f, before, 20, 20); /* a page leaves the sum and comes back */
  assert_false(space_is_equal(&f->memory, &f->a, &f->b, SPACE_LIVE));
  expect_counts(f, before, 20, 20);
  for (unsigned i = 0; i < 20; i++) put_number(f, &f->a, large + i * 30 * PAGE, 5);
  space_hash(&f->memory, &f->a, SPACE_LIVE);
  expect_counts(f, before, 40, 20 + PAGE_SUM_MOST + PAGES); /* too many: all are summed up */
}

/* ---- at random ---- */

enum { OBJECTS = 5, VALUES = 6, STEPS = 400 };

struct siblings {
  struct fixture *f;
  struct random random;
  uint64_t bases[OBJECTS], sizes[OBJECTS];
  struct expr *values[VALUES];
};

static bool is_same_byte(struct fixture *f, struct object *a, struct object *b, uint64_t at) {
  struct content_gap gap;
  bool is_gap_a = content_find_gap(a, at, at + 1, &gap);
  bool is_gap_b = content_find_gap(b, at, at + 1, &gap);
  if (is_gap_a || is_gap_b) return is_gap_a == is_gap_b;
  return content_value(&f->memory, a, at, 1) == content_value(&f->memory, b, at, 1);
}

/* By looking at every byte. */
static bool is_same_slowly(struct siblings *t) {
  for (int i = 0; i < OBJECTS; i++) {
    struct object *a = space_find(&t->f->a, t->bases[i]), *b = space_find(&t->f->b, t->bases[i]);
    if ((a->flags & OBJECT_FREED) != (b->flags & OBJECT_FREED)) return false;
    for (uint64_t at = 0; !(a->flags & OBJECT_FREED) && at < t->sizes[i]; at++)
      if (!is_same_byte(t->f, a, b, at)) return false;
  }
  return true;
}

/* Few places and few values, so that the two are often the same. */
static void change(struct siblings *t, struct space *space) {
  struct fixture *f = t->f;
  int i = (int)random_below(&t->random, OBJECTS), k = (int)random_below(&t->random, OBJECTS);
  struct object *object = space_find(space, t->bases[i]);
  uint64_t at = random_below(&t->random, 3) * (t->sizes[i] / 3 & ~UINT64_C(3));
  uint64_t size = t->sizes[i] < t->sizes[k] ? t->sizes[i] : t->sizes[k];
  struct expr *value = t->values[random_below(&t->random, VALUES)];
  unsigned byte = (unsigned)random_below(&t->random, 4);
  bool was_write;
  memory_forget_all(&f->memory);
  if (object->flags & OBJECT_FREED) return;
  switch (random_below(&t->random, 40)) {
  case 0: space_free(&f->memory, space, object, 1); break;
  case 1 ... 5: memory_set(&f->memory, space, t->bases[i], 0, t->sizes[i], &f->fault); break;
  case 6 ... 8:
    memory_copy(&f->memory, space, t->bases[k], t->bases[i], size, &f->fault, &was_write);
    break;
  case 9 ... 14:
    memory_write_value(&f->memory, space, t->bases[i] + at + byte, 1,
                       expr_extract(f->exprs, value, byte * 8, 8), &f->fault);
    break;
  default: memory_write_value(&f->memory, space, t->bases[i] + at, 4, value, &f->fault);
  }
  memory_forget_all(&f->memory);
}

static void play_siblings(struct fixture *f, uint64_t seed, unsigned *same_count) {
  static const uint64_t sizes[OBJECTS] = {12, 12, 200, 5000, 13000};
  struct siblings siblings = {.f = f, .random = {seed}};
  for (int i = 0; i < OBJECTS; i++) siblings.bases[i] = allocate(f, siblings.sizes[i] = sizes[i]);
  for (int i = 0; i < VALUES; i++) siblings.values[i] = worlds_value(&f->worlds, 4);
  fork_space(f);
  for (int step = 0; step < STEPS; step++) {
    change(&siblings, random_chance(&siblings.random, 50) ? &f->a : &f->b);
    if (random_chance(&siblings.random, 10)) space_hash(&f->memory, &f->a, SPACE_LIVE);
    if (random_chance(&siblings.random, 5)) fork_space(f);
    bool is_same = is_same_slowly(&siblings);
    *same_count += is_same;
    bool is_same_hash =
        space_hash(&f->memory, &f->a, SPACE_LIVE) == space_hash(&f->memory, &f->b, SPACE_LIVE);
    assert_int_equal(is_same_hash, is_same);
    if (space_is_equal(&f->memory, &f->a, &f->b, SPACE_LIVE)) assert_true(is_same);
    if (step % 16 == 0) assert_true(hash_is_right(&f->memory, &f->a));
  }
}

static void test_random_content_is_the_same_when_its_hash_is(void **state) {
  struct fixture *f = *state;
  unsigned same_count = 0;
  for (uint64_t seed = 0; seed < 24; seed++) {
    f->memory.unwritten.mode = seed % 2 ? UNWRITTEN_ERROR : UNWRITTEN_ZERO;
    play_siblings(f, seed, &same_count);
  }
  assert_true(same_count > 500);
}

int main(void) {
#define TEST(name) cmocka_unit_test_setup_teardown(name, set_up, tear_down)
  const struct CMUnitTest tests[] = {
      TEST(test_order_of_writes_does_not_matter),
      TEST(test_content_at_other_places_is_other_content),
      TEST(test_words_are_the_same_as_their_bytes),
      TEST(test_zeros_that_were_written_are_zeros),
      TEST(test_pages_of_inputs_are_the_same_absent_or_present),
      TEST(test_hash_outlives_expressions),
      TEST(test_writes_through_the_cache_are_noticed),
      TEST(test_partial_entries_are_noticed),
      TEST(test_ends_of_objects_are_noticed),
      TEST(test_unwritten_bytes_differ_from_zeros),
      TEST(test_names_in_shared_pages_differ),
      TEST(test_a_byte_read_twice_is_one_value_while_others_copy),
      TEST(test_choices_are_content),
      TEST(test_merged_remains_are_noticed),
      TEST(test_objects_can_be_left_out),
      TEST(test_ranges_are_of_their_bytes_only),
      TEST(test_only_what_changed_is_hashed),
      TEST(test_random_content_is_the_same_when_its_hash_is),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}

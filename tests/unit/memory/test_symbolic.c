/* Symbolic content where the contract leaves no choice: what is written as a word is read
   as the same expression, what is cached, what is shared, how many nodes an ite tree
   takes. That values are right is the business of test_symbolic_random.c. */
#include "memory/space_merge.h"
#include "memory/symbolic_list.h"
#include "worlds.h"

struct fixture {
  struct worlds worlds;
  struct exprs *exprs;
  struct memory memory;
  struct space space;
  struct access_fault fault;
};

static int set_up(void **state) {
  struct fixture *f = alloc_zeroed(sizeof *f);
  worlds_init(&f->worlds, 7);
  memory_init(&f->memory);
  f->exprs = f->memory.exprs = f->worlds.exprs;
  space_init(&f->space);
  *state = f;
  return 0;
}

static int tear_down(void **state) {
  struct fixture *f = *state;
  space_release(&f->memory, &f->space);
  size_t used = pool_count_used(&f->memory.pool);
  memory_finish(&f->memory);
  worlds_free(&f->worlds);
  free(f);
  return used != 0;
}

static uint64_t allocate(struct fixture *f, uint64_t size) {
  struct space_request request = {.size = size, .kind = OBJECT_HEAP};
  return space_allocate(&f->memory, &f->space, &request)->base;
}

static struct expr *input(struct fixture *f, uint64_t index) {
  return expr_input(f->exprs, f->worlds.array, index);
}

static struct expr *word(struct fixture *f) {
  struct expr *sum = expr_add(f->exprs, expr_sext(f->exprs, input(f, 0), 32),
                              expr_zext(f->exprs, input(f, 1), 32));
  return expr_mul(f->exprs, sum, expr_zext(f->exprs, input(f, 2), 32));
}

static struct expr *read(struct fixture *f, uint64_t address, unsigned size) {
  return memory_read_value(&f->memory, &f->space, address, size, &f->fault);
}

static void write(struct fixture *f, uint64_t address, unsigned size, struct expr *value) {
  assert_true(memory_write_value(&f->memory, &f->space, address, size, value, &f->fault));
}

static void make_symbolic(struct fixture *f, uint64_t address, uint64_t size) {
  assert_true(
      memory_make_symbolic(&f->memory, &f->space, address, size, f->worlds.array, &f->fault));
}

/* Whether threaded code would find the byte without asking. */
static bool is_cached(const struct cache_entry *cache, uint64_t address) {
  const struct cache_entry *entry = &cache[cache_index(address)];
  return address - entry->base < entry->limit[0];
}

static size_t entry_count(struct fixture *f, uint64_t address) {
  const struct object *object = space_find(&f->space, address);
  struct part_view view = object_view_part(object, address - object->base);
  return view.overlay ? view.overlay->count : 0;
}

static void test_word_comes_back_as_the_same_expression(void **state) {
  struct fixture *f = *state;
  struct expr *value = word(f);
  uint64_t sizes[] = {4, 64, 4096, 9000};
  for (size_t i = 0; i < sizeof sizes / sizeof *sizes; i++) {
    uint64_t base = allocate(f, sizes[i]), at = base + sizes[i] - 4;
    write(f, at, 4, value);
    assert_ptr_equal(read(f, at, 4), value);
    assert_int_equal(entry_count(f, at), 1);
  }
  uint64_t base = allocate(f, 9000), across = base + ADDRESS_PAGE_SIZE - 1;
  write(f, across, 4, value);
  assert_ptr_equal(read(f, across, 4), value);
  assert_int_equal(entry_count(f, across), 1);
  assert_int_equal(entry_count(f, across + 1), 1);
}

static void test_bytes_of_a_word_come_together_again(void **state) {
  struct fixture *f = *state;
  struct expr *value = word(f);
  uint64_t base = allocate(f, 16);
  write(f, base, 4, value);
  for (unsigned i = 0; i < 4; i++) write(f, base + 8 + i, 1, read(f, base + i, 1));
  assert_int_equal(entry_count(f, base), 5);
  assert_ptr_equal(read(f, base + 8, 4), value);
  assert_ptr_equal(read(f, base + 9, 2), expr_extract(f->exprs, value, 8, 16));
}

static void test_neighbouring_inputs_are_a_concatenation(void **state) {
  struct fixture *f = *state;
  uint64_t base = allocate(f, 16);
  make_symbolic(f, base + 2, 4);
  struct expr *wanted = input(f, 0);
  for (unsigned i = 1; i < 4; i++) wanted = expr_concat(f->exprs, input(f, i), wanted);
  assert_ptr_equal(read(f, base + 2, 4), wanted);
  wanted = expr_concat(f->exprs, input(f, 0), expr_const(f->exprs, 16, 0));
  assert_ptr_equal(read(f, base, 3), wanted);
}

static void test_constants_become_bytes(void **state) {
  struct fixture *f = *state;
  uint64_t base = allocate(f, 16);
  uint32_t number = 0;
  write(f, base, 4, expr_const(f->exprs, 32, 0x12345678));
  assert_true(memory_read(&f->memory, &f->space, base, &number, 4, &f->fault));
  assert_int_equal(number, 0x12345678);
  assert_true(expr_is_const(read(f, base, 4)));
  /* The rest of an extended byte, once the byte itself is gone, is plain zeros. */
  write(f, base, 4, expr_zext(f->exprs, input(f, 0), 32));
  assert_int_equal(entry_count(f, base), 1);
  assert_true(memory_set(&f->memory, &f->space, base, 7, 1, &f->fault));
  assert_int_equal(entry_count(f, base), 0);
  assert_true(memory_read(&f->memory, &f->space, base, &number, 4, &f->fault));
  assert_int_equal(number, 7);
  /* And of one with ones above, ones. */
  struct expr *low = expr_concat(f->exprs, expr_const(f->exprs, 24, 0xabcdef), input(f, 0));
  write(f, base, 4, low);
  assert_true(memory_set(&f->memory, &f->space, base, 7, 1, &f->fault));
  assert_true(memory_read(&f->memory, &f->space, base, &number, 4, &f->fault));
  assert_int_equal(number, 0xabcdef07);
}

static void test_symbolic_bytes_are_told_from_concrete_ones(void **state) {
  struct fixture *f = *state;
  uint64_t bases[] = {allocate(f, 64) + 8, allocate(f, 9000) + ADDRESS_PAGE_SIZE - 2};
  for (int i = 0; i < 2; i++) {
    uint64_t at = bases[i];
    uint8_t bytes[8];
    write(f, at, 4, word(f));
    assert_true(memory_check(&f->space, at, 4, false, &f->fault));
    assert_false(memory_read(&f->memory, &f->space, at + 3, bytes, 1, &f->fault));
    assert_int_equal(f->fault.result, ACCESS_SYMBOLIC);
    assert_ptr_equal(f->fault.object, space_find(&f->space, at));
    assert_int_equal(f->fault.offset, at + 3 - f->fault.object->base);
    assert_false(memory_read(&f->memory, &f->space, at - 4, bytes, 5, &f->fault));
    assert_true(memory_read(&f->memory, &f->space, at - 4, bytes, 4, &f->fault));
    assert_true(memory_read(&f->memory, &f->space, at + 4, bytes, 4, &f->fault));
    assert_true(memory_is_symbolic(&f->space, at - 4, 5));
    assert_true(memory_is_symbolic(&f->space, at + 3, 1));
    assert_false(memory_is_symbolic(&f->space, at - 4, 4));
    assert_false(memory_is_symbolic(&f->space, at + 4, 4));
    char *text;
    assert_false(memory_read_string(&f->memory, &f->space, at, 4, &text, &f->fault));
    assert_int_equal(f->fault.result, ACCESS_SYMBOLIC);
  }
}

static void test_errors_are_those_of_concrete_accesses(void **state) {
  struct fixture *f = *state;
  uint64_t base = allocate(f, 8);
  struct expr *length = expr_zext(f->exprs, input(f, 0), 64);
  bool was_write;
  assert_null(memory_read_value(&f->memory, &f->space, base + 5, 4, &f->fault));
  assert_int_equal(f->fault.result, ACCESS_BEYOND);
  assert_false(memory_write_value(&f->memory, &f->space, 0, 4, word(f), &f->fault));
  assert_int_equal(f->fault.result, ACCESS_NULL);
  assert_false(memory_make_symbolic(&f->memory, &f->space, base, 9, f->worlds.array, &f->fault));
  assert_int_equal(entry_count(f, base), 0);
  assert_false(memory_set_part(&f->memory, &f->space, base, input(f, 0), length, 9, &f->fault));
  assert_false(
      memory_copy_part(&f->memory, &f->space, base, base, length, 9, &f->fault, &was_write));
  assert_true(was_write);
  assert_false(
      memory_copy_part(&f->memory, &f->space, base, base + 1, length, 8, &f->fault, &was_write));
  assert_false(was_write);
}

static void test_part_with_symbolic_bytes_is_not_cached(void **state) {
  struct fixture *f = *state;
  uint64_t base = allocate(f, 3 * ADDRESS_PAGE_SIZE), next = base + ADDRESS_PAGE_SIZE;
  uint64_t number = 5;
  for (uint64_t at = base; at <= next; at += ADDRESS_PAGE_SIZE)
    assert_true(memory_write(&f->memory, &f->space, at, &number, 8, &f->fault));
  assert_true(is_cached(f->memory.read_cache, base) && is_cached(f->memory.write_cache, base));
  write(f, base + 100, 4, word(f));
  assert_false(is_cached(f->memory.read_cache, base) || is_cached(f->memory.write_cache, base));
  assert_true(is_cached(f->memory.read_cache, next) && is_cached(f->memory.write_cache, next));
  assert_true(memory_read(&f->memory, &f->space, base, &number, 8, &f->fault));
  assert_true(memory_write(&f->memory, &f->space, base + 8, &number, 8, &f->fault));
  assert_false(is_cached(f->memory.read_cache, base) || is_cached(f->memory.write_cache, base));
  assert_true(memory_set(&f->memory, &f->space, base + 99, 0, 6, &f->fault));
  assert_true(is_cached(f->memory.read_cache, base) && is_cached(f->memory.write_cache, base));
}

static void test_fork_shares_overlays_until_either_side_writes(void **state) {
  struct fixture *f = *state;
  uint64_t bases[] = {allocate(f, 64), allocate(f, 9000)};
  struct expr *value = word(f), *other = expr_not(f->exprs, value);
  for (int i = 0; i < 2; i++) {
    write(f, bases[i], 4, value);
    write(f, bases[i] + 8, 4, value);
    struct space sibling = space_fork(&f->space);
    memory_forget_writes(&f->memory);
    write(f, bases[i], 4, other);
    assert_true(memory_set(&f->memory, &f->space, bases[i] + 8, 0, 4, &f->fault));
    assert_ptr_equal(read(f, bases[i], 4), other);
    memory_forget_all(&f->memory);
    assert_ptr_equal(memory_read_value(&f->memory, &sibling, bases[i], 4, &f->fault), value);
    assert_ptr_equal(memory_read_value(&f->memory, &sibling, bases[i] + 8, 4, &f->fault), value);
    space_release(&f->memory, &sibling);
    assert_ptr_equal(read(f, bases[i], 4), other);
    assert_false(memory_is_symbolic(&f->space, bases[i] + 8, 4));
  }
}

static void test_copy_keeps_words_and_cuts_those_at_the_edges(void **state) {
  struct fixture *f = *state;
  uint64_t base = allocate(f, 64), to = allocate(f, 64);
  struct expr *value = word(f);
  bool was_write;
  for (unsigned i = 0; i < 16; i += 4) write(f, base + i, 4, value);
  assert_true(memory_copy(&f->memory, &f->space, to + 1, base + 2, 12, &f->fault, &was_write));
  assert_int_equal(entry_count(f, to), 4);
  assert_ptr_equal(read(f, to + 3, 4), value);
  assert_ptr_equal(read(f, to + 1, 2), expr_extract(f->exprs, value, 16, 16));
  assert_ptr_equal(read(f, to + 11, 2), expr_extract(f->exprs, value, 0, 16));
  /* Overlapping, both ways. */
  assert_true(memory_copy(&f->memory, &f->space, base + 6, base, 16, &f->fault, &was_write));
  for (unsigned i = 6; i < 22; i += 4) assert_ptr_equal(read(f, base + i, 4), value);
  assert_ptr_equal(read(f, base, 4), value);
  assert_ptr_equal(read(f, base + 4, 2), expr_extract(f->exprs, value, 0, 16));
  assert_true(memory_copy(&f->memory, &f->space, base + 1, base + 6, 16, &f->fault, &was_write));
  for (unsigned i = 1; i < 17; i += 4) assert_ptr_equal(read(f, base + i, 4), value);
}

static void test_freed_object_gives_its_overlays_back(void **state) {
  struct fixture *f = *state;
  uint64_t sizes[] = {64, 9000};
  for (int i = 0; i < 2; i++) {
    uint64_t base = allocate(f, sizes[i]);
    make_symbolic(f, base, 64);
    size_t used = pool_count_used(&f->memory.pool);
    space_free(&f->memory, &f->space, space_find(&f->space, base), 1);
    assert_true(pool_count_used(&f->memory.pool) < used);
    assert_null(space_find(&f->space, base)->overlay);
  }
}

static void test_concrete_objects_pay_nothing(void **state) {
  (void)state;
  assert_int_equal(offsetof(struct object, content), 64);
  assert_int_equal(sizeof(struct tree_node), 24 + TREE_FANOUT * sizeof(void *));
  assert_int_equal(sizeof(struct page), 32 + ADDRESS_PAGE_SIZE);
  assert_int_equal(offsetof(struct memory, read_cache), 0);
}

/* ---- symbolic offsets ---- */

static struct expr *read_at(struct fixture *f, uint64_t base, struct expr *offset, uint64_t low,
                            uint64_t high, uint64_t step, unsigned size) {
  struct offset_range range = {low, high, step};
  return memory_read_at(&f->memory, &f->space, space_find(&f->space, base), offset, &range, size);
}

static struct expr *index_of(struct fixture *f, uint64_t mask, uint64_t step) {
  struct expr *index =
      expr_and(f->exprs, expr_zext(f->exprs, input(f, 20), 64), expr_const(f->exprs, 64, mask));
  return expr_mul(f->exprs, index, expr_const(f->exprs, 64, step));
}

static void fill(struct fixture *f, uint64_t base, uint64_t size) {
  for (uint64_t i = 0; i < size; i++) {
    uint8_t byte = (uint8_t)(i * 37 + i / 7 + 1);
    assert_true(memory_write(&f->memory, &f->space, base + i, &byte, 1, &f->fault));
  }
}

static void test_concrete_bytes_are_a_table_that_equal_content_shares(void **state) {
  struct fixture *f = *state;
  uint64_t first = allocate(f, 256), second = allocate(f, 256);
  struct expr *offset = index_of(f, 255, 1);
  fill(f, first, 256);
  fill(f, second, 256);
  struct expr *value = read_at(f, first, offset, 0, 255, 1, 1);
  assert_int_equal(value->kind, EXPR_READ);
  assert_ptr_equal(expr_child(value, 1), offset);
  assert_ptr_equal(read_at(f, second, offset, 0, 255, 1, 1), value);
  assert_true(memory_set(&f->memory, &f->space, second + 255, 1, 1, &f->fault));
  assert_ptr_not_equal(read_at(f, second, offset, 0, 255, 1, 1), value);
  /* A range that differs a little does not make another table. */
  assert_ptr_equal(read_at(f, first, offset, 3, 250, 1, 1), value);
}

static void test_table_of_small_words_needs_one_read(void **state) {
  struct fixture *f = *state;
  uint64_t base = allocate(f, 1024);
  for (uint32_t i = 0; i < 256; i++) {
    uint32_t number = i * 77 % 251;
    assert_true(memory_write(&f->memory, &f->space, base + 4 * i, &number, 4, &f->fault));
  }
  struct expr *value = read_at(f, base, index_of(f, 255, 4), 0, 1020, 4, 4);
  assert_int_equal(value->kind, EXPR_ZEXT);
  assert_int_equal(expr_child(value, 0)->kind, EXPR_READ);
  assert_ptr_equal(expr_child(expr_child(value, 0), 1), index_of(f, 255, 1));
}

static void test_table_of_words_needs_one_read(void **state) {
  struct fixture *f = *state;
  for (unsigned size = 2; size <= 8; size *= 2) {
    uint64_t base = allocate(f, 64 * size), second = allocate(f, 64 * size);
    for (uint64_t i = 0; i < 64; i++) {
      uint64_t number = (i + 1) * 0x9e3779b97f4a7c15;
      assert_true(memory_write(&f->memory, &f->space, base + size * i, &number, size, &f->fault));
      assert_true(memory_write(&f->memory, &f->space, second + size * i, &number, size, &f->fault));
    }
    struct expr *offset = index_of(f, 63, size);
    struct expr *value = read_at(f, base, offset, 0, 63 * size, size, size);
    assert_true(value->kind == EXPR_READ && value->width == 8 * size);
    assert_ptr_equal(expr_child(value, 1), index_of(f, 63, 1));
    const struct expr_array *table = expr_array_of(f->exprs, expr_child(value, 0));
    assert_int_equal(table->size, 64);
    for (uint64_t i = 0; i < 64; i++)
      assert_true(expr_table_element(table, i) ==
                  ((i + 1) * 0x9e3779b97f4a7c15 & UINT64_MAX >> (64 - 8 * size)));
    assert_ptr_equal(read_at(f, second, offset, 0, 63 * size, size, size), value);
  }
}

static void test_uniform_bytes_are_a_constant(void **state) {
  struct fixture *f = *state;
  uint64_t base = allocate(f, 9000);
  struct expr *offset = index_of(f, 255, 16);
  assert_true(memory_set(&f->memory, &f->space, base, 9, 9000, &f->fault));
  struct expr *value = read_at(f, base, offset, 0, 4080, 16, 2);
  assert_true(expr_is_const(value) && expr_const_value(value) == 0x0909);
}

static void test_symbolic_buffer_is_read_as_its_array(void **state) {
  struct fixture *f = *state;
  uint64_t base = allocate(f, 40);
  struct expr *offset = index_of(f, 15, 1);
  struct expr *array = expr_array_value(f->exprs, f->worlds.array);
  make_symbolic(f, base + 3, 32);
  offset = expr_add(f->exprs, offset, expr_const(f->exprs, 64, 5));
  struct expr *value = read_at(f, base, offset, 5, 20, 1, 1);
  struct expr *shifted = expr_add(f->exprs, offset, expr_const(f->exprs, 64, (uint64_t)-3));
  assert_ptr_equal(value, expr_read(f->exprs, array, shifted));
  /* As words that were loaded and stored, too. */
  for (unsigned i = 3; i < 35; i += 4) write(f, base + i, 4, read(f, base + i, 4));
  assert_int_equal(entry_count(f, base), 8);
  assert_ptr_equal(read_at(f, base, offset, 5, 20, 1, 1), value);
}

/* A terminated string: one comparison more. */
static void test_odd_byte_in_a_buffer_is_an_exception(void **state) {
  struct fixture *f = *state;
  uint64_t base = allocate(f, 32);
  make_symbolic(f, base, 32);
  struct expr *offset = index_of(f, 31, 1);
  assert_true(memory_set(&f->memory, &f->space, base + 15, 'x', 1, &f->fault));
  size_t before = exprs_count(f->exprs);
  struct expr *value = read_at(f, base, offset, 0, 31, 1, 1);
  assert_int_equal(value->kind, EXPR_ITE);
  assert_true(exprs_count(f->exprs) - before <= 8);
}

/* Selecting among n words takes about n nodes, and as few conditions as there are bits. */
static void test_ite_tree_is_as_large_as_its_places(void **state) {
  struct fixture *f = *state;
  uint64_t base = allocate(f, 64 * 12);
  for (uint64_t i = 0; i < 64; i++)
    write(f, base + 12 * i, 4,
          expr_mul(f->exprs, expr_zext(f->exprs, input(f, i), 32),
                   expr_zext(f->exprs, input(f, (i + 1) % 64), 32)));
  struct expr *offset = index_of(f, 63, 12);
  size_t before = exprs_count(f->exprs);
  read_at(f, base, offset, 0, 63 * 12, 12, 4);
  assert_true(exprs_count(f->exprs) - before < 64 + 16);
}

static void test_write_keeps_words_and_what_lies_between(void **state) {
  struct fixture *f = *state;
  uint64_t base = allocate(f, 64);
  struct expr *value = word(f), *old = expr_not(f->exprs, value);
  for (unsigned i = 0; i < 64; i += 4) write(f, base + i, 4, old);
  struct expr *offset = index_of(f, 7, 8);
  struct offset_range range = {0, 56, 8};
  memory_write_at(&f->memory, &f->space, space_find(&f->space, base), offset, &range, 4, value);
  assert_int_equal(entry_count(f, base), 16);
  for (unsigned i = 0; i < 64; i += 4) {
    struct expr *is_here = expr_eq(f->exprs, offset, expr_const(f->exprs, 64, i));
    assert_ptr_equal(read(f, base + i, 4), expr_ite(f->exprs, is_here, value, old));
  }
}

/* A write to many places is a store: the same index reads it back, and what the index cannot reach
   stays concrete. */
static void test_write_to_many_places_is_one_store(void **state) {
  struct fixture *f = *state;
  uint64_t base = allocate(f, 12000), number = 7;
  struct expr *value = word(f), *offset = index_of(f, 255, 24);
  struct offset_range range = {0, 255 * 24, 8};
  assert_true(memory_write(&f->memory, &f->space, base + 8, &number, 8, &f->fault));
  size_t before = exprs_count(f->exprs);
  memory_write_at(&f->memory, &f->space, space_find(&f->space, base), offset, &range, 4, value);
  assert_true(exprs_count(f->exprs) - before < 32);
  assert_ptr_equal(read_at(f, base, offset, 0, 255 * 24, 8, 4), value);
  uint64_t found = 0;
  assert_true(memory_read(&f->memory, &f->space, base + 8, &found, 8, &f->fault));
  assert_int_equal(found, 7);
  assert_int_equal(read(f, base + 48, 4)->kind, EXPR_ITE);
  assert_true(memory_set(&f->memory, &f->space, base + 48, 1, 4, &f->fault));
  assert_true(expr_is_const(read(f, base + 48, 4)));
  assert_int_equal(read_at(f, base, offset, 0, 255 * 24, 8, 4)->kind, EXPR_ITE);
}

/* Two paths that wrote into the same array: still one array. */
static void test_merged_writes_to_many_places_are_stores(void **state) {
  struct fixture *f = *state;
  uint64_t base = allocate(f, 4000);
  struct offset_range range = {0, 255 * 4, 4};
  struct space other = space_fork(&f->space);
  memory_write_at(&f->memory, &f->space, space_find(&f->space, base), index_of(f, 255, 4), &range,
                  4, word(f));
  size_t before = exprs_count(f->exprs);
  space_merge(&f->memory, &f->space, &other, expr_extract(f->exprs, input(f, 9), 0, 1));
  assert_true(exprs_count(f->exprs) - before < 32);
  assert_int_equal(entry_count(f, base), 1);
  space_release(&f->memory, &other);
}

static void test_array_of_words_stays_one_when_copied_in_part(void **state) {
  struct fixture *f = *state;
  uint64_t from = allocate(f, 64), to = allocate(f, 64);
  struct expr *value = word(f), *length = index_of(f, 15, 4);
  bool was_write;
  for (unsigned i = 0; i < 64; i += 4) write(f, from + i, 4, value);
  assert_true(memory_copy_part(&f->memory, &f->space, to, from, length, 64, &f->fault, &was_write));
  assert_int_equal(entry_count(f, to), 15);
  struct expr *is_copied = expr_ult(f->exprs, expr_const(f->exprs, 64, 8), length);
  assert_ptr_equal(read(f, to + 8, 4),
                   expr_ite(f->exprs, is_copied, value, expr_const(f->exprs, 32, 0)));
}

/* ---- collection ---- */

struct roots {
  struct fixture *f;
  struct space *spaces[2];
  uint32_t round;
};

static void mark_spaces(struct exprs *exprs, void *context) {
  struct roots *roots = context;
  (void)exprs;
  for (int i = 0; i < 2; i++)
    if (roots->spaces[i]) memory_mark(&roots->f->memory, roots->spaces[i], roots->round);
}

static void test_collection_keeps_what_spaces_hold(void **state) {
  struct fixture *f = *state;
  uint64_t small = allocate(f, 64), large = allocate(f, 100000);
  write(f, small, 4, word(f));
  make_symbolic(f, large + 50000, 50);
  struct space sibling = space_fork(&f->space);
  memory_forget_writes(&f->memory);
  struct expr *other = expr_not(f->exprs, word(f));
  write(f, large + 8000, 4, other);
  uint32_t ids[] = {read(f, small, 4)->id, other->id};
  struct roots roots = {f, {&sibling, &f->space}, 1};
  for (; roots.round < 4; roots.round++) {
    expr_collect(f->exprs, mark_spaces, &roots);
    assert_int_equal(read(f, small, 4)->id, ids[0]);
    assert_int_equal(read(f, large + 8000, 4)->id, ids[1]);
  }
  space_release(&f->memory, &sibling);
  space_free(&f->memory, &f->space, space_find(&f->space, large), 1);
  roots.spaces[0] = NULL;
  expr_collect(f->exprs, mark_spaces, &roots);
  assert_int_equal(read(f, small, 4)->id, ids[0]);
  size_t with_word = exprs_count(f->exprs);
  space_free(&f->memory, &f->space, space_find(&f->space, small), 1);
  roots.round++;
  expr_collect(f->exprs, mark_spaces, &roots);
  assert_true(exprs_count(f->exprs) < with_word);
}

struct kept {
  struct fixture *f;
  struct expr *e;
};

static void mark_kept(struct exprs *exprs, void *context) {
  struct kept *kept = context;
  memory_mark(&kept->f->memory, &kept->f->space, 1);
  expr_mark_root(exprs, kept->e);
}

/* Tables that nobody reads any more are reclaimed, and found no more by their content. */
static void test_tables_that_nothing_reads_are_reclaimed(void **state) {
  struct fixture *f = *state;
  enum { TABLES = 500, SIZE = 4096 };
  uint64_t object = allocate(f, SIZE);
  fill(f, object, SIZE);
  struct expr *offset = index_of(f, SIZE - 1, 1);
  struct expr *kept = read_at(f, object, offset, 0, SIZE - 1, 1, 1);
  uint32_t ids[] = {kept->id, 0};
  for (unsigned i = 0; i < TABLES; i++) {
    assert_true(memory_set(&f->memory, &f->space, object + i, 0xa5, 1, &f->fault));
    ids[1] = read_at(f, object, offset, 0, SIZE - 1, 1, 1)->id;
  }
  size_t before = exprs_bytes(f->exprs);
  assert_true(before > (size_t)TABLES * SIZE);
  struct kept roots = {f, kept};
  expr_collect(f->exprs, mark_kept, &roots);
  memory_forget_freed(&f->memory);
  assert_true(exprs_bytes(f->exprs) + (size_t)(TABLES - 1) * SIZE < before);
  struct expr *again = read_at(f, object, offset, 0, SIZE - 1, 1, 1);
  assert_int_equal(again->kind, EXPR_READ);
  assert_true(again->id > ids[1]); /* made anew: nothing was found of the old table */
  fill(f, object, SIZE);
  assert_ptr_equal(read_at(f, object, offset, 0, SIZE - 1, 1, 1), kept);
  assert_int_equal(kept->id, ids[0]);
}

/* Words as they were written, an untouched buffer as its array; nothing of what is concrete or has
   ended. */
static void test_symbolic_content_is_listed_by_object(void **state) {
  struct fixture *f = *state;
  uint64_t first = allocate(f, 16), concrete = allocate(f, 16), buffer = allocate(f, 4);
  uint64_t ended = allocate(f, 8);
  write(f, first + 4, 4, word(f));
  write(f, first + 12, 1, input(f, 3));
  write(f, concrete, 4, expr_const(f->exprs, 32, 7));
  write(f, ended, 1, input(f, 0));
  make_symbolic(f, buffer, 4);
  space_free(&f->memory, &f->space, space_find(&f->space, ended), 0);
  struct symbolic_list list = {0};
  for (int round = 0; round < 2; round++) { /* a list may be used again */
    space_list_symbolic(&f->memory, &f->space, &list);
    assert_false(list.has_choice);
    assert_int_equal(list.objects.count, 2);
    assert_int_equal(list.objects.data[0].object->base, first);
    assert_int_equal(list.objects.data[0].count, 2);
    const struct symbolic_span *spans = list.spans.data;
    assert_int_equal(spans[0].start, 4);
    assert_int_equal(spans[0].size, 4);
    assert_ptr_equal(spans[0].value, word(f));
    assert_int_equal(spans[1].start, 12);
    assert_ptr_equal(spans[1].value, input(f, 3));
    assert_int_equal(list.objects.data[1].object->base, buffer);
    uint64_t bytes = 0;
    for (uint32_t i = 0; i < list.objects.data[1].count; i++)
      bytes += spans[list.objects.data[1].first + i].size;
    assert_int_equal(bytes, 4);
  }
  symbolic_list_free(&list);
}

/* A buffer with a word written into it is what is left of its inputs on both sides, also when it
   was listed before; a write after that is seen. */
static void test_inputs_that_are_left_of_a_buffer_are_listed_as_runs(void **state) {
  struct fixture *f = *state;
  uint64_t buffer = allocate(f, 64);
  make_symbolic(f, buffer, 64);
  write(f, buffer + 40, 4, word(f));
  struct symbolic_list list = {0};
  for (int round = 0; round < 2; round++) {
    space_list_symbolic(&f->memory, &f->space, &list);
    assert_int_equal(list.objects.count, 1);
    assert_int_equal(list.objects.data[0].count, 3);
    const struct symbolic_span *spans = list.spans.data;
    assert_true(spans[0].is_array && spans[0].value == NULL);
    assert_int_equal(spans[0].size, 40);
    assert_ptr_equal(spans[1].value, word(f));
    assert_int_equal(spans[2].start, 44);
    assert_int_equal(spans[2].first, 44);
    assert_int_equal(spans[2].size, 20);
  }
  write(f, buffer, 1, expr_const(f->exprs, 8, 7));
  space_list_symbolic(&f->memory, &f->space, &list);
  assert_int_equal(list.spans.data[0].start, 1);
  for (uint64_t at = 0; at < 64; at++) write(f, buffer + at, 1, expr_const(f->exprs, 8, 7));
  space_list_symbolic(&f->memory, &f->space, &list);
  assert_int_equal(list.objects.count, 0);
  symbolic_list_free(&list);
  memory_forget_freed(&f->memory); /* gives back what it remembers of lists */
}

int main(void) {
#define TEST(name) cmocka_unit_test_setup_teardown(name, set_up, tear_down)
  const struct CMUnitTest tests[] = {
      TEST(test_word_comes_back_as_the_same_expression),
      TEST(test_bytes_of_a_word_come_together_again),
      TEST(test_neighbouring_inputs_are_a_concatenation),
      TEST(test_constants_become_bytes),
      TEST(test_symbolic_bytes_are_told_from_concrete_ones),
      TEST(test_errors_are_those_of_concrete_accesses),
      TEST(test_part_with_symbolic_bytes_is_not_cached),
      TEST(test_fork_shares_overlays_until_either_side_writes),
      TEST(test_copy_keeps_words_and_cuts_those_at_the_edges),
      TEST(test_freed_object_gives_its_overlays_back),
      TEST(test_concrete_objects_pay_nothing),
      TEST(test_concrete_bytes_are_a_table_that_equal_content_shares),
      TEST(test_table_of_small_words_needs_one_read),
      TEST(test_table_of_words_needs_one_read),
      TEST(test_uniform_bytes_are_a_constant),
      TEST(test_symbolic_buffer_is_read_as_its_array),
      TEST(test_odd_byte_in_a_buffer_is_an_exception),
      TEST(test_ite_tree_is_as_large_as_its_places),
      TEST(test_write_keeps_words_and_what_lies_between),
      TEST(test_write_to_many_places_is_one_store),
      TEST(test_merged_writes_to_many_places_are_stores),
      TEST(test_array_of_words_stays_one_when_copied_in_part),
      TEST(test_symbolic_content_is_listed_by_object),
      TEST(test_inputs_that_are_left_of_a_buffer_are_listed_as_runs),
      TEST(test_collection_keeps_what_spaces_hold),
      TEST(test_tables_that_nothing_reads_are_reclaimed),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}

/* Merged address spaces: where the condition holds, every byte is that of the one, elsewhere that
   of the other; and what cannot be one, and what differs, is said beforehand. */
#include "worlds.h"

#include "memory/space_merge.h"

enum { OBJECTS = 12, STEPS = 60, SEEDS = 150 };

struct scene {
  struct memory memory;
  struct worlds w;
  struct space a, b;
  struct expr *condition;
  uint64_t bases[OBJECTS], sizes[OBJECTS];
};

static uint64_t draw(struct scene *s, uint64_t below) { return random_below(&s->w.random, below); }

static struct object *allocate(struct scene *s, struct space *space, enum object_kind kind,
                               uint64_t size) {
  struct space_request request = {.size = size, .kind = kind};
  return space_allocate(&s->memory, space, &request);
}

static void begin(struct scene *s, uint64_t seed) {
  memory_init(&s->memory);
  worlds_init(&s->w, seed);
  s->memory.exprs = s->w.exprs;
  space_init(&s->a);
  s->condition = expr_ult(s->w.exprs, worlds_input(&s->w), expr_const(s->w.exprs, 8, 128));
}

static void fork(struct scene *s) {
  s->b = space_fork(&s->a);
  memory_forget_all(&s->memory);
}

static void end(struct scene *s) {
  space_release(&s->memory, &s->a);
  space_release(&s->memory, &s->b);
  assert_int_equal(pool_count_used(&s->memory.pool), 0);
  memory_finish(&s->memory);
  worlds_free(&s->w);
}

static struct space_merge_counts merge(struct scene *s) {
  assert_true(space_may_merge(&s->a, &s->b));
  struct space_merge_counts counts = space_merge(&s->memory, &s->a, &s->b, s->condition);
  memory_forget_all(&s->memory);
  return counts;
}

static void put(struct scene *s, struct space *space, uint64_t address, uint64_t value) {
  struct access_fault fault;
  assert_true(memory_write(&s->memory, space, address, &value, sizeof value, &fault));
}

static struct expr *get(struct scene *s, struct space *space, uint64_t address, unsigned size) {
  struct access_fault fault;
  struct expr *value = memory_read_value(&s->memory, space, address, size, &fault);
  assert_non_null(value);
  return value;
}

/* ---- random contents ---- */

static void write_something(struct scene *s, struct space *space) {
  static const unsigned widths[] = {1, 2, 4, 8};
  struct access_fault fault;
  uint64_t number = draw(s, OBJECTS);
  unsigned size = widths[draw(s, 4)];
  if (size > s->sizes[number]) size = 1;
  uint64_t offset = draw(s, s->sizes[number] - size + 1);
  if (draw(s, 2)) offset &= -(uint64_t)size;
  uint64_t address = s->bases[number] + offset;
  memory_forget_all(&s->memory);
  if (draw(s, 3) == 0 && size == 1 && s->sizes[number] >= 8) { /* at one of several places */
    struct offset_range range;
    struct expr *index = worlds_offset(&s->w, s->sizes[number], 1, &range);
    memory_write_at(&s->memory, space, space_find(space, address), index, &range, 1,
                    worlds_value(&s->w, 1));
    return;
  }
  assert_true(
      memory_write_value(&s->memory, space, address, size, worlds_value(&s->w, size), &fault));
}

/* All bytes of one space in one world. */
static void list_bytes(struct scene *s, struct space *space, int world, uint8_t *bytes) {
  memory_forget_all(&s->memory);
  for (unsigned i = 0; i < OBJECTS; i++)
    for (uint64_t k = 0; k < s->sizes[i]; k++)
      *bytes++ = (uint8_t)worlds_number(&s->w, world, get(s, space, s->bases[i] + k, 1));
}

static void every_byte_is_that_of_its_side(void **state) {
  (void)state;
  static const uint64_t sizes[] = {1, 3, 8, 16, 24, 40, 64, 100, 5000};
  uint64_t words = 0;
  for (uint64_t seed = 0; seed < SEEDS; seed++) {
    static struct scene s;
    static uint8_t of_a[WORLD_COUNT][OBJECTS * 5000], of_b[WORLD_COUNT][OBJECTS * 5000];
    static uint8_t merged[OBJECTS * 5000];
    uint64_t total = 0;
    begin(&s, seed);
    for (unsigned i = 0; i < OBJECTS; i++) {
      s.sizes[i] = sizes[draw(&s, i == 0 && seed % 10 == 0 ? 9 : 8)];
      s.bases[i] = allocate(&s, &s.a, draw(&s, 2) ? OBJECT_HEAP : OBJECT_STACK, s.sizes[i])->base;
      total += s.sizes[i];
    }
    for (uint64_t i = draw(&s, STEPS); i > 0; i--) write_something(&s, &s.a);
    fork(&s);
    for (uint64_t i = draw(&s, STEPS / 2); i > 0; i--) write_something(&s, &s.a);
    for (uint64_t i = draw(&s, STEPS / 2); i > 0; i--) write_something(&s, &s.b);
    for (int k = 0; k < WORLD_COUNT; k++) {
      list_bytes(&s, &s.a, k, of_a[k]);
      list_bytes(&s, &s.b, k, of_b[k]);
    }
    words += merge(&s).words;
    for (int k = 0; k < WORLD_COUNT; k++) {
      list_bytes(&s, &s.a, k, merged);
      const uint8_t *wanted = worlds_number(&s.w, k, s.condition) ? of_a[k] : of_b[k];
      for (uint64_t i = 0; i < total; i++) assert_int_equal(merged[i], wanted[i]);
    }
    end(&s);
  }
  assert_true(words > SEEDS);
}

/* ---- one by one ---- */

static void what_is_the_same_stays_as_it_is(void **state) {
  (void)state;
  struct scene s;
  begin(&s, 1);
  uint64_t same = allocate(&s, &s.a, OBJECT_HEAP, 8)->base;
  uint64_t other = allocate(&s, &s.a, OBJECT_HEAP, 64)->base;
  put(&s, &s.a, same, 7);
  fork(&s);
  struct space_merge_counts counts = merge(&s);
  assert_true(counts.slots == 0 && counts.words == 0 && counts.choices == 0);
  put(&s, &s.b, other + 16, 5);
  put(&s, &s.b, other + 40, 0); /* as it was */
  struct object *before = space_find(&s.a, same);
  counts = merge(&s);
  assert_true(counts.slots == 1 && counts.words == 1 && counts.choices == 0);
  assert_ptr_equal(space_find(&s.a, same), before);
  /* The word that differs is one ite, read back as a word or as a part of it. */
  struct expr *value = get(&s, &s.a, other + 16, 4);
  struct expr *expected =
      expr_ite(s.w.exprs, s.condition, expr_const(s.w.exprs, 32, 0), expr_const(s.w.exprs, 32, 5));
  assert_ptr_equal(value, expected);
  assert_true(expr_is_const(get(&s, &s.a, other + 40, 8)));
  end(&s);
}

/* An object that only one side has, or that has another size, is a choice, and either side can be
   put in its place. */
static void an_object_of_one_side_is_a_choice(void **state) {
  (void)state;
  for (int side = 0; side < 2; side++) {
    struct scene s;
    begin(&s, 2);
    uint64_t freed = allocate(&s, &s.a, OBJECT_HEAP, 8)->base;
    fork(&s);
    uint64_t mine = allocate(&s, &s.a, OBJECT_HEAP, 8)->base;
    put(&s, &s.a, mine, 11);
    memory_forget_all(&s.memory);
    struct object *theirs = allocate(&s, &s.b, OBJECT_HEAP, 24);
    put(&s, &s.b, theirs->base, 22);
    space_free(&s.memory, &s.b, space_find(&s.b, freed), 0);
    struct space_merge_counts counts = merge(&s);
    assert_int_equal(counts.choices, 2);
    assert_true(s.a.heap_live_objects == 2);
    const struct object *choice = space_find(&s.a, mine);
    assert_int_equal(choice->kind, OBJECT_CHOICE);
    assert_ptr_equal(choice->content.choice.condition, s.condition);
    struct access_fault fault;
    assert_false(memory_check(&s.a, mine, 8, false, &fault));
    assert_int_equal(fault.result, ACCESS_CHOICE);
    space_choose(&s.memory, &s.a, choice, side);
    space_choose(&s.memory, &s.a, space_find(&s.a, freed), side);
    memory_forget_all(&s.memory);
    assert_int_equal(expr_const_value(get(&s, &s.a, mine, 8)), side ? 11 : 22);
    assert_int_equal(memory_check(&s.a, mine, 24, false, &fault), !side);
    assert_int_equal(memory_check(&s.a, freed, 8, false, &fault), side);
    end(&s);
  }
}

static void other_stack_objects_cannot_be_merged(void **state) {
  (void)state;
  for (int is_larger = 0; is_larger < 2; is_larger++) {
    struct scene s;
    begin(&s, 3);
    uint32_t mark = s.a.stack_top;
    allocate(&s, &s.a, OBJECT_STACK, 8);
    fork(&s);
    assert_true(space_may_merge(&s.a, &s.b));
    if (is_larger) { /* another one in the same slot */
      space_pop_stack(&s.memory, &s.b, mark, 0);
      allocate(&s, &s.b, OBJECT_STACK, 16);
    } else {
      allocate(&s, &s.b, OBJECT_STACK, 8);
    }
    assert_false(space_may_merge(&s.a, &s.b));
    end(&s);
  }
}

/* Which heap objects there are, and which words point at them. */
static void shapes_of_heaps_are_told_apart(void **state) {
  (void)state;
  struct scene s;
  begin(&s, 4);
  uint64_t cell = allocate(&s, &s.a, OBJECT_GLOBAL, 16)->base;
  uint64_t first = allocate(&s, &s.a, OBJECT_HEAP, 32)->base;
  uint64_t second = allocate(&s, &s.a, OBJECT_HEAP, 32)->base;
  put(&s, &s.a, cell, first);
  fork(&s);
  assert_true(space_is_heap_address(&s.a, first) && space_is_heap_address(&s.a, first + 31));
  assert_false(space_is_heap_address(&s.a, cell) || space_is_heap_address(&s.a, 4));
  assert_true(space_is_shaped_alike(&s.a, &s.b) && !space_may_leak_apart(&s.a, &s.b));
  put(&s, &s.b, cell + 8, 12345); /* no address */
  assert_true(space_is_shaped_alike(&s.a, &s.b) && !space_may_leak_apart(&s.a, &s.b));
  put(&s, &s.b, cell, first + 8); /* elsewhere in the same object */
  assert_true(space_is_shaped_alike(&s.a, &s.b) && space_may_leak_apart(&s.a, &s.b));
  put(&s, &s.b, cell, second);
  assert_true(!space_is_shaped_alike(&s.a, &s.b) && space_may_leak_apart(&s.a, &s.b));
  put(&s, &s.b, cell, first);
  space_free(&s.memory, &s.b, space_find(&s.b, second), 0);
  assert_true(!space_is_shaped_alike(&s.a, &s.b) && space_may_leak_apart(&s.a, &s.b));
  end(&s);
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(every_byte_is_that_of_its_side),
      cmocka_unit_test(what_is_the_same_stays_as_it_is),
      cmocka_unit_test(an_object_of_one_side_is_a_choice),
      cmocka_unit_test(other_stack_objects_cannot_be_merged),
      cmocka_unit_test(shapes_of_heaps_are_told_apart),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}

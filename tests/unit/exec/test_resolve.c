/* What an access at a symbolic address means: the object and the offsets in it, the errors that are
   split off, and what is left to siblings. */
#include "stepper.h"

#include "memory/space.h"

static struct object *allocate(struct stepper *s, uint64_t size, uint8_t flags) {
  struct space_request request = {.size = size, .kind = OBJECT_HEAP, .flags = flags};
  return space_allocate(&s->machine->memory, &s->machine->state->space, &request);
}

static struct expr *word(struct stepper *s, uint64_t value) {
  return expr_const(s->exprs, 64, value);
}

/* base + x * scale */
static struct expr *element(struct stepper *s, const struct object *object, uint64_t scale) {
  struct expr *index = expr_mul(s->exprs, expr_zext(s->exprs, s->x, 64), word(s, scale));
  return expr_add(s->exprs, index, word(s, object->base));
}

static struct value symbolic(struct expr *e) { return (struct value){.expr = e}; }

static bool read_at(struct stepper *s, struct expr *address, uint64_t size, struct target *target) {
  struct value value = symbolic(address);
  return resolve_access(s->machine, &value, size, false, target);
}

static void restrict_below(struct stepper *s, uint64_t limit) {
  assert_int_equal(decide_restrict(s->machine, stepper_is_below(s, limit)), DECIDE_TRUE);
}

static void expect_error(struct stepper *s, enum error_kind kind, const char *text) {
  assert_int_equal(s->machine->event, EVENT_ERROR);
  assert_int_equal(s->machine->error.kind, kind);
  assert_non_null(strstr(s->machine->error.message, text));
}

static void a_number_is_looked_up(void **state) {
  (void)state;
  struct stepper s;
  stepper_begin(&s);
  struct object *object = allocate(&s, 16, 0), *constant = allocate(&s, 16, OBJECT_CONSTANT);
  struct target target;
  struct value value = value_concrete(object->base + 12);
  assert_true(resolve_access(s.machine, &value, 4, true, &target));
  assert_ptr_equal(target.object, object);
  assert_int_equal(target.address, object->base + 12);
  assert_null(target.offset);
  assert_false(resolve_access(s.machine, &value, 5, true, &target));
  expect_error(&s, ERROR_POINTER, "out-of-bounds write of 5 bytes");
  value = value_concrete(constant->base);
  stepper_be(&s, s.machine->state);
  assert_true(resolve_access(s.machine, &value, 4, false, &target));
  assert_false(resolve_access(s.machine, &value, 4, true, &target));
  assert_int_equal(s.machine->error.kind, ERROR_READ_ONLY);
  stepper_end(&s);
}

/* a[x] with every x inside: one target, its range as narrow as the path has it. */
static void an_index_in_bounds_has_its_range(void **state) {
  (void)state;
  struct stepper s;
  stepper_begin(&s);
  struct object *object = allocate(&s, 100, 0);
  struct target target;
  restrict_below(&s, 20);
  assert_true(read_at(&s, element(&s, object, 4), 4, &target));
  assert_ptr_equal(target.object, object);
  assert_int_equal(target.low, 0);
  assert_int_equal(target.high, 76);
  assert_int_equal(target.step, 4);
  for (unsigned x = 0; x < 20; x++) assert_int_equal(stepper_value(&s, target.offset, x), 4 * x);
  assert_null(stepper_sibling(&s));
  assert_int_equal(stepper_count(&s, s.machine->state), 20);
  assert_int_equal(s.machine->found.incomplete.count, 0);
  stepper_end(&s);
}

/* a[x] with some x outside: the good ones go on, the others are an error on an urgent path. */
static void an_index_that_may_leave_is_split(void **state) {
  (void)state;
  struct stepper s;
  stepper_begin(&s);
  struct object *object = allocate(&s, 40, 0);
  struct expr *address = element(&s, object, 4);
  struct target target;
  assert_true(read_at(&s, address, 4, &target));
  struct state *good = s.machine->state, *bad = stepper_sibling(&s);
  assert_non_null(bad);
  assert_true(bad->is_urgent);
  assert_int_equal(stepper_count(&s, good), 10);
  assert_int_equal(stepper_count(&s, bad), STEPPER_VALUES - 10);
  assert_int_equal(target.high, 36);
  stepper_be(&s, bad);
  assert_false(read_at(&s, address, 4, &target));
  expect_error(&s, ERROR_POINTER, "out-of-bounds read of 4 bytes");
  assert_null(stepper_sibling(&s));
  assert_int_equal(stepper_count(&s, bad), STEPPER_VALUES - 10); /* all in one error */
  stepper_end(&s);
}

/* An index that happens to reach another object is an error all the same. */
static void a_sum_does_not_wander_to_another_object(void **state) {
  (void)state;
  struct stepper s;
  stepper_begin(&s);
  struct object *first = allocate(&s, 16, 0), *second = allocate(&s, 16, 0);
  struct expr *address = element(&s, first, second->base - first->base);
  struct target target;
  restrict_below(&s, 2); /* the one or the other */
  assert_true(read_at(&s, address, 1, &target));
  assert_ptr_equal(target.object, first);
  struct state *bad = stepper_sibling(&s);
  assert_non_null(bad);
  stepper_be(&s, bad);
  assert_false(read_at(&s, address, 1, &target));
  expect_error(&s, ERROR_POINTER, "out-of-bounds");
  stepper_end(&s);
}

/* p is one of three objects, null, or one that was freed: a path each, with what it means. */
static void a_pointer_to_one_of_several_forks(void **state) {
  (void)state;
  struct stepper s;
  stepper_begin(&s);
  struct object *objects[3] = {allocate(&s, 8, 0), allocate(&s, 24, 0), allocate(&s, 8, 0)};
  struct object *freed = allocate(&s, 8, 0);
  uint64_t addresses[5] = {objects[0]->base, objects[1]->base + 16, objects[2]->base, freed->base,
                           0};
  space_free(&s.machine->memory, &s.machine->state->space, freed, 0);
  struct expr *pointer = word(&s, addresses[4]);
  for (unsigned i = 4; i-- > 0;)
    pointer = expr_ite(s.exprs, stepper_is(&s, 50 * i), word(&s, addresses[i]), pointer);
  unsigned found[5] = {0};
  for (size_t i = 0; i < s.states.count; i++) {
    struct target target;
    struct state *one = s.states.data[i];
    stepper_be(&s, one);
    bool is_good = read_at(&s, pointer, 8, &target);
    while (s.machine->forked.count > 0) vec_push(&s.states, vec_pop(&s.machine->forked));
    uint64_t address = stepper_value(&s, pointer, stepper_witness(&s, one));
    for (unsigned k = 0; k < 5; k++) found[k] += address == addresses[k];
    assert_int_equal(is_good, address != 0 && address != freed->base);
    if (is_good) {
      assert_null(target.offset); /* one place in the object */
      assert_int_equal(target.address, address);
      assert_ptr_equal(target.object, space_find(&one->space, address));
    } else {
      expect_error(&s, ERROR_POINTER, address == 0 ? "null pointer" : "after free");
    }
    for (unsigned x = 0; x < STEPPER_VALUES; x++)
      if (stepper_is_on(&s, one, x)) assert_int_equal(stepper_value(&s, pointer, x), address);
  }
  for (unsigned k = 0; k < 5; k++) assert_int_equal(found[k], 1);
  assert_int_equal(s.machine->found.incomplete.count, 0);
  stepper_end(&s);
}

/* Addresses that are bad in the same way are one error, not one each. */
static void a_stretch_of_bad_addresses_is_one_error(void **state) {
  (void)state;
  struct stepper s;
  stepper_begin(&s);
  struct expr *pointer = expr_mul(s.exprs, expr_zext(s.exprs, s.x, 64), word(&s, 8));
  struct target target;
  assert_false(read_at(&s, pointer, 4, &target));
  expect_error(&s, ERROR_POINTER, "null pointer");
  assert_null(stepper_sibling(&s));
  assert_int_equal(stepper_count(&s, s.machine->state), STEPPER_VALUES);
  stepper_end(&s);
}

/* Constant objects: reading is fine wherever writing is an error of another kind. */
static void writing_to_a_constant_is_an_error_of_its_own(void **state) {
  (void)state;
  struct stepper s;
  stepper_begin(&s);
  struct object *constant = allocate(&s, 256, OBJECT_CONSTANT);
  struct target target;
  struct value value = symbolic(element(&s, constant, 1));
  assert_true(resolve_access(s.machine, &value, 1, false, &target));
  assert_int_equal(target.high, 255);
  assert_false(resolve_access(s.machine, &value, 1, true, &target));
  assert_int_equal(s.machine->event, EVENT_ERROR);
  assert_int_equal(s.machine->error.kind, ERROR_READ_ONLY);
  assert_null(stepper_sibling(&s));
  stepper_end(&s);
}

/* More places than ites can be made for: one of them, which is noted. */
static void of_too_many_places_one_is_taken(void **state) {
  (void)state;
  struct stepper s;
  stepper_begin(&s);
  const uint64_t scale = 1 << 10; /* unknown low bits: the range has a step of 1 */
  struct object *object = allocate(&s, 256 * scale, 0);
  struct expr *index = expr_mul(s.exprs, expr_zext(s.exprs, s.x, 64), word(&s, scale - 1));
  struct target target;
  assert_true(read_at(&s, expr_add(s.exprs, index, word(&s, object->base)), 1, &target));
  assert_null(target.offset);
  assert_int_equal(stepper_count(&s, s.machine->state), 1);
  unsigned x = stepper_witness(&s, s.machine->state);
  assert_int_equal(target.address, object->base + x * (scale - 1));
  assert_int_equal(s.machine->found.incomplete.count, 1);
  stepper_end(&s);
}

/* Few numbers are a path each, many are one that is noted. */
static void few_numbers_are_all_followed(void **state) {
  (void)state;
  for (int is_few = 0; is_few < 2; is_few++) {
    struct stepper s;
    stepper_begin(&s);
    restrict_below(&s, is_few ? 5 : 100);
    unsigned seen = 0;
    for (size_t i = 0; i < s.states.count; i++) {
      uint64_t number;
      stepper_be(&s, s.states.data[i]);
      assert_true(resolve_few(s.machine, s.x, "one of many", &number));
      stepper_sibling(&s);
      assert_int_equal(stepper_count(&s, s.states.data[i]), 1);
      assert_true(stepper_is_on(&s, s.states.data[i], (unsigned)number));
      seen |= 1u << number % 32;
    }
    assert_int_equal(s.states.count, is_few ? 5 : 1);
    if (is_few) assert_int_equal(seen, 31);
    assert_int_equal(s.machine->found.incomplete.count, !is_few);
    stepper_end(&s);
  }
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(a_number_is_looked_up),
      cmocka_unit_test(an_index_in_bounds_has_its_range),
      cmocka_unit_test(an_index_that_may_leave_is_split),
      cmocka_unit_test(a_sum_does_not_wander_to_another_object),
      cmocka_unit_test(a_pointer_to_one_of_several_forks),
      cmocka_unit_test(a_stretch_of_bad_addresses_is_one_error),
      cmocka_unit_test(writing_to_a_constant_is_an_error_of_its_own),
      cmocka_unit_test(of_too_many_places_one_is_taken),
      cmocka_unit_test(few_numbers_are_all_followed),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}

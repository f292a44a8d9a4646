/* Where values are computed without unwritten bytes: by shape, and by trying all values. */
#include "stepper.h"

#include "../util/random.h"

#include "exec/defined.h"
#include "exec/uninitialised.h"
#include "memory/unwritten.h"

enum { UNWRITTEN_BYTES = 3 };

static struct expr *unwritten(struct stepper *s, unsigned number) {
  return unwritten_register(&s->machine->memory, 0, number, 0, 8);
}

static void begin(struct stepper *s) {
  stepper_begin(s);
  s->machine->memory.unwritten.mode = UNWRITTEN_ERROR;
}

static bool has_unwritten(struct stepper *s, struct expr *e) {
  return unwritten_concerns(&s->machine->memory, e);
}

/* The byte of a text that one of two merged paths has written. */
static void a_byte_of_one_path_is_its_value_on_that_path(void **state) {
  (void)state;
  struct stepper s;
  begin(&s);
  struct expr *is_long = stepper_is_below(&s, 10), *v = stepper_byte(&s, 65);
  struct expr *byte = expr_ite(s.exprs, is_long, v, unwritten(&s, 0));
  struct defined found = defined_find(s.machine, byte);
  assert_ptr_equal(found.condition, is_long);
  assert_ptr_equal(found.value, v);
  /* and the same behind another operation, from both sides */
  struct expr *other = expr_ite(s.exprs, is_long, unwritten(&s, 1), s.x);
  found = defined_find(s.machine, expr_add(s.exprs, other, s.x));
  assert_ptr_equal(found.condition, expr_not(s.exprs, is_long));
  assert_ptr_equal(found.value, expr_add(s.exprs, s.x, s.x));
  stepper_end(&s);
}

/* Words that were merged as a whole: each byte counts for itself. */
static void a_byte_of_a_word_does_not_need_the_others(void **state) {
  (void)state;
  struct stepper s;
  begin(&s);
  struct expr *is_long = stepper_is_below(&s, 10), *v = stepper_byte(&s, 65);
  struct expr *word = expr_ite(s.exprs, is_long, expr_concat(s.exprs, unwritten(&s, 0), s.x),
                               expr_concat(s.exprs, v, unwritten(&s, 1)));
  struct defined low = defined_find(s.machine, expr_extract(s.exprs, word, 0, 8));
  assert_ptr_equal(low.condition, is_long);
  assert_ptr_equal(low.value, s.x);
  struct defined high = defined_find(s.machine, expr_extract(s.exprs, word, 8, 8));
  assert_ptr_equal(high.condition, expr_not(s.exprs, is_long));
  assert_ptr_equal(high.value, v);
  stepper_end(&s);
}

/* One question for many values answers no as soon as one is not defined. */
static void several_values_are_defined_if_each_is(void **state) {
  (void)state;
  struct stepper s;
  struct state *below, *above;
  begin(&s);
  struct expr *list[] = {expr_ite(s.exprs, stepper_is_below(&s, 10), s.x, unwritten(&s, 0)), s.x,
                         expr_ite(s.exprs, stepper_is_below(&s, 20), s.x, unwritten(&s, 1)),
                         expr_ite(s.exprs, stepper_is_below(&s, 5), s.x, unwritten(&s, 2))};
  stepper_split(&s, stepper_is_below(&s, 8), &below, &above);
  stepper_be(&s, below);
  assert_true(uninitialised_are_defined(s.machine, list, 0));
  assert_true(uninitialised_are_defined(s.machine, list, 3));
  assert_false(uninitialised_are_defined(s.machine, list, 4));
  stepper_be(&s, above);
  assert_false(uninitialised_are_defined(s.machine, list, 3));
  stepper_end(&s);
}

static void a_false_side_decides_a_conjunction(void **state) {
  (void)state;
  struct stepper s;
  begin(&s);
  struct expr *is_long = stepper_is_below(&s, 10);
  struct expr *is_end = expr_eq(s.exprs, unwritten(&s, 0), stepper_byte(&s, 0));
  struct defined found = defined_find(s.machine, expr_and(s.exprs, is_long, is_end));
  assert_ptr_equal(found.condition, expr_not(s.exprs, is_long));
  found = defined_find(s.machine, expr_or(s.exprs, is_long, is_end));
  assert_ptr_equal(found.condition, is_long);
  assert_false(has_unwritten(&s, found.value));
  stepper_end(&s);
}

/* What the path implies: then the byte is gone from the value. */
static void a_value_that_the_path_defines_loses_its_unwritten_bytes(void **state) {
  (void)state;
  struct stepper s;
  struct state *below, *above;
  begin(&s);
  struct expr *even =
      expr_eq(s.exprs, expr_and(s.exprs, s.x, stepper_byte(&s, 1)), stepper_byte(&s, 0));
  struct expr *byte = expr_ite(s.exprs, even, s.x, unwritten(&s, 0)), *value = byte;
  assert_false(uninitialised_is_defined(s.machine, &value));
  assert_ptr_equal(value, byte);
  /* x * x is even if x is, which takes a solver to see. */
  struct expr *square = expr_mul(s.exprs, s.x, s.x);
  stepper_split(
      &s, expr_eq(s.exprs, expr_and(s.exprs, square, stepper_byte(&s, 1)), stepper_byte(&s, 0)),
      &below, &above);
  stepper_be(&s, below);
  assert_true(uninitialised_is_defined(s.machine, &value));
  assert_ptr_equal(value, s.x);
  value = byte;
  assert_true(uninitialised_check(s.machine, &value, "value"));
  assert_ptr_equal(value, s.x);
  stepper_be(&s, above);
  value = byte;
  assert_false(uninitialised_is_defined(s.machine, &value));
  stepper_end(&s);
}

/* ---- random values ---- */

static struct expr *random_value(struct stepper *s, struct random *random, unsigned depth);

static struct expr *random_bit(struct stepper *s, struct random *random, unsigned depth) {
  struct expr *a, *b;
  if (depth == 0) return stepper_is_below(s, random_below(random, STEPPER_VALUES));
  switch (random_below(random, 5)) {
  case 0:
  case 1:
    a = random_value(s, random, depth - 1);
    b = random_value(s, random, depth - 1);
    return random_chance(random, 50) ? expr_eq(s->exprs, a, b) : expr_ult(s->exprs, a, b);
  case 2: return expr_not(s->exprs, random_bit(s, random, depth - 1));
  default:
    a = random_bit(s, random, depth - 1);
    b = random_bit(s, random, depth - 1);
    return random_chance(random, 50) ? expr_and(s->exprs, a, b) : expr_or(s->exprs, a, b);
  }
}

/* A choice of two bytes, as words. */
static struct expr *random_word(struct stepper *s, struct random *random, unsigned depth) {
  struct expr *bytes[4];
  for (unsigned i = 0; i < 4; i++) bytes[i] = random_value(s, random, depth - 1);
  return expr_ite(s->exprs, random_bit(s, random, depth - 1),
                  expr_concat(s->exprs, bytes[0], bytes[1]),
                  expr_concat(s->exprs, bytes[2], bytes[3]));
}

static struct expr *random_value(struct stepper *s, struct random *random, unsigned depth) {
  struct expr *a, *b;
  switch (depth == 0 ? random_below(random, 3) : 3 + random_below(random, 6)) {
  case 0: return s->x;
  case 1: return unwritten(s, (unsigned)random_below(random, UNWRITTEN_BYTES));
  case 2: return stepper_byte(s, random_below(random, STEPPER_VALUES));
  case 3:
    a = random_value(s, random, depth - 1);
    return expr_add(s->exprs, a, random_value(s, random, depth - 1));
  case 4:
    a = random_value(s, random, depth - 1);
    return expr_and(s->exprs, a, random_value(s, random, depth - 1));
  case 5:
    return expr_extract(s->exprs, random_word(s, random, depth), random_below(random, 3) * 4, 8);
  default:
    a = random_value(s, random, depth - 1);
    b = random_value(s, random, depth - 1);
    return expr_ite(s->exprs, random_bit(s, random, depth - 1), a, b);
  }
}

static uint64_t evaluate(struct stepper *s, struct expr *e, unsigned x,
                         struct random *unwritten_by) {
  struct assignment *values = assignment_new();
  assignment_set(values, s->array->number, 0, x);
  for (unsigned i = 0; i < UNWRITTEN_BYTES; i++) {
    struct expr *byte = unwritten(s, i);
    uint64_t value = unwritten_by != NULL ? random_below(unwritten_by, STEPPER_VALUES) : 0;
    assignment_set(values, expr_array_of(s->exprs, byte)->number, expr_input_index(byte), value);
  }
  struct evaluator *evaluator = evaluator_new(s->exprs, values);
  uint64_t value = evaluator_value(evaluator, e);
  evaluator_free(evaluator);
  assignment_free(values);
  return value;
}

static void where_the_condition_holds_unwritten_bytes_do_not_matter(void **state) {
  (void)state;
  struct stepper s;
  struct random random = {11};
  unsigned holds = 0, fails = 0;
  begin(&s);
  for (unsigned round = 0; round < 400; round++) {
    struct expr *e = random_value(&s, &random, 4);
    struct defined found = defined_find(s.machine, e);
    assert_false(has_unwritten(&s, found.condition) || has_unwritten(&s, found.value));
    if (!has_unwritten(&s, e)) assert_ptr_equal(found.value, e);
    for (unsigned x = 0; x < STEPPER_VALUES; x += 5) {
      bool is_defined = evaluate(&s, found.condition, x, NULL);
      holds += is_defined && has_unwritten(&s, e);
      fails += !is_defined;
      for (unsigned k = 0; is_defined && k < 4; k++)
        assert_int_equal(evaluate(&s, e, x, &random), evaluate(&s, found.value, x, NULL));
    }
  }
  assert_true(holds > 1000 && fails > 1000);
  stepper_end(&s);
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(a_byte_of_one_path_is_its_value_on_that_path),
      cmocka_unit_test(a_byte_of_a_word_does_not_need_the_others),
      cmocka_unit_test(several_values_are_defined_if_each_is),
      cmocka_unit_test(a_false_side_decides_a_conjunction),
      cmocka_unit_test(a_value_that_the_path_defines_loses_its_unwritten_bytes),
      cmocka_unit_test(where_the_condition_holds_unwritten_bytes_do_not_matter)};
  return cmocka_run_group_tests(tests, NULL, NULL);
}

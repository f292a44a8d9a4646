/* Decisions: what the running path and its sibling are after each, for every value of the input. */
#include "stepper.h"

#include "../util/random.h"

#include "exec/decisions.h"

static void expect_incomplete(const struct stepper *s, const char *what) {
  assert_int_equal(s->machine->found.incomplete.count, what != NULL);
  if (what != NULL) assert_non_null(strstr(s->machine->found.incomplete.data[0].what, what));
}

/* Both sides are possible, so there is a state for each. */
static void an_open_condition_forks(void **state) {
  (void)state;
  struct stepper s;
  stepper_begin(&s);
  struct state *below, *above;
  stepper_split(&s, stepper_is_below(&s, 10), &below, &above);
  assert_int_equal(stepper_count(&s, below), 10);
  assert_int_equal(stepper_count(&s, above), STEPPER_VALUES - 10);
  for (unsigned x = 0; x < STEPPER_VALUES; x++)
    assert_int_equal(stepper_is_on(&s, below, x), x < 10);
  assert_true(stepper_witness(&s, below) < 10 && stepper_witness(&s, above) >= 10);
  assert_true(below->depth == 1 && above->depth == 1);
  assert_true(below->number != above->number);
  char *yes = decisions_text(below->decisions), *no = decisions_text(above->decisions);
  assert_string_equal(yes, "1");
  assert_string_equal(no, "0");
  free(yes);
  free(no);
  assert_int_equal(s.machine->counts.forks, 1);
  assert_int_equal(s.machine->counts.queries, 1); /* the witness knows the other side */
  stepper_end(&s);
}

/* Nothing is asked about constants, and nothing added for what the path implies. */
static void a_settled_condition_leaves_the_path_alone(void **state) {
  (void)state;
  struct stepper s;
  stepper_begin(&s);
  struct state *few, *many;
  assert_int_equal(decide(s.machine, expr_const(s.exprs, 1, 1)), DECIDE_TRUE);
  assert_int_equal(decide(s.machine, expr_const(s.exprs, 1, 0)), DECIDE_FALSE);
  assert_int_equal(s.machine->counts.queries, 0);
  /* x * x + x is even, which takes a solver to see. */
  struct expr *even = expr_add(s.exprs, expr_mul(s.exprs, s.x, s.x), s.x);
  assert_int_equal(decide(s.machine, expr_eq(s.exprs, even, stepper_byte(&s, 7))), DECIDE_FALSE);
  assert_int_equal(s.machine->counts.queries, 1);
  assert_null(s.machine->state->path);
  stepper_split(&s, stepper_is_below(&s, 5), &few, &many);
  stepper_be(&s, few);
  struct path_condition *path = few->path;
  assert_int_equal(decide(s.machine, stepper_is_below(&s, 10)), DECIDE_TRUE);
  assert_int_equal(decide(s.machine, stepper_is(&s, 77)), DECIDE_FALSE);
  assert_ptr_equal(few->path, path);
  assert_null(stepper_sibling(&s));
  stepper_end(&s);
}

/* The path on which the instruction is an error runs at once, if it is not the one that runs. */
static void the_sibling_with_the_error_is_urgent(void **state) {
  (void)state;
  for (int is_good = 0; is_good < 2; is_good++) {
    struct stepper s;
    stepper_begin(&s);
    struct expr *good = stepper_is(&s, 0); /* as the first witness has it */
    if (!is_good) good = expr_not(s.exprs, good);
    assert_int_equal(decide_good(s.machine, good), is_good ? DECIDE_TRUE : DECIDE_FALSE);
    struct state *sibling = stepper_sibling(&s);
    assert_int_equal(sibling->is_urgent, is_good);
    assert_false(s.machine->state->is_urgent);
    stepper_end(&s);
  }
}

static void a_restriction_moves_the_witness(void **state) {
  (void)state;
  struct stepper s;
  stepper_begin(&s);
  struct state *only = s.machine->state;
  assert_int_equal(decide_restrict(s.machine, stepper_is_below(&s, 200)), DECIDE_TRUE);
  assert_int_equal(s.machine->counts.queries, 0); /* the witness satisfies it */
  struct expr *above = expr_not(s.exprs, stepper_is_below(&s, 100));
  assert_int_equal(decide_restrict(s.machine, above), DECIDE_TRUE);
  assert_int_equal(stepper_count(&s, only), 100);
  assert_true(stepper_is_on(&s, only, stepper_witness(&s, only)));
  struct path_condition *path = only->path;
  assert_int_equal(decide_restrict(s.machine, stepper_is(&s, 7)), DECIDE_FALSE);
  assert_ptr_equal(only->path, path);
  assert_null(stepper_sibling(&s));
  stepper_end(&s);
}

static void a_preference_restricts_nothing(void **state) {
  (void)state;
  struct stepper s;
  stepper_begin(&s);
  struct state *only = s.machine->state;
  decide_prefer(s.machine, stepper_is(&s, 65));
  assert_int_equal(stepper_witness(&s, only), 65);
  assert_null(only->path);
  assert_int_equal(decide_restrict(s.machine, stepper_is_below(&s, 100)), DECIDE_TRUE);
  decide_prefer(s.machine, stepper_is(&s, 200)); /* impossible by now */
  assert_int_equal(stepper_witness(&s, only), 65);
  assert_int_equal(stepper_count(&s, only), 100);
  stepper_end(&s);
}

static void what_may_hold_has_an_input(void **state) {
  (void)state;
  struct stepper s;
  stepper_begin(&s);
  struct state *only = s.machine->state;
  assert_int_equal(decide_restrict(s.machine, stepper_is_below(&s, 100)), DECIDE_TRUE);
  unsigned before = stepper_witness(&s, only);
  struct witness *found = decide_find(s.machine, stepper_is(&s, 99));
  assert_non_null(found);
  assert_int_equal(assignment_get(found->values, s.array->number, 0), 99);
  witness_release(found);
  assert_null(decide_find(s.machine, stepper_is(&s, 100)));
  assert_null(decide_find(s.machine, expr_const(s.exprs, 1, 0)));
  assert_true(decide_may(s.machine, stepper_is(&s, 98)));
  assert_false(decide_may(s.machine, stepper_is(&s, 101)));
  assert_int_equal(stepper_witness(&s, only), before);
  assert_int_equal(stepper_count(&s, only), 100);
  stepper_end(&s);
}

/* ---- limits ---- */

static void the_depth_limit_cuts_the_path_off(void **state) {
  (void)state;
  struct stepper s;
  stepper_begin(&s);
  s.machine->limits.max_depth = 1;
  struct state *below, *above;
  stepper_split(&s, stepper_is_below(&s, 10), &below, &above);
  assert_int_equal(decide(s.machine, stepper_is(&s, stepper_witness(&s, s.machine->state))),
                   DECIDE_STOP);
  assert_int_equal(s.machine->event, EVENT_EARLY);
  assert_null(stepper_sibling(&s));
  stepper_end(&s);
}

/* One side is followed, and the run is no longer complete. */
static void without_forks_one_side_is_followed(void **state) {
  (void)state;
  for (int is_limit = 0; is_limit < 2; is_limit++) {
    struct stepper s;
    stepper_begin(&s);
    struct state *only = s.machine->state;
    if (is_limit) {
      s.machine->limits.max_forks = 1;
      s.machine->counts.forks = 1;
    } else {
      only->forks_not = true;
    }
    unsigned witness = stepper_witness(&s, only);
    assert_int_equal(decide(s.machine, stepper_is(&s, witness)), DECIDE_TRUE);
    assert_null(stepper_sibling(&s));
    assert_int_equal(stepper_count(&s, only), 1);
    expect_incomplete(&s, is_limit ? "--max-forks" : "klee_set_forking");
    stepper_end(&s);
  }
}

/* A path that is to be followed goes its way, starting the instruction over where the witness
   lies on the other side. */
static void a_given_path_is_followed(void **state) {
  (void)state;
  for (int side = 0; side < 2; side++) {
    struct stepper s;
    stepper_begin(&s);
    struct state *only = s.machine->state;
    unsigned witness = stepper_witness(&s, only);
    s.machine->limits.path = side ? "1" : "0";
    enum decision decision = decide(s.machine, stepper_is(&s, witness));
    assert_int_equal(decision, side ? DECIDE_TRUE : DECIDE_STOP);
    if (!side) assert_int_equal(s.machine->event, EVENT_CAREFUL);
    assert_null(stepper_sibling(&s));
    assert_int_equal(stepper_count(&s, only), side ? 1 : STEPPER_VALUES - 1);
    assert_true(stepper_is_on(&s, only, stepper_witness(&s, only)));
    assert_int_equal(decide(s.machine, stepper_is(&s, witness)), side ? DECIDE_TRUE : DECIDE_FALSE);
    assert_int_equal(only->depth, 1);
    stepper_end(&s);
  }
}

/* ---- numbers ---- */

static void one_number_stands_for_many_and_that_is_noted(void **state) {
  (void)state;
  struct stepper s;
  stepper_begin(&s);
  struct state *only = s.machine->state;
  uint64_t number;
  assert_int_equal(decide_restrict(s.machine, stepper_is_below(&s, 9)), DECIDE_TRUE);
  assert_true(decide_concrete(s.machine, s.x, "made concrete", &number));
  assert_int_equal(number, stepper_witness(&s, only));
  assert_int_equal(stepper_count(&s, only), 1);
  assert_true(stepper_is_on(&s, only, (unsigned)number));
  expect_incomplete(&s, "made concrete");
  assert_null(stepper_sibling(&s));
  /* Now it is one number, and nothing new is lost. */
  assert_true(decide_concrete(s.machine, s.x, "made concrete", &number));
  assert_int_equal(s.machine->found.incomplete.data[0].count, 1);
  stepper_end(&s);
}

/* What was merged parts again, and nothing is lost. */
static void a_choice_among_constants_forks(void **state) {
  (void)state;
  struct stepper s;
  stepper_begin(&s);
  struct expr *inner = expr_ite(s.exprs, stepper_is_below(&s, 3), expr_const(s.exprs, 32, 100),
                                expr_const(s.exprs, 32, 200));
  struct expr *value =
      expr_ite(s.exprs, stepper_is_below(&s, 100), inner, expr_const(s.exprs, 32, 300));
  unsigned seen[3] = {0};
  for (size_t i = 0; i < s.states.count; i++) {
    struct state *one = s.states.data[i];
    uint64_t number = 0;
    stepper_be(&s, one);
    while (!decide_concrete(s.machine, value, "made concrete", &number)) stepper_be(&s, one);
    while (s.machine->forked.count > 0) vec_push(&s.states, vec_pop(&s.machine->forked));
    for (unsigned x = 0; x < STEPPER_VALUES; x++)
      if (stepper_is_on(&s, one, x)) assert_int_equal(stepper_value(&s, value, x), number);
    assert_true(number % 100 == 0 && number >= 100 && number <= 300);
    seen[number / 100 - 1] += stepper_count(&s, one);
  }
  assert_true(seen[0] == 3 && seen[1] == 97 && seen[2] == 156);
  expect_incomplete(&s, NULL);
  stepper_end(&s);
}

/* ---- all of it ---- */

/* Whatever is decided, every value of the input is on exactly one path, in whose history it agrees
   with each decision. */
static void random_decisions_partition_the_inputs(void **state) {
  (void)state;
  enum { CONDITIONS = 6 };
  for (uint64_t seed = 0; seed < 30; seed++) {
    struct stepper s;
    stepper_begin(&s);
    struct random random = {seed};
    struct expr *conditions[CONDITIONS];
    for (int i = 0; i < CONDITIONS; i++) {
      struct expr *limit = stepper_byte(&s, random_below(&random, 256));
      struct expr *sum = expr_mul(s.exprs, s.x, stepper_byte(&s, random_below(&random, 8) + 1));
      conditions[i] =
          random_chance(&random, 50) ? expr_ult(s.exprs, sum, limit) : expr_eq(s.exprs, sum, limit);
    }
    unsigned owners[STEPPER_VALUES] = {0};
    unsigned begun[1 << CONDITIONS] = {0}; /* by place in the list: decisions made before */
    for (size_t i = 0; i < s.states.count; i++) {
      struct state *one = s.states.data[i];
      for (unsigned k = begun[i]; k < CONDITIONS; k++) {
        stepper_be(&s, one);
        bool is_true = decide(s.machine, conditions[k]) == DECIDE_TRUE;
        if (stepper_sibling(&s) != NULL) begun[s.states.count - 1] = k + 1;
        assert_int_equal(stepper_value(&s, conditions[k], stepper_witness(&s, one)), is_true);
      }
      for (unsigned x = 0; x < STEPPER_VALUES; x++) owners[x] += stepper_is_on(&s, one, x);
    }
    for (unsigned x = 0; x < STEPPER_VALUES; x++) assert_int_equal(owners[x], 1);
    stepper_end(&s);
  }
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(an_open_condition_forks),
      cmocka_unit_test(a_settled_condition_leaves_the_path_alone),
      cmocka_unit_test(the_sibling_with_the_error_is_urgent),
      cmocka_unit_test(a_restriction_moves_the_witness),
      cmocka_unit_test(a_preference_restricts_nothing),
      cmocka_unit_test(what_may_hold_has_an_input),
      cmocka_unit_test(the_depth_limit_cuts_the_path_off),
      cmocka_unit_test(without_forks_one_side_is_followed),
      cmocka_unit_test(a_given_path_is_followed),
      cmocka_unit_test(one_number_stands_for_many_and_that_is_noted),
      cmocka_unit_test(a_choice_among_constants_forks),
      cmocka_unit_test(random_decisions_partition_the_inputs),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}

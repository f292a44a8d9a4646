/* The single paths of a merged state: as many as went into it, each with its own condition and a
   witness, and fewer after a decision that only some of them allow. */
#include "../exec/stepper.h"

#include "reduce/merge/merge.h"
#include "reduce/merge/singles.h"

enum { MOST = 16 };

struct scene {
  struct stepper s;
  struct state *parts[MOST]; /* the paths before they were merged */
  struct singles *singles[MOST];
  size_t count;
};

/* Paths that the limits part: below the first, from there to below the second, and so on. */
static void begin(struct scene *t, const unsigned *limits, size_t count) {
  stepper_begin(&t->s);
  t->count = count + 1;
  for (size_t i = 0; i < count; i++) {
    struct state *rest;
    stepper_split(&t->s, stepper_is_below(&t->s, limits[i]), &t->parts[i], &rest);
    stepper_be(&t->s, rest);
    t->parts[i + 1] = rest;
  }
  for (size_t i = 0; i < t->count; i++) t->singles[i] = singles_new(t->parts[i]);
}

/* All into the last. */
static struct singles *merge_all(struct scene *t) {
  struct state *into = t->parts[t->count - 1];
  struct singles *all = t->singles[t->count - 1];
  struct merge_counts counts = {0};
  for (size_t i = t->count - 1; i-- > 0;) {
    assert_true(merge_states(t->s.machine, into, t->parts[i], &counts));
    singles_join(all, t->singles[i], into);
  }
  stepper_be(&t->s, into);
  return all;
}

static void end(struct scene *t) {
  for (size_t i = 0; i < t->count; i++) singles_free(t->singles[i]);
  stepper_end(&t->s);
}

/* How often each value of x is on one of the paths. */
static void count_owners(struct scene *t, const struct singles *singles, unsigned *owners) {
  struct state *state = state_fork(t->s.machine->state);
  memset(owners, 0, STEPPER_VALUES * sizeof *owners);
  for (size_t i = 0; i < singles_count(singles); i++) {
    singles_put(singles, i, state);
    assert_true(stepper_is_on(&t->s, state, stepper_witness(&t->s, state)));
    for (unsigned x = 0; x < STEPPER_VALUES; x++) owners[x] += stepper_is_on(&t->s, state, x);
  }
  state_free(&t->s.machine->memory, state);
}

static uint32_t depth_of_first(struct scene *t, const struct singles *singles) {
  struct state *state = state_fork(t->s.machine->state);
  singles_put(singles, 0, state);
  uint32_t depth = path_condition_depth(state->path);
  state_free(&t->s.machine->memory, state);
  return depth;
}

static void a_state_begins_as_one_path(void **state) {
  (void)state;
  struct scene t = {0};
  begin(&t, (unsigned[]){10}, 1);
  struct singles *copy = singles_copy(t.singles[0]);
  assert_int_equal(singles_count(t.singles[0]), 1);
  assert_int_equal(singles_count(copy), 1);
  singles_join(copy, t.singles[1], t.parts[0]);
  assert_int_equal(singles_count(copy), 2);
  assert_int_equal(singles_count(t.singles[0]), 1); /* nobody else's */
  singles_free(copy);
  end(&t);
}

static void merged_paths_are_all_there(void **state) {
  (void)state;
  struct scene t = {0};
  unsigned owners[STEPPER_VALUES];
  begin(&t, (unsigned[]){10, 50, 51, 200}, 4);
  struct singles *all = merge_all(&t);
  assert_int_equal(singles_count(all), 5);
  count_owners(&t, all, owners);
  for (unsigned x = 0; x < STEPPER_VALUES; x++) assert_int_equal(owners[x], 1);
  end(&t);
}

/* Paths that cannot have gone the way of a decision are left out; they went with the sibling. */
static void a_decision_leaves_out_paths(void **state) {
  (void)state;
  struct scene t = {0};
  unsigned owners[STEPPER_VALUES];
  begin(&t, (unsigned[]){10, 50, 51, 200}, 4);
  struct singles *all = merge_all(&t), *others = singles_copy(all);
  struct state *low, *high;
  stepper_split(&t.s, stepper_is_below(&t.s, 30), &low, &high);
  stepper_be(&t.s, low);
  singles_follow(t.s.machine, all, low);
  assert_int_equal(singles_count(all), 2); /* below 10, and of those below 50 */
  count_owners(&t, all, owners);
  for (unsigned x = 0; x < STEPPER_VALUES; x++) assert_int_equal(owners[x], x < 30);
  stepper_be(&t.s, high);
  singles_follow(t.s.machine, others, high);
  assert_int_equal(singles_count(others), 4);
  count_owners(&t, others, owners);
  for (unsigned x = 0; x < STEPPER_VALUES; x++) assert_int_equal(owners[x], x >= 30);
  /* Following again adds nothing. */
  uint32_t depth = depth_of_first(&t, others);
  singles_follow(t.s.machine, others, high);
  assert_int_equal(singles_count(others), 4);
  assert_int_equal(depth_of_first(&t, others), depth);
  singles_free(others);
  end(&t);
}

/* Merged, decided, and merged again: a path is one for every way through. */
static void paths_multiply_over_decisions(void **state) {
  (void)state;
  struct scene t = {0};
  unsigned owners[STEPPER_VALUES];
  begin(&t, (unsigned[]){100}, 1);
  struct singles *all = merge_all(&t), *others = singles_copy(all);
  struct expr *is_odd = expr_extract(t.s.exprs, t.s.x, 0, 1);
  struct state *odd, *even;
  struct merge_counts counts = {0};
  stepper_split(&t.s, is_odd, &odd, &even);
  singles_follow(t.s.machine, all, odd);
  singles_follow(t.s.machine, others, even);
  assert_true(merge_states(t.s.machine, odd, even, &counts));
  singles_join(all, others, odd);
  assert_int_equal(singles_count(all), 4);
  stepper_be(&t.s, odd);
  count_owners(&t, all, owners);
  for (unsigned x = 0; x < STEPPER_VALUES; x++) assert_int_equal(owners[x], 1);
  singles_free(others);
  end(&t);
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(a_state_begins_as_one_path),
      cmocka_unit_test(merged_paths_are_all_there),
      cmocka_unit_test(a_decision_leaves_out_paths),
      cmocka_unit_test(paths_multiply_over_decisions),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}

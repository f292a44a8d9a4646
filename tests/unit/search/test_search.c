/* Names, batching, and weights that fall while states wait. */
#include "world.h"

#include "search/strategy.h"
#include "search/weighted.h"

#include <math.h>

/* States without a program: strategies here look at nothing else. */
static struct state *new_states(size_t count) { return alloc_zeroed(count * sizeof(struct state)); }

static struct searcher *search_for(const char *const *names, size_t count, uint64_t batch,
                                   double seconds, char **error) {
  struct search_options options = {
      .names = names, .name_count = count, .batch_instructions = batch, .batch_seconds = seconds};
  return search_new(&options, error);
}

static void a_name_that_is_not_known_gets_the_list(void **unused) {
  (void)unused;
  static const char *const names[] = {"dfs", "deepest"}, *const cost[] = {"nurs:qc"};
  char *error = NULL;
  assert_null(search_for(names, 2, 0, 0, &error));
  assert_non_null(strstr(error, "'deepest'"));
  for (size_t i = 0; search_names[i].name != NULL; i++) {
    assert_non_null(strstr(error, search_names[i].name));
    assert_true(strlen(search_names[i].meaning) > 5);
  }
  free(error);
  assert_null(search_for(cost, 1, 0, 0, &error));
  assert_non_null(strstr(error, "solver time"));
  free(error);
}

static void every_name_makes_a_searcher_that_bears_it(void **unused) {
  (void)unused;
  for (size_t i = 0; search_names[i].name != NULL; i++) {
    char *error = NULL;
    struct searcher *searcher = search_for(&search_names[i].name, 1, 0, 0, &error);
    assert_non_null(searcher);
    assert_null(error);
    assert_string_equal(searcher->class->name, search_names[i].name);
    search_free(searcher);
  }
}

static void the_names_of_the_thesis_are_known(void **unused) {
  (void)unused;
  static const char *const names[][2] = {{"dfs", "dfs"},
                                         {"bfs", "bfs"},
                                         {"random", "random-state"},
                                         {"tree", "random-path"},
                                         {"coverage", "nurs:md2u"},
                                         {"klee", "interleaved"}};
  for (size_t i = 0; i < sizeof names / sizeof *names; i++) {
    char *error = NULL;
    struct searcher *searcher = search_for(&names[i][0], 1, 0, 0, &error);
    assert_non_null(searcher);
    assert_string_equal(searcher->class->name, names[i][1]);
    search_free(searcher);
  }
}

static void strategies_are_at_most_as_many_as_seats(void **unused) {
  (void)unused;
  static const char *const names[] = {"random-path", "dfs", "bfs", "nurs:rp", "dfs", "dfs"};
  char *error = NULL;
  struct searcher *searcher = search_for(names, 1 + LAYER_SEAT, 0, 0, &error);
  assert_non_null(searcher);
  search_free(searcher);
  assert_null(search_for(names, 2 + LAYER_SEAT, 0, 0, &error));
  assert_non_null(strstr(error, "too many"));
  free(error);
}

/* Breadth first, each pick followed by a fork, would change states each time. */
static void batches_last_for_their_instructions(void **unused) {
  (void)unused;
  static const char *const names[] = {"bfs"};
  char *error;
  struct state *states = new_states(4);
  struct searcher *searcher = search_for(names, 1, 100, 0, &error);
  searcher->class->add(searcher, &states[0], NULL);
  states[0].instructions = 50;
  assert_ptr_equal(searcher->class->pick(searcher), &states[0]);
  states[0].instructions = states[1].instructions = 149;
  searcher->class->add(searcher, &states[1], &states[0]);
  searcher->class->add(searcher, &states[2], &states[0]);
  /* The line is 1, 0, 2 now. */
  assert_ptr_equal(searcher->class->pick(searcher), &states[0]);
  states[0].instructions = 150;
  assert_ptr_equal(searcher->class->pick(searcher), &states[1]);
  states[1].instructions = 150;
  assert_ptr_equal(searcher->class->pick(searcher), &states[1]);
  /* A batch ends with its state. */
  searcher->class->remove(searcher, &states[1]);
  assert_ptr_equal(searcher->class->pick(searcher), &states[0]);
  /* That of another does not end it. */
  searcher->class->remove(searcher, &states[2]);
  assert_ptr_equal(searcher->class->pick(searcher), &states[0]);
  search_free(searcher);
  free(states);
}

/* Depth first, the first state would run until it ends. */
static void familiar_states_run_last(void **unused) {
  (void)unused;
  static const char *const names[] = {"dfs"};
  char *error;
  struct state *states = new_states(3);
  struct search_options options = {.names = names, .name_count = 1, .has_familiar = true};
  struct searcher *searcher = search_new(&options, &error);
  searcher->class->add(searcher, &states[0], NULL);
  states[2] = states[1] = states[0]; /* as forks are */
  searcher->class->add(searcher, &states[1], &states[0]);
  searcher->class->add(searcher, &states[2], &states[0]);
  assert_ptr_equal(searcher->class->pick(searcher), &states[0]);
  states[0].is_familiar = true;
  searcher->class->update(searcher, &states[0]);
  assert_ptr_equal(searcher->class->pick(searcher), &states[2]);
  states[2].is_familiar = true;
  searcher->class->update(searcher, &states[2]);
  assert_ptr_equal(searcher->class->pick(searcher), &states[1]);
  /* What is not familiar any more is as good as another. */
  states[0].is_familiar = false;
  searcher->class->update(searcher, &states[0]);
  assert_ptr_equal(searcher->class->pick(searcher), &states[0]);
  searcher->class->remove(searcher, &states[0]);
  assert_ptr_equal(searcher->class->pick(searcher), &states[1]);
  /* If only familiar ones are left, the inner strategy has its way. */
  searcher->class->remove(searcher, &states[1]);
  assert_ptr_equal(searcher->class->pick(searcher), &states[2]);
  search_free(searcher);
  free(states);
}

static void a_batch_ends_when_its_state_becomes_familiar(void **unused) {
  (void)unused;
  static const char *const names[] = {"dfs"};
  char *error;
  struct state *states = new_states(2);
  struct search_options options = {
      .names = names, .name_count = 1, .has_familiar = true, .batch_instructions = 100};
  struct searcher *searcher = search_new(&options, &error);
  searcher->class->add(searcher, &states[0], NULL);
  searcher->class->add(searcher, &states[1], &states[0]);
  assert_ptr_equal(searcher->class->pick(searcher), &states[0]);
  states[0].is_familiar = true;
  searcher->class->update(searcher, &states[0]);
  assert_ptr_equal(searcher->class->pick(searcher), &states[1]);
  search_free(searcher);
  free(states);
}

static void batches_last_for_their_seconds(void **unused) {
  (void)unused;
  static const char *const names[] = {"bfs"};
  char *error;
  for (int is_long = 0; is_long < 2; is_long++) {
    struct state *states = new_states(3);
    struct searcher *searcher = search_for(names, 1, 0, is_long ? 1e6 : 1e-9, &error);
    searcher->class->add(searcher, &states[0], NULL);
    assert_ptr_equal(searcher->class->pick(searcher), &states[0]);
    searcher->class->add(searcher, &states[1], &states[0]);
    searcher->class->add(searcher, &states[2], &states[0]);
    /* The line is 1, 0, 2 now. */
    assert_ptr_equal(searcher->class->pick(searcher), is_long ? &states[0] : &states[1]);
    search_free(searcher);
    free(states);
  }
}

/* Weights by hand: that of a state is weights[number]. */
struct weights {
  double *values;
  uint64_t version, weighed;
};

static double weigh(void *context, const struct state *state) {
  struct weights *weights = context;
  weights->weighed++;
  return weights->values[state->number];
}

static uint64_t version(const void *context) { return ((const struct weights *)context)->version; }

static const struct weighing by_hand = {.name = "by hand", .weigh = weigh, .version = version};

/* The very first pick after weights have fallen unnoticed follows the weights of now. */
static void weights_that_fell_unnoticed_do_not_count(void **unused) {
  (void)unused;
  enum { STATES = 6, TRIALS = 30000 };
  static const double then[STATES] = {1, 1, 1, 0.5, 0.25, 1e-3};
  static const double now[STATES] = {1e-3, 1, 0.1, 0.5, 1e-6, 1e-3};
  struct state *states = new_states(STATES);
  uint32_t counts[STATES] = {0};
  double total = 0, values[STATES];
  for (int i = 0; i < STATES; i++) total += now[i];
  for (uint64_t trial = 0; trial < TRIALS; trial++) {
    struct weights weights = {.values = values};
    struct strategy_setup setup = {.random = random_source_new(trial, 5), .seat = 2};
    struct searcher *searcher = weighted_new(&setup, &by_hand, &weights);
    memcpy(values, then, sizeof values);
    for (int i = 0; i < STATES; i++) {
      states[i].number = (uint64_t)i;
      searcher->class->add(searcher, &states[i], i == 0 ? NULL : &states[0]);
    }
    searcher->class->pick(searcher); /* weighs them */
    memcpy(values, now, sizeof values);
    weights.version++;
    counts[searcher->class->pick(searcher)->number]++;
    search_free(searcher);
  }
  for (int i = 0; i < STATES; i++) {
    double expected = TRIALS * now[i] / total;
    assert_true(fabs(counts[i] - expected) < 5 * sqrt(expected) + 2);
  }
  free(states);
}

/* When the weights of very many have collapsed, a pick still ends soon. */
static void a_pick_is_cheap_after_a_collapse(void **unused) {
  (void)unused;
  enum { STATES = 20000 };
  struct state *states = new_states(STATES);
  double *values = alloc_bytes(STATES * sizeof *values);
  struct weights weights = {.values = values};
  struct strategy_setup setup = {.random = random_source_new(1, 1)};
  struct searcher *searcher = weighted_new(&setup, &by_hand, &weights);
  for (size_t i = 0; i < STATES; i++) {
    values[i] = 1;
    states[i].number = i;
    searcher->class->add(searcher, &states[i], NULL);
  }
  searcher->class->pick(searcher); /* weighs them */
  for (size_t i = 0; i < STATES; i++) values[i] = 1e-8;
  weights.version++;
  weights.weighed = 0;
  searcher->class->pick(searcher);
  assert_true(weights.weighed > 1 && weights.weighed < 100);
  search_free(searcher);
  free(states);
  free(values);
}

/* Where a reducer picks the states, the search weighs none; the first draw weighs those that are
   left, wherever removals have moved them. */
static void states_are_weighed_at_the_next_draw(void **unused) {
  (void)unused;
  enum { STATES = 1000, LEFT = 10 };
  struct state *states = new_states(STATES);
  double values[STATES];
  struct weights weights = {.values = values};
  struct strategy_setup setup = {.random = random_source_new(1, 1)};
  struct searcher *searcher = weighted_new(&setup, &by_hand, &weights);
  for (size_t i = 0; i < STATES; i++) {
    values[i] = i == STATES - 1 ? 1e9 : 1;
    states[i].number = i;
    searcher->class->add(searcher, &states[i], NULL);
  }
  for (size_t i = 0; i < STATES; i++) searcher->class->update(searcher, &states[i]);
  for (size_t i = 0; i < STATES - LEFT; i++) searcher->class->remove(searcher, &states[i]);
  assert_int_equal(weights.weighed, 0);
  assert_ptr_equal(searcher->class->pick(searcher), &states[STATES - 1]);
  assert_int_equal(weights.weighed, LEFT);
  search_free(searcher);
  free(states);
}

static void a_state_alone_is_not_weighed(void **unused) {
  (void)unused;
  struct state *states = new_states(2);
  double values[2] = {1, 3};
  struct weights weights = {.values = values};
  struct strategy_setup setup = {.random = random_source_new(1, 1)};
  struct searcher *searcher = weighted_new(&setup, &by_hand, &weights);
  states[1].number = 1;
  searcher->class->add(searcher, &states[0], NULL);
  for (int i = 0; i < 10; i++) {
    assert_ptr_equal(searcher->class->pick(searcher), &states[0]);
    searcher->class->update(searcher, &states[0]);
  }
  assert_int_equal(weights.weighed, 0);
  /* Its weight counts as soon as there is another, as it is then. */
  values[0] = 1e6;
  searcher->class->add(searcher, &states[1], &states[0]);
  uint32_t first = 0;
  for (int i = 0; i < 100; i++) first += searcher->class->pick(searcher) == &states[0];
  assert_true(first > 97);
  search_free(searcher);
  free(states);
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(a_name_that_is_not_known_gets_the_list),
      cmocka_unit_test(every_name_makes_a_searcher_that_bears_it),
      cmocka_unit_test(the_names_of_the_thesis_are_known),
      cmocka_unit_test(strategies_are_at_most_as_many_as_seats),
      cmocka_unit_test(batches_last_for_their_instructions),
      cmocka_unit_test(batches_last_for_their_seconds),
      cmocka_unit_test(familiar_states_run_last),
      cmocka_unit_test(a_batch_ends_when_its_state_becomes_familiar),
      cmocka_unit_test(weights_that_fell_unnoticed_do_not_count),
      cmocka_unit_test(a_pick_is_cheap_after_a_collapse),
      cmocka_unit_test(states_are_weighed_at_the_next_draw),
      cmocka_unit_test(a_state_alone_is_not_weighed),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}

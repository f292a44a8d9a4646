/* Phases of a search and of an exploration that merges: whose turn it is. */
#include "exec/explore/exploration.h"
#include "exec/explore/phases.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

enum { PATIENCE = 1000, STEP = 10 };

struct scene {
  struct exploration search, other;
  struct exploration *list[2], *turn;
  struct phases phases;
  uint64_t covered;
};

static void begin(struct scene *scene) {
  *scene = (struct scene){0};
  scene->search.phase = scene->other.phase = EXPLORATION_RUNNING;
  scene->list[0] = scene->turn = &scene->search;
  scene->list[1] = &scene->other;
  phases_begin(&scene->phases, PATIENCE);
}

static void step(struct scene *scene) {
  scene->turn->total_work += STEP;
  scene->turn = phases_choose(&scene->phases, scene->list, scene->turn, scene->covered);
}

/* The work until the turn changes. */
static uint64_t work_in_turn(struct scene *scene) {
  struct exploration *turn = scene->turn;
  uint64_t begun = turn->total_work;
  while (scene->turn == turn) step(scene);
  return turn->total_work - begun;
}

static void test_the_search_goes_on_while_it_covers_something(void **state) {
  (void)state;
  struct scene scene;
  begin(&scene);
  for (int i = 0; i < 100000; i++) {
    scene.covered += i % 50 == 0;
    step(&scene);
    assert_ptr_equal(scene.turn, &scene.search);
  }
  uint64_t mark = scene.search.total_work - 49 * STEP, end = mark + PATIENCE + mark / 8;
  work_in_turn(&scene);
  assert_true(scene.search.total_work >= end && scene.search.total_work < end + STEP);
}

static void test_the_first_phase_is_long_enough_for_small_programs(void **state) {
  (void)state;
  struct scene scene;
  begin(&scene);
  assert_int_equal(work_in_turn(&scene), 32 * PATIENCE);
}

static void test_the_other_gets_twice_as_much_each_time(void **state) {
  (void)state;
  struct scene scene;
  begin(&scene);
  for (int i = 0; i < 10; i++) {
    uint64_t searched = work_in_turn(&scene);
    assert_ptr_equal(scene.turn, &scene.other);
    assert_int_equal(work_in_turn(&scene), (i < 4 ? 1 << i : 16) * searched);
  }
  assert_true(scene.search.total_work >= 10 * PATIENCE);
}

static void test_what_the_other_covers_is_not_of_the_search(void **state) {
  (void)state;
  struct scene scene;
  begin(&scene);
  uint64_t first = work_in_turn(&scene);
  while (scene.turn == &scene.other) {
    scene.covered++;
    step(&scene);
  }
  uint64_t expected = PATIENCE + first / 8;
  uint64_t second = work_in_turn(&scene);
  assert_true(second >= expected && second < expected + STEP);
}

static void test_without_the_other_the_search_goes_on(void **state) {
  (void)state;
  static const enum exploration_phase phases[] = {EXPLORATION_TO_COME, EXPLORATION_GIVEN_UP};
  for (int i = 0; i < 2; i++) {
    struct scene scene;
    begin(&scene);
    scene.other.phase = phases[i];
    while (scene.phases.is_search) step(&scene);
    for (int k = 0; k < 1000; k++) step(&scene);
    assert_ptr_equal(scene.turn, &scene.search);
    assert_int_equal(scene.other.total_work, 0);
  }
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(test_the_search_goes_on_while_it_covers_something),
      cmocka_unit_test(test_the_first_phase_is_long_enough_for_small_programs),
      cmocka_unit_test(test_the_other_gets_twice_as_much_each_time),
      cmocka_unit_test(test_what_the_other_covers_is_not_of_the_search),
      cmocka_unit_test(test_without_the_other_the_search_goes_on),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}

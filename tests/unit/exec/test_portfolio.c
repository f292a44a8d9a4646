/* Whose turn it is when a program is explored several times at once: the shares of the work, when
   another exploration begins, and when the run is over. */
#include "exec/explore/exploration.h"
#include "exec/explore/portfolio.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

enum { MOST = 3 };

struct scene {
  struct exploration explorations[MOST];
  struct exploration *list[MOST];
  struct portfolio portfolio;
  uint64_t done;
};

/* All run, with these shares of the work; a share of 0 ends the list. */
static void begin(struct scene *scene, const uint32_t *parts) {
  *scene = (struct scene){0};
  for (size_t i = 0; i < MOST && parts[i] != 0; i++) {
    scene->explorations[i] = (struct exploration){
        .parts = parts[i], .number = (uint32_t)i, .alive = 2, .phase = EXPLORATION_RUNNING};
    scene->list[i] = &scene->explorations[i];
    scene->portfolio.count++;
  }
  scene->portfolio.list = scene->list;
  scene->portfolio.turn = scene->list[0];
}

static void work(struct scene *scene, uint64_t amount) {
  scene->done += amount;
  portfolio_charge(&scene->portfolio, scene->done);
}

static void test_alone_it_is_always_the_first_ones_turn(void **state) {
  (void)state;
  struct scene scene;
  begin(&scene, (uint32_t[MOST]){1});
  work(&scene, (uint64_t)1 << 30);
  portfolio_choose(&scene.portfolio, 0);
  assert_ptr_equal(scene.portfolio.turn, scene.list[0]);
  begin(&scene, (uint32_t[MOST]){9, 1});
  scene.portfolio.turn = scene.list[1];
  scene.list[1]->phase = EXPLORATION_GIVEN_UP;
  scene.list[0]->work = (uint64_t)1 << 40;
  portfolio_choose(&scene.portfolio, 0);
  assert_ptr_equal(scene.portfolio.turn, scene.list[0]);
}

/* Works in steps of any size, as the portfolio chooses. */
static void work_up_to(struct scene *scene, uint64_t total, uint64_t step) {
  while (scene->done < total) {
    portfolio_choose(&scene->portfolio, 0);
    work(scene, step);
  }
}

static void test_each_gets_its_share_of_the_work(void **state) {
  (void)state;
  uint64_t total = (uint64_t)1 << 30;
  static const uint32_t shares[][MOST] = {{9, 1}, {1, 1, 1}, {5, 3, 2}};
  for (size_t i = 0; i < sizeof shares / sizeof *shares; i++)
    for (uint64_t step = 1 << 10; step <= 1 << 18; step <<= 4) {
      struct scene scene;
      begin(&scene, shares[i]);
      work_up_to(&scene, total, step);
      uint32_t all = shares[i][0] + shares[i][1] + shares[i][2];
      for (size_t k = 0; k < scene.portfolio.count; k++) {
        double wanted = (double)total * shares[i][k] / all;
        assert_true((double)scene.list[k]->work > 0.95 * wanted);
        assert_true((double)scene.list[k]->work < 1.05 * wanted);
      }
    }
}

static void test_turns_do_not_change_after_every_step(void **state) {
  (void)state;
  struct scene scene;
  begin(&scene, (uint32_t[MOST]){9, 1});
  unsigned changes = 0;
  for (unsigned i = 0; i < 100000; i++) {
    const struct exploration *before = scene.portfolio.turn;
    portfolio_choose(&scene.portfolio, 0);
    changes += scene.portfolio.turn != before;
    work(&scene, 1000);
  }
  assert_true(changes > 10 && changes < 100);
}

static void test_another_begins_when_it_is_due_and_something_has_forked(void **state) {
  (void)state;
  struct scene scene;
  begin(&scene, (uint32_t[MOST]){9, 1, 1});
  for (size_t i = 1; i < MOST; i++) {
    scene.list[i]->phase = EXPLORATION_TO_COME;
    scene.list[i]->after = 1000 * i;
  }
  work(&scene, 999);
  assert_null(portfolio_find_due(&scene.portfolio));
  work(&scene, 1);
  assert_ptr_equal(portfolio_find_due(&scene.portfolio), scene.list[1]);
  scene.list[0]->alive = 1; /* nothing has forked: there is nothing to merge */
  assert_null(portfolio_find_due(&scene.portfolio));
  scene.list[0]->alive = 2;
  scene.list[1]->phase = EXPLORATION_RUNNING;
  portfolio_begin_rounds(&scene.portfolio);
  assert_null(portfolio_find_due(&scene.portfolio));
  work(&scene, 1000); /* counted from the run's start */
  assert_ptr_equal(portfolio_find_due(&scene.portfolio), scene.list[2]);
  scene.list[2]->phase = EXPLORATION_GIVEN_UP;
  assert_null(portfolio_find_due(&scene.portfolio));
}

static void test_the_first_turn_of_another_comes_at_once(void **state) {
  (void)state;
  struct scene scene;
  begin(&scene, (uint32_t[MOST]){9, 1});
  portfolio_begin_rounds(&scene.portfolio);
  work(&scene, 10);
  portfolio_choose(&scene.portfolio, 0);
  assert_ptr_equal(scene.portfolio.turn, scene.list[1]);
}

/* Rounds of work, as the portfolio chooses, that leave the second with so many states, and dropped
   paths; returns its parts. */
static uint32_t parts_after(struct scene *scene, int rounds, size_t alive, bool ends) {
  struct exploration *second = scene->list[1];
  for (int i = 0; i < rounds; i++) {
    uint64_t length = scene->portfolio.round_length;
    while (scene->portfolio.round_length == length) {
      portfolio_choose(&scene->portfolio, 0);
      work(scene, 1 << 16);
      second->alive = alive;
      if (ends) second->paths.dropped[DROP_MERGED]++;
      portfolio_judge(&scene->portfolio);
    }
    alive *= 3; /* if there are many at all */
  }
  return second->parts;
}

static void begin_equal(struct scene *scene) {
  begin(scene, (uint32_t[MOST]){16, 16});
  scene->list[1]->full_parts = 16;
  portfolio_begin_rounds(&scene->portfolio);
}

static void test_one_whose_states_pile_up_gets_less(void **state) {
  (void)state;
  struct scene scene;
  begin_equal(&scene);
  assert_int_equal(parts_after(&scene, 1, 1000, true), 8);
  assert_int_equal(parts_after(&scene, 6, 3000, true), 1);
  assert_int_equal(scene.list[0]->parts, 16);
  assert_int_equal(parts_after(&scene, 1, 500, true), 2); /* it has recovered */
  assert_int_equal(parts_after(&scene, 1, 400, true), 4);
}

static void test_few_states_are_no_pile(void **state) {
  (void)state;
  struct scene scene;
  begin_equal(&scene);
  assert_int_equal(parts_after(&scene, 4, 3, true), 16);
}

static void test_one_that_ends_nothing_for_long_gets_less(void **state) {
  (void)state;
  struct scene scene;
  begin_equal(&scene);
  for (int i = 0; i < 3; i++) assert_int_equal(parts_after(&scene, 1, 2, false), 16);
  assert_int_equal(parts_after(&scene, 1, 2, false), 8);
  for (int i = 0; i < 5; i++) parts_after(&scene, 1, 2, false);
  assert_int_equal(scene.list[1]->parts, 4);
}

static void test_one_that_drops_states_or_finds_something_is_not_idle(void **state) {
  (void)state;
  struct scene scene;
  begin_equal(&scene);
  for (uint64_t i = 1; i < 12; i++) {
    scene.list[1]->paths.dropped[DROP_NO_ERROR]++;
    assert_int_equal(parts_after(&scene, 1, 2, false), 16);
  }
  for (uint64_t i = 1; i < 12; i++) {
    scene.portfolio.turn = scene.list[1];
    portfolio_credit(&scene.portfolio, i);
    assert_int_equal(parts_after(&scene, 1, 2, false), 16);
  }
  assert_int_equal(scene.list[1]->found, 11);
  assert_int_equal(scene.list[0]->found, 0);
}

static void test_one_whose_reducer_drops_nothing_gets_less(void **state) {
  (void)state;
  struct scene scene;
  begin_equal(&scene);
  scene.list[1]->paths.exited = 63;
  scene.list[1]->paths.dropped[DROP_NO_ERROR] = 4;
  assert_int_equal(parts_after(&scene, 1, 2, false), 16);
  scene.list[1]->paths.exited = 64;
  assert_int_equal(parts_after(&scene, 1, 2, false), 16); /* one in 16 */
  scene.list[1]->paths.exited = 100;
  assert_int_equal(parts_after(&scene, 1, 2, false), 8);
  scene.list[1]->paths.dropped[DROP_NO_ERROR] = 30;
  assert_int_equal(parts_after(&scene, 1, 1, false), 16);
}

static void test_one_that_is_far_ahead_gets_more(void **state) {
  (void)state;
  struct scene scene;
  begin_equal(&scene);
  scene.list[0]->alive = 100;
  scene.list[0]->paths.exited = 900;
  scene.list[1]->paths.finished_multiplicity = 16 * 1000;
  assert_int_equal(parts_after(&scene, 1, 50, true), 16);
  scene.list[1]->paths.finished_multiplicity++;
  assert_int_equal(parts_after(&scene, 1, 50, true), 32);
  assert_int_equal(parts_after(&scene, 1, 50, true), 32);
  assert_int_equal(scene.list[0]->parts, 16);
  assert_int_equal(parts_after(&scene, 1, 100, true), 16); /* as many states as single paths */
  scene.list[0]->found += 5;                               /* much of what they have covered */
  assert_int_equal(parts_after(&scene, 1, 50, true), 16);
  assert_int_equal(parts_after(&scene, 1, 50, true), 32);
}

static void test_single_paths_have_more_while_they_cover(void **state) {
  (void)state;
  struct scene scene;
  begin_equal(&scene);
  struct exploration *first = scene.list[0];
  first->full_parts = 16;
  parts_after(&scene, 3, 2, true);
  assert_int_equal(first->parts, 16); /* coverage is not the goal */
  first->is_for_coverage = true;
  parts_after(&scene, 1, 2, true);
  assert_int_equal(first->parts, 8);
  parts_after(&scene, 5, 2, true);
  assert_int_equal(first->parts, 4);
  for (int i = 0; i < 10; i++) {
    first->found++;
    parts_after(&scene, 1, 2, true);
  }
  assert_int_equal(first->parts, 128);
}

static void test_what_one_had_beyond_its_share_counts_in_the_next_round(void **state) {
  (void)state;
  struct scene scene;
  begin_equal(&scene);
  uint64_t length = scene.portfolio.round_length;
  scene.portfolio.turn = scene.list[1];
  work(&scene, 5 * length); /* a proof, which nothing interrupts */
  portfolio_judge(&scene.portfolio);
  assert_int_equal(scene.portfolio.round_length, 2 * length);
  assert_true(scene.list[1]->work > 2 * length);
  work_up_to(&scene, scene.done + 2 * length, 1 << 16);
  assert_true(scene.list[0]->work > length);
  assert_ptr_equal(scene.portfolio.turn, scene.list[0]);
}

static void test_the_one_with_least_hope_is_given_up(void **state) {
  (void)state;
  struct scene scene;
  begin(&scene, (uint32_t[MOST]){16, 16, 4});
  for (size_t i = 0; i < MOST; i++) scene.list[i]->full_parts = scene.list[i]->parts;
  scene.list[0]->alive = 1000;
  scene.list[1]->alive = 200;
  scene.list[2]->alive = 100;
  assert_null(portfolio_find_dispensable(&scene.portfolio)); /* both may finish */
  scene.list[2]->alive = 600;
  assert_ptr_equal(portfolio_find_dispensable(&scene.portfolio), scene.list[2]);
  scene.list[1]->alive = 700;
  assert_ptr_equal(portfolio_find_dispensable(&scene.portfolio), scene.list[1]);
  scene.list[2]->parts = 2; /* it came to nothing for some rounds */
  assert_ptr_equal(portfolio_find_dispensable(&scene.portfolio), scene.list[2]);
  scene.list[2]->phase = EXPLORATION_GIVEN_UP;
  assert_ptr_equal(portfolio_find_dispensable(&scene.portfolio), scene.list[1]);
  scene.list[1]->alive = 20;
  assert_null(portfolio_find_dispensable(&scene.portfolio));
  scene.list[0]->alive = 1; /* there is nothing else to cut off */
  assert_ptr_equal(portfolio_find_dispensable(&scene.portfolio), scene.list[1]);
}

static void test_rounds_double(void **state) {
  (void)state;
  struct scene scene;
  begin_equal(&scene);
  uint64_t first = scene.portfolio.round_length;
  parts_after(&scene, 5, 2, true);
  assert_int_equal(scene.portfolio.round_length, first << 5);
}

static void test_one_that_finishes_ends_the_run(void **state) {
  (void)state;
  struct scene scene;
  begin(&scene, (uint32_t[MOST]){9, 1});
  assert_null(portfolio_find_finished(&scene.portfolio));
  scene.list[1]->alive = 0;
  assert_ptr_equal(portfolio_find_finished(&scene.portfolio), scene.list[1]);
  scene.list[1]->is_in_vain = true; /* it is going to be given up */
  assert_null(portfolio_find_finished(&scene.portfolio));
  scene.list[1]->is_in_vain = false;
  scene.list[1]->phase = EXPLORATION_GIVEN_UP; /* it has not seen all paths */
  assert_null(portfolio_find_finished(&scene.portfolio));
  scene.list[1]->phase = EXPLORATION_TO_COME;
  assert_null(portfolio_find_finished(&scene.portfolio));
  scene.list[0]->alive = 0;
  assert_ptr_equal(portfolio_find_finished(&scene.portfolio), scene.list[0]);
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(test_alone_it_is_always_the_first_ones_turn),
      cmocka_unit_test(test_each_gets_its_share_of_the_work),
      cmocka_unit_test(test_turns_do_not_change_after_every_step),
      cmocka_unit_test(test_another_begins_when_it_is_due_and_something_has_forked),
      cmocka_unit_test(test_the_first_turn_of_another_comes_at_once),
      cmocka_unit_test(test_one_whose_states_pile_up_gets_less),
      cmocka_unit_test(test_few_states_are_no_pile),
      cmocka_unit_test(test_one_that_ends_nothing_for_long_gets_less),
      cmocka_unit_test(test_one_that_drops_states_or_finds_something_is_not_idle),
      cmocka_unit_test(test_one_whose_reducer_drops_nothing_gets_less),
      cmocka_unit_test(test_one_that_is_far_ahead_gets_more),
      cmocka_unit_test(test_single_paths_have_more_while_they_cover),
      cmocka_unit_test(test_what_one_had_beyond_its_share_counts_in_the_next_round),
      cmocka_unit_test(test_the_one_with_least_hope_is_given_up),
      cmocka_unit_test(test_rounds_double),
      cmocka_unit_test(test_one_that_finishes_ends_the_run),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}

/* Whose turn it is when a program is explored twice at once: the shares of the work, when the
   second side begins, and when the run is through. */
#include "exec/explore/explore.h"
#include "exec/explore/sides.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

static struct sides running(uint64_t first, uint64_t beside, unsigned turn) {
  return (struct sides){.list = {{.alive = 2, .work = first}, {.alive = 2, .work = beside}},
                        .beside = BESIDE_RUNNING,
                        .turn = turn};
}

static void test_alone_it_is_always_the_first_ones_turn(void **state) {
  (void)state;
  struct sides sides = {.list = {{.alive = 1}}, .turn = SIDE_FIRST};
  sides_choose(&sides);
  assert_true(sides.turn == SIDE_FIRST);
  sides = running((uint64_t)1 << 40, 0, SIDE_BESIDE);
  sides.beside = BESIDE_GIVEN_UP;
  sides_choose(&sides);
  assert_true(sides.turn == SIDE_FIRST);
}

/* Whoever does as it is told, in steps of any size. */
static double share_after(uint64_t begun_at, uint64_t total, uint64_t step) {
  struct sides sides = running(begun_at, 0, SIDE_FIRST);
  while (sides.list[0].work + sides.list[1].work < total) {
    sides_choose(&sides);
    sides.list[sides.turn].work += step;
  }
  return (double)sides.list[SIDE_BESIDE].work / (double)total;
}

static void test_the_reducers_side_gets_its_part_of_the_work(void **state) {
  (void)state;
  for (uint64_t step = 1 << 10; step <= 1 << 18; step <<= 4) {
    double share = share_after((uint64_t)1 << 25, (uint64_t)1 << 30, step);
    assert_true(share > 0.99 / SIDE_PARTS && share < 1.05 / SIDE_PARTS);
  }
}

static void test_sides_do_not_change_after_every_step(void **state) {
  (void)state;
  struct sides sides = running((uint64_t)1 << 30, 0, SIDE_FIRST);
  unsigned changes = 0;
  for (unsigned i = 0; i < 100000; i++) {
    unsigned before = sides.turn;
    sides_choose(&sides);
    changes += sides.turn != before;
    sides.list[sides.turn].work += 1000;
  }
  assert_true(changes < 100);
}

static void test_it_begins_when_there_is_much_to_do(void **state) {
  (void)state;
  struct explore_beside beside = {.after = 1000};
  struct sides sides = {.list = {{.alive = 2, .work = 1000}}, .beside = BESIDE_TO_COME};
  assert_true(sides_is_due(&sides, &beside));
  sides.list[SIDE_FIRST].work = 999;
  assert_true(!sides_is_due(&sides, &beside));
  sides.list[SIDE_FIRST].work = 5000;
  sides.list[SIDE_FIRST].alive = 1; /* nothing has forked: there is nothing to merge */
  assert_true(!sides_is_due(&sides, &beside));
  sides.list[SIDE_FIRST].alive = 2;
  sides.beside = BESIDE_GIVEN_UP;
  assert_true(!sides_is_due(&sides, &beside));
}

static void test_one_side_that_is_through_ends_it(void **state) {
  (void)state;
  struct sides sides = running(1, 1, SIDE_FIRST);
  assert_true(!sides_is_through(&sides));
  sides.list[SIDE_BESIDE].alive = 0;
  assert_true(sides_is_through(&sides));
  sides.beside = BESIDE_GIVEN_UP; /* it has not seen all paths */
  assert_true(!sides_is_through(&sides));
  sides.list[SIDE_FIRST].alive = 0;
  assert_true(sides_is_through(&sides));
  sides = (struct sides){.list = {{.alive = 1}}, .beside = BESIDE_TO_COME};
  assert_true(!sides_is_through(&sides));
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(test_alone_it_is_always_the_first_ones_turn),
      cmocka_unit_test(test_the_reducers_side_gets_its_part_of_the_work),
      cmocka_unit_test(test_sides_do_not_change_after_every_step),
      cmocka_unit_test(test_it_begins_when_there_is_much_to_do),
      cmocka_unit_test(test_one_side_that_is_through_ends_it),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}

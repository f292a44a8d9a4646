/* States that wait: who is next, and how much of the work is left to the others. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>

#include <cmocka.h>

#include "exec/explore/exploration.h"
#include "exec/explore/fork_tree.h"
#include "exec/explore/put_off.h"

enum { STATES = 40 };

struct rig {
  struct exploration exploration;
  struct state states[STATES];
};

/* All states are alive and held. */
static void set_up(struct rig *rig) {
  *rig = (struct rig){0};
  rig->exploration.alive = STATES;
  rig->exploration.forks = fork_tree_new(&rig->states[0]);
  for (size_t i = 1; i < STATES; i++) fork_tree_split(&rig->states[i - 1], &rig->states[i]);
}

static void tear_down(struct rig *rig) {
  for (size_t i = 0; i < STATES; i++)
    rig->exploration.forks = fork_tree_remove(rig->exploration.forks, &rig->states[i]);
  put_off_clear(&rig->exploration.put_off);
}

static void what_has_had_least_is_tried_first_and_in_order(void **state) {
  struct rig rig;
  (void)state;
  set_up(&rig);
  for (size_t i = 0; i < STATES; i++) {
    rig.states[i].patience = (uint8_t)(i * 7 % 5);
    put_off_add(&rig.exploration, &rig.states[i]);
  }
  assert_int_equal(put_off_count_held(&rig.exploration), 0);
  const struct state *before = NULL;
  for (size_t i = 0; i < STATES; i++) {
    const struct state *next = put_off_take_unanswered(&rig.exploration, false);
    assert_non_null(next);
    assert_true(before == NULL || before->patience < next->patience ||
                (before->patience == next->patience && before < next));
    before = next;
    rig.exploration.alive--; /* it ends */
  }
  assert_null(put_off_take_unanswered(&rig.exploration, false));
  tear_down(&rig);
}

static void an_attempt_is_made_when_due_or_nobody_else_can_run(void **state) {
  struct rig rig;
  (void)state;
  set_up(&rig);
  assert_null(put_off_take_unanswered(&rig.exploration, true));
  put_off_add(&rig.exploration, &rig.states[3]);
  assert_null(put_off_take_unanswered(&rig.exploration, false));
  assert_false(put_off_has_only_unanswered(&rig.exploration));
  assert_ptr_equal(put_off_take_unanswered(&rig.exploration, true), &rig.states[3]);
  put_off_add(&rig.exploration, &rig.states[3]);
  assert_int_equal(rig.states[3].patience, 2);
  rig.exploration.alive = 1;
  assert_true(put_off_has_only_unanswered(&rig.exploration));
  assert_ptr_equal(put_off_take_unanswered(&rig.exploration, false), &rig.states[3]);
  rig.exploration.alive = STATES;
  tear_down(&rig);
}

static void a_rest_ends_when_others_have_worked_or_none_is_left(void **state) {
  struct rig rig;
  (void)state;
  set_up(&rig);
  put_off_rest(&rig.exploration, &rig.states[5], 50);
  put_off_rest(&rig.exploration, &rig.states[6], 20);
  assert_null(put_off_take_rested(&rig.exploration));
  rig.exploration.total_work = 20;
  assert_ptr_equal(put_off_take_rested(&rig.exploration), &rig.states[6]);
  assert_null(put_off_take_rested(&rig.exploration));
  rig.exploration.alive = 1;
  assert_ptr_equal(put_off_take_rested(&rig.exploration), &rig.states[5]);
  rig.exploration.alive = STATES;
  tear_down(&rig);
}

static bool is_tree_right(const struct fork_node *node) {
  if (node->child[0] == NULL) return node->is_asleep == (node->state->wait != WAIT_NOT);
  bool is_asleep = node->child[0]->is_asleep && node->child[1]->is_asleep;
  return node->is_asleep == is_asleep && is_tree_right(node->child[0]) &&
         is_tree_right(node->child[1]);
}

static void the_tree_of_forks_knows_where_nobody_can_run(void **state) {
  struct rig rig;
  uint64_t seed = 7;
  (void)state;
  set_up(&rig);
  for (int i = 0; i < 4000; i++) {
    seed = seed * UINT64_C(6364136223846793005) + 1442695040888963407;
    struct state *one = &rig.states[(seed >> 33) % STATES];
    if (one->wait != WAIT_NOT)
      put_off_remove(&rig.exploration, one);
    else if (seed >> 60 & 1)
      put_off_add(&rig.exploration, one);
    else
      put_off_rest(&rig.exploration, one, seed >> 50);
    one->patience %= 8;
    if (i % 16 == 0) { /* it ends, and another forks */
      struct state *other = &rig.states[(one - rig.states + 1) % STATES];
      if (one->wait != WAIT_NOT) put_off_remove(&rig.exploration, one);
      rig.exploration.forks = fork_tree_remove(rig.exploration.forks, one);
      if (other->wait != WAIT_NOT) put_off_remove(&rig.exploration, other);
      fork_tree_split(other, one);
    }
    assert_true(is_tree_right(rig.exploration.forks));
  }
  tear_down(&rig);
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(what_has_had_least_is_tried_first_and_in_order),
      cmocka_unit_test(an_attempt_is_made_when_due_or_nobody_else_can_run),
      cmocka_unit_test(a_rest_ends_when_others_have_worked_or_none_is_left),
      cmocka_unit_test(the_tree_of_forks_knows_where_nobody_can_run)};
  return cmocka_run_group_tests(tests, NULL, NULL);
}

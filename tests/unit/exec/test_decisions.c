/* Lists of decisions against plain strings. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "exec/decisions.h"

enum { LISTS = 24, STEPS = 4000, MOST = 200 };

static uint32_t next_random(uint64_t *seed) {
  *seed = *seed * UINT64_C(6364136223846793005) + 1442695040888963407;
  return (uint32_t)(*seed >> 33);
}

static bool text_begins_with(const struct decisions *list, const struct decisions *other) {
  char *text = decisions_text(list), *begin = decisions_text(other);
  bool does = strncmp(text, begin, strlen(begin)) == 0;
  free(text);
  free(begin);
  return does;
}

/* Lists grow, and are shared and go apart, as those of paths do. */
static void a_list_begins_with_what_its_text_does(void **state) {
  (void)state;
  struct decisions *lists[LISTS] = {NULL};
  uint64_t seed = 1;
  unsigned yes = 0, no = 0;
  for (int i = 0; i < STEPS; i++) {
    unsigned at = next_random(&seed) % LISTS, other = next_random(&seed) % LISTS;
    if (next_random(&seed) % 8 == 0 || decisions_count(lists[at]) > MOST) {
      struct decisions *copy = decisions_share(lists[other]);
      decisions_release(lists[at]);
      lists[at] = copy;
    }
    if (next_random(&seed) % 8 == 0) {
      lists[at] = decisions_add_open(lists[at], next_random(&seed) % 2);
      decisions_settle(lists[at], next_random(&seed) % 2);
    }
    for (unsigned k = next_random(&seed) % 9; k > 0; k--)
      lists[at] = decisions_add(lists[at], next_random(&seed) % 16 == 0);
    bool begins = decisions_begin_with(lists[at], lists[other]);
    assert_int_equal(begins, text_begins_with(lists[at], lists[other]));
    *(begins ? &yes : &no) += 1;
  }
  assert_true(yes > 100 && no > 100);
  for (unsigned i = 0; i < LISTS; i++) decisions_release(lists[i]);
}

static void expect_text(const struct decisions *list, const char *expected) {
  char *text = decisions_text(list);
  assert_string_equal(text, expected);
  assert_int_equal(decisions_count(list), strlen(expected));
  free(text);
}

/* Two paths go on from a decision that is open. */
static void what_turns_out_to_be_no_decision_is_taken_back_everywhere(void **state) {
  (void)state;
  for (unsigned was_decision = 0; was_decision < 2; was_decision++) {
    struct decisions *list = decisions_add(decisions_add(NULL, 1), 0);
    list = decisions_add_open(list, 1);
    struct decisions *open = decisions_share(list), *other = decisions_share(list);
    list = decisions_add(list, 0);
    other = decisions_add(other, 1);
    expect_text(list, "10?0");
    assert_true(decisions_begin_with(list, open));
    assert_false(decisions_begin_with(list, other));
    decisions_settle(open, was_decision);
    expect_text(list, was_decision ? "1010" : "100");
    expect_text(other, was_decision ? "1011" : "101");
    other = decisions_add(other, 1);
    assert_true(decisions_begin_with(other, open));
    assert_false(decisions_begin_with(other, list));
    decisions_release(list);
    decisions_release(other);
    decisions_release(open);
  }
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(a_list_begins_with_what_its_text_does),
      cmocka_unit_test(what_turns_out_to_be_no_decision_is_taken_back_everywhere)};
  return cmocka_run_group_tests(tests, NULL, NULL);
}

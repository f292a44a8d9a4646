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
    for (unsigned k = next_random(&seed) % 9; k > 0; k--)
      lists[at] = decisions_add(lists[at], next_random(&seed) % 16 == 0);
    bool begins = decisions_begin_with(lists[at], lists[other]);
    assert_int_equal(begins, text_begins_with(lists[at], lists[other]));
    *(begins ? &yes : &no) += 1;
  }
  assert_true(yes > 100 && no > 100);
  for (unsigned i = 0; i < LISTS; i++) decisions_release(lists[i]);
}

int main(void) {
  const struct CMUnitTest tests[] = {cmocka_unit_test(a_list_begins_with_what_its_text_does)};
  return cmocka_run_group_tests(tests, NULL, NULL);
}

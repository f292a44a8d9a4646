/* Whether a link is tried: by what it costs and what it spares. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include "solver/worth.h"

/* Queries of that cost behind, attempts of that cost, every `answers`th of which answers. Returns
   how many of the last 160 queries were tried. */
static unsigned go(struct worth *worth, uint64_t cost, uint64_t behind, unsigned answers) {
  unsigned tried = 0, attempts = 0;
  for (unsigned i = 0; i < 640; i++) {
    bool is_tried = worth_trying(worth), has_answered = is_tried && ++attempts % answers == 0;
    if (is_tried) worth_note_attempt(worth, cost, has_answered);
    if (!has_answered) worth_note_behind(worth, behind);
    tried += is_tried && i >= 480;
  }
  return tried;
}

static void what_pays_is_always_tried(void **state) {
  (void)state;
  assert_int_equal(go(&(struct worth){0}, 100, 10000, 2), 160);
  assert_int_equal(go(&(struct worth){0}, 100, 10000, 20), 160);
}

static void what_does_not_pay_is_tried_now_and_then(void **state) {
  (void)state;
  assert_int_equal(go(&(struct worth){0}, 1000, 1100, 2), 10);
  assert_int_equal(go(&(struct worth){0}, 100, 10000, 2000), 10);
}

static void it_is_tried_again_when_queries_become_hard(void **state) {
  (void)state;
  struct worth worth = {0};
  assert_int_equal(go(&worth, 1000, 1100, 2), 10);
  assert_int_equal(go(&worth, 1000, 50000, 2), 160);
}

static void without_counted_work_everything_is_tried(void **state) {
  (void)state;
  assert_int_equal(go(&(struct worth){0}, 1000, 0, 2), 160);
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(what_pays_is_always_tried),
      cmocka_unit_test(what_does_not_pay_is_tried_now_and_then),
      cmocka_unit_test(it_is_tried_again_when_queries_become_hard),
      cmocka_unit_test(without_counted_work_everything_is_tried),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}

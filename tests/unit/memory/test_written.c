/* Which bytes of a part were written: random marks against a plain array of flags. */
#include "memory/written.h"
#include "util/pool.h"
#include "util/random.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>

#include <cmocka.h>

enum { MOST = 4096, STEPS = 300 };

static void check(const struct written *written, const bool *flags, uint32_t size, uint32_t from,
                  uint32_t to) {
  bool all = true;
  uint32_t first = from, end;
  for (uint32_t i = from; i < to; i++) all &= flags[i];
  assert_int_equal(written_covers(written, from, to), all);
  while (first < to && flags[first]) first++;
  for (end = first; end < to && !flags[end]; end++) continue;
  uint32_t start, stop;
  assert_int_equal(written_find_gap(written, from, to, &start, &stop), !all);
  assert_int_equal(start, all ? to : first);
  assert_int_equal(stop, all ? to : end);
  if (!flags[from] || written->word == 0) return;
  uint32_t low = from, high = from;
  while (low > 0 && flags[low - 1]) low--;
  while (high < size && flags[high]) high++;
  written_range(written, size, from, &start, &stop);
  assert_int_equal(start, low);
  assert_int_equal(stop, high);
}

static void play(struct pool *pool, struct random_source *random, uint32_t size) {
  static bool flags[MOST];
  struct written written = written_nothing(size), copy;
  memset(flags, 0, sizeof flags);
  for (unsigned step = 0; step < STEPS; step++) {
    uint32_t from = (uint32_t)random_draw_below(random, size);
    uint32_t to = from + 1 + (uint32_t)random_draw_below(random, size - from);
    bool is_mark = random_draw_below(random, 3) != 0;
    if (is_mark)
      written_mark(pool, &written, from, to);
    else
      written_unmark(pool, &written, size, from, to);
    for (uint32_t i = from; i < to; i++) flags[i] = is_mark;
    from = (uint32_t)random_draw_below(random, size);
    check(&written, flags, size, from, from + 1 + (uint32_t)random_draw_below(random, size - from));
    copy = written;
    written_unshare(pool, &copy);
    assert_true(written_is_same(&copy, &written, 0, size));
    written_release(pool, &copy);
  }
  written_release(pool, &written);
}

static void test_marks_are_those_of_plain_flags(void **state) {
  static const uint32_t sizes[] = {1, 2, 7, 8, 16, 31, 62, 63, 64, 65, 100, 4095, 4096};
  struct pool pool = {0};
  struct random_source random = random_source_new(7, 0);
  (void)state;
  for (size_t i = 0; i < sizeof sizes / sizeof *sizes; i++) play(&pool, &random, sizes[i]);
  pool_free_all(&pool);
}

int main(void) {
  const struct CMUnitTest tests[] = {cmocka_unit_test(test_marks_are_those_of_plain_flags)};
  return cmocka_run_group_tests(tests, NULL, NULL);
}

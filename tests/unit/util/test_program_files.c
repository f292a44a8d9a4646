/* Which words of a command line are files of the program, and which are its arguments. */
#include "util/program_files.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

static void test_names(void **state) {
  (void)state;
  static const char *const parts[] = {"a.c", "a.i", "dir/a.bc", "a.ll", "a.o", "lib.c.a"};
  static const char *const others[] = {"a", ".c", "a.cc", "a.uc", "-a.c", "a.c.txt", "", "--"};
  for (size_t i = 0; i < sizeof parts / sizeof *parts; i++)
    assert_true(program_files_is_part(parts[i]));
  for (size_t i = 0; i < sizeof others / sizeof *others; i++)
    assert_false(program_files_is_part(others[i]));
}

static void test_lines(void **state) {
  (void)state;
  char *plain[] = {"a.c", "b.o", "x", "c.c"};
  char *dashes[] = {"a.c", "b.o", "--", "c.c"};
  char *late[] = {"a.c", "x", "--", "c.c"};
  char *executable[] = {"./a", "b.c", "--"};
  assert_int_equal(program_files_count(4, plain), 2);
  assert_false(program_files_end_with_dashes(4, plain));
  assert_int_equal(program_files_count(2, plain), 2);
  assert_false(program_files_end_with_dashes(2, plain));
  assert_int_equal(program_files_count(4, dashes), 2);
  assert_true(program_files_end_with_dashes(4, dashes));
  assert_int_equal(program_files_count(4, late), 1);
  assert_false(program_files_end_with_dashes(4, late));
  assert_int_equal(program_files_count(3, executable), 1);
  assert_false(program_files_end_with_dashes(3, executable));
  assert_true(program_files_end_with_dashes(2, executable + 1));
}

int main(void) {
  const struct CMUnitTest tests[] = {cmocka_unit_test(test_names), cmocka_unit_test(test_lines)};
  return cmocka_run_group_tests(tests, NULL, NULL);
}

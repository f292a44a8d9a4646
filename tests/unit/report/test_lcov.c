/* Coverage data: what is read is written again, sums are computed, damaged files are refused. */
#include "report/lcov.h"
#include "util/buffer.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include <cmocka.h>

/* The path of a file with the text; owned. */
static char *write_text(const char *text) {
  char *path = alloc_string("/tmp/smew-lcov-XXXXXX");
  int file = mkstemp(path);
  assert_true(file >= 0);
  assert_int_equal(write(file, text, strlen(text)), strlen(text));
  close(file);
  return path;
}

static void read_text(struct lcov *lcov, const char *text) {
  char *path = write_text(text), *error;
  assert_true(lcov_read(lcov, path, &error));
  unlink(path);
  free(path);
}

static const char one[] = "TN:one\nSF:/b.c\nFN:3,main\nFN:9,12,helper\nFNDA:1,main\nFNDA:0,helper\n"
                          "FNF:2\nFNH:1\nBRDA:4,0,0,1\nBRDA:4,0,1,0\nBRDA:9,0,0,-\nBRDA:9,0,1,-\n"
                          "BRF:4\nBRH:1\nDA:3,1\nDA:4,1\nDA:9,0\nLF:3\nLH:2\nend_of_record\n";
static const char two[] = "TN:two\nSF:/b.c\nFN:3,main\nFNDA:2,main\nBRDA:4,0,0,0\nBRDA:4,0,1,5\n"
                          "BRDA:9,0,0,0\nDA:9,4\nDA:3,2\nend_of_record\n"
                          "TN:\nSF:/a.c\nDA:1,1\nend_of_record\n";

static void adds_up(void **state) {
  static const char sum[] =
      "TN:sum\nSF:/a.c\nFNF:0\nFNH:0\nBRF:0\nBRH:0\nDA:1,1\nLF:1\nLH:1\nend_of_record\n"
      "TN:sum\nSF:/b.c\nFN:3,main\nFN:9,helper\nFNDA:3,main\nFNDA:0,helper\nFNF:2\nFNH:1\n"
      "BRDA:4,0,0,1\nBRDA:4,0,1,5\nBRDA:9,0,0,0\nBRDA:9,0,1,-\nBRF:4\nBRH:2\n"
      "DA:3,3\nDA:4,1\nDA:9,4\nLF:3\nLH:3\nend_of_record\n";
  struct lcov lcov = {0};
  struct buffer text = {0};
  (void)state;
  read_text(&lcov, one);
  read_text(&lcov, two);
  lcov_settle(&lcov);
  lcov_write(&lcov, "sum", &text);
  assert_string_equal(text.text, sum);
  struct lcov_totals totals = lcov_totals(&lcov);
  assert_int_equal(totals.lines.found, 4);
  assert_int_equal(totals.lines.hit, 4);
  assert_int_equal(totals.branches.found, 4);
  assert_int_equal(totals.branches.hit, 2);
  assert_int_equal(totals.functions.hit, 1);
  buffer_free(&text);
  lcov_free(&lcov);
}

static void survives_reading_again(void **state) {
  struct lcov lcov = {0}, again = {0};
  struct buffer first = {0}, second = {0};
  (void)state;
  read_text(&lcov, one);
  lcov_settle(&lcov);
  lcov_write(&lcov, "x", &first);
  read_text(&again, first.text);
  lcov_settle(&again);
  lcov_write(&again, "x", &second);
  assert_string_equal(first.text, second.text);
  buffer_free(&first);
  buffer_free(&second);
  lcov_free(&lcov);
  lcov_free(&again);
}

static void keeps_what_lies_below(void **state) {
  static const char *const paths[] = {"/p/src/a.c", "/p/src/b.c", "/p/srcs/c.c", "/p/lib/d.c"};
  static const struct {
    const char *directory;
    size_t kept;
  } cases[] = {{"/p/src", 2}, {"/p/src/", 2}, {"/p", 4}, {"/", 4}, {"/p/src/a.c", 1}, {"/q", 0}};
  (void)state;
  for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
    struct lcov lcov = {0};
    for (size_t k = 0; k < 4; k++) lcov_add_line(lcov_get_file(&lcov, paths[k]), 1, 1);
    lcov_keep_below(&lcov, cases[i].directory);
    assert_int_equal(lcov.files.count, cases[i].kept);
    lcov_free(&lcov);
  }
}

static void refuses_what_is_damaged(void **state) {
  static const char *const bad[] = {"DA:1,1\n",
                                    "end_of_record\n",
                                    "SF:\n",
                                    "SF:/a.c\nDA:x,1\n",
                                    "SF:/a.c\nDA:1\n",
                                    "SF:/a.c\nBRDA:1,0,0\n",
                                    "SF:/a.c\nBRDA:1,0,0,x\n",
                                    "SF:/a.c\nFN:main\n",
                                    "int main(void) { return 0; }\n",
                                    "SF:/a.c\nDA:99999999999999999999999,1\n"};
  (void)state;
  for (size_t i = 0; i < sizeof bad / sizeof *bad; i++) {
    struct lcov lcov = {0};
    char *path = write_text(bad[i]), *error = NULL;
    if (lcov_read(&lcov, path, &error)) fail_msg("accepted: %s", bad[i]);
    assert_non_null(strstr(error, ": this is not lcov's format"));
    free(error);
    lcov_free(&lcov);
    unlink(path);
    free(path);
  }
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(adds_up),
      cmocka_unit_test(survives_reading_again),
      cmocka_unit_test(keeps_what_lies_below),
      cmocka_unit_test(refuses_what_is_damaged),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}

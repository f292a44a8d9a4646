/* Coverage data: what is read is written again, sums are computed, damaged files are refused. */
#include "report/cover.h"
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
  char *path = alloc_string("/tmp/smew-cover-XXXXXX");
  int file = mkstemp(path);
  assert_true(file >= 0);
  assert_int_equal(write(file, text, strlen(text)), strlen(text));
  close(file);
  return path;
}

static void read_text(struct cover *cover, const char *text) {
  char *path = write_text(text), *error;
  assert_true(cover_read_lcov(cover, path, &error));
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
  struct cover cover = {0};
  struct buffer text = {0};
  (void)state;
  read_text(&cover, one);
  read_text(&cover, two);
  cover_settle(&cover);
  cover_write_lcov(&cover, "sum", &text);
  assert_string_equal(text.text, sum);
  struct cover_totals totals = cover_totals(&cover);
  assert_int_equal(totals.lines.found, 4);
  assert_int_equal(totals.lines.hit, 4);
  assert_int_equal(totals.branches.found, 4);
  assert_int_equal(totals.branches.hit, 2);
  assert_int_equal(totals.functions.hit, 1);
  buffer_free(&text);
  cover_free(&cover);
}

static void survives_reading_again(void **state) {
  struct cover cover = {0}, again = {0};
  struct buffer first = {0}, second = {0};
  (void)state;
  read_text(&cover, one);
  cover_settle(&cover);
  cover_write_lcov(&cover, "x", &first);
  read_text(&again, first.text);
  cover_settle(&again);
  cover_write_lcov(&again, "x", &second);
  assert_string_equal(first.text, second.text);
  buffer_free(&first);
  buffer_free(&second);
  cover_free(&cover);
  cover_free(&again);
}

static void keeps_what_lies_below(void **state) {
  static const char *const paths[] = {"/p/src/a.c", "/p/src/b.c", "/p/srcs/c.c", "/p/lib/d.c"};
  static const struct {
    const char *directory;
    size_t kept;
  } cases[] = {{"/p/src", 2}, {"/p/src/", 2}, {"/p", 4}, {"/", 4}, {"/p/src/a.c", 1}, {"/q", 0}};
  (void)state;
  for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
    struct cover cover = {0};
    for (size_t k = 0; k < 4; k++) cover_add_line(cover_get_file(&cover, paths[k]), 1, 1);
    cover_keep_below(&cover, cases[i].directory);
    assert_int_equal(cover.files.count, cases[i].kept);
    cover_free(&cover);
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
    struct cover cover = {0};
    char *path = write_text(bad[i]), *error = NULL;
    if (cover_read_lcov(&cover, path, &error)) fail_msg("accepted: %s", bad[i]);
    assert_non_null(strstr(error, ": this is not lcov's format"));
    free(error);
    cover_free(&cover);
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

/* Buffers, strings, growable arrays, source excerpts. */
#include "util/alloc.h"
#include "util/buffer.h"
#include "util/fault.h"
#include "util/source.h"

#include <setjmp.h>
#include <signal.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>

#include <cmocka.h>

static void test_buffer_grows(void **state) {
  (void)state;
  struct buffer buffer = {0};
  size_t length = 0;
  for (int i = 0; i < 3000; i++) {
    buffer_add(&buffer, "%d,", i);
    length += (size_t)snprintf(NULL, 0, "%d,", i);
    assert_int_equal(buffer.length, length);
    assert_int_equal(strlen(buffer.text), length);
  }
  assert_memory_equal(buffer.text, "0,1,2,3,4,5,6,7,8,9,10,", 23);
  buffer_free(&buffer);
  assert_null(buffer.text);
}

static void test_buffer_takes_any_bytes(void **state) {
  (void)state;
  struct buffer buffer = {0};
  buffer_add(&buffer, "%s", "");
  assert_string_equal(buffer.text, "");
  buffer_add_bytes(&buffer, "a\0b", 3);
  buffer_add_bytes(&buffer, "", 0);
  buffer_add(&buffer, "%c", 'c');
  assert_int_equal(buffer.length, 4);
  assert_memory_equal(buffer.text, "a\0bc", 5);
  buffer_free(&buffer);
}

static void test_strings_are_owned(void **state) {
  (void)state;
  char text[] = "text";
  char *copy = alloc_string(text), *made = alloc_format("%s-%05d", text, 42);
  text[0] = 'x';
  assert_string_equal(copy, "text");
  assert_string_equal(made, "text-00042");
  free(copy);
  free(made);
  uint8_t *zeros = alloc_zeroed(1000), *none = alloc_bytes(0);
  for (int i = 0; i < 1000; i++) assert_int_equal(zeros[i], 0);
  assert_non_null(none); /* also of no bytes */
  free(zeros);
  free(none);
}

static void test_arrays_grow(void **state) {
  (void)state;
  VEC(uint32_t) numbers = {0};
  for (uint32_t i = 0; i < 10000; i++) {
    vec_push(&numbers, i * 3);
    assert_true(numbers.count <= numbers.capacity);
  }
  for (uint32_t i = 0; i < 10000; i++) assert_int_equal(numbers.data[i], i * 3);
  assert_int_equal(vec_last(&numbers), 29997);
  assert_int_equal(vec_pop(&numbers), 29997);
  assert_int_equal(numbers.count, 9999);
  vec_reserve(&numbers, 50000);
  assert_true(numbers.capacity >= 50000);
  assert_int_equal(numbers.data[9998], 29994);
  vec_clear(&numbers);
  assert_int_equal(numbers.count, 0);
  vec_free(&numbers);
  assert_null(numbers.data);
}

/* ---- source excerpts ---- */

static char *write_source(const char *content, size_t size) {
  char *path = alloc_string("/tmp/smew-source-XXXXXX");
  int descriptor = mkstemp(path);
  assert_true(descriptor >= 0);
  assert_int_equal(write(descriptor, content, size), (ssize_t)size);
  close(descriptor);
  return path;
}

static void check_excerpt(const char *content, unsigned line, unsigned column, const char *wanted) {
  struct buffer out = {0};
  char *path = write_source(content, strlen(content));
  source_print_excerpt(path, line, column, &out);
  assert_string_equal(out.text ? out.text : "", wanted);
  unlink(path);
  free(path);
  buffer_free(&out);
}

static void test_excerpts(void **state) {
  (void)state;
  const char *text = "int x;\n\tx = y;\r\n\nlast";
  check_excerpt(text, 1, 5, "    1 | int x;\n      |     ^\n");
  check_excerpt(text, 1, 1, "    1 | int x;\n      | ^\n");
  check_excerpt(text, 2, 2, "    2 | \tx = y;\n      | \t^\n");
  check_excerpt(text, 3, 1, "    3 | \n      | ^\n");
  check_excerpt(text, 4, 4, "    4 | last\n      |    ^\n");
  check_excerpt(text, 4, 5, "    4 | last\n      |     ^\n"); /* just behind the line */
  check_excerpt(text, 4, 9, "    4 | last\n");
  check_excerpt(text, 4, 0, "    4 | last\n");
  check_excerpt(text, 5, 1, "");
  check_excerpt(text, 0, 1, "");
  check_excerpt("", 1, 1, "");
}

static void test_missing_source_is_no_problem(void **state) {
  (void)state;
  struct buffer out = {0};
  source_print_excerpt("/no/such/file.c", 1, 1, &out);
  assert_null(out.text);
  source_print_excerpt("/", 1, 1, &out); /* a directory opens, but cannot be read */
  assert_true(out.text == NULL || out.length == 0);
  buffer_free(&out);
}

/* A fault ends the process: with the status for it, or by a signal in debug builds. */
static void test_faults_end_the_run(void **state) {
  (void)state;
  int ends[2], status;
  assert_int_equal(pipe(ends), 0);
  fflush(NULL);
  pid_t child = fork();
  if (child == 0) {
    signal(SIGABRT, SIG_DFL);
    dup2(ends[1], 2);
    REQUIRE(1 + 1 == 2);
    REQUIRE(1 + 1 == 3);
    _exit(0);
  }
  close(ends[1]);
  char text[500] = {0};
  ssize_t length = 0, part;
  while ((part = read(ends[0], text + length, sizeof text - 1 - (size_t)length)) > 0)
    length += part;
  close(ends[0]);
  assert_int_equal(waitpid(child, &status, 0), child);
  assert_true(WIFSIGNALED(status) || WEXITSTATUS(status) == SMEW_EXIT_FAULT);
  assert_non_null(strstr(text, "smew: internal fault: broken invariant: 1 + 1 == 3"));
  assert_non_null(strstr(text, "test_text.c:"));
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(test_buffer_grows),
      cmocka_unit_test(test_buffer_takes_any_bytes),
      cmocka_unit_test(test_strings_are_owned),
      cmocka_unit_test(test_arrays_grow),
      cmocka_unit_test(test_excerpts),
      cmocka_unit_test(test_missing_source_is_no_problem),
      cmocka_unit_test(test_faults_end_the_run),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}

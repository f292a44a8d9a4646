/* The output directory and the files in it: numbers, the link to the newest, order, and
   what happens when nothing can be written any more. */
#include "report/output.h"
#include "report/writer.h"
#include "util/alloc.h"
#include "util/buffer.h"

#include "../effort.h"

#include <errno.h>
#include <fcntl.h>
#include <pthread.h>
#include <setjmp.h>
#include <signal.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/resource.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>

#include <cmocka.h>

static int enter_scratch(void **state) {
  char *path = alloc_string("/tmp/smew-test-XXXXXX");
  if (mkdtemp(path) == NULL || chdir(path) != 0) return -1;
  *state = path;
  return 0;
}

static int leave_scratch(void **state) {
  char *command = alloc_format("rm -rf '%s'", (char *)*state);
  int status = chdir("/") != 0 || system(command) != 0;
  free(command);
  free(*state);
  return status;
}

static char *read_file(const char *path) {
  FILE *file = fopen(path, "r");
  if (file == NULL) return NULL;
  struct buffer text = {0};
  char block[4096];
  size_t size;
  buffer_add(&text, "%s", "");
  while ((size = fread(block, 1, sizeof block, file)) > 0) buffer_add_bytes(&text, block, size);
  fclose(file);
  return text.text;
}

static void expect_file(const char *path, const char *expected) {
  char *text = read_file(path);
  assert_non_null(text);
  assert_string_equal(text, expected);
  free(text);
}

static void expect_link(const char *path, const char *expected) {
  char target[256] = {0};
  assert_true(readlink(path, target, sizeof target - 1) > 0);
  assert_string_equal(target, expected);
}

static void expect_beside(const char *program, const char *path, const char *shown) {
  char *error = NULL;
  struct output *output = output_new_near(program, &error);
  assert_null(error);
  assert_non_null(output);
  assert_string_equal(output->path, path);
  assert_string_equal(output->shown, shown);
  output_free(output);
}

static void test_numbers_grow(void **state) {
  (void)state;
  expect_beside("prog.c", "smew-out-0", "smew-last");
  expect_link("smew-last", "smew-out-0");
  expect_beside("prog.c", "smew-out-1", "smew-last");
  expect_link("smew-last", "smew-out-1");
  assert_int_equal(mkdir("smew-out-7", 0777), 0);
  assert_int_equal(mkdir("smew-out-x", 0777), 0);
  assert_int_equal(mkdir("smew-out-", 0777), 0);
  assert_int_equal(mkdir("smew-out-99x", 0777), 0);
  assert_int_equal(rmdir("smew-out-1"), 0);
  expect_beside("prog.c", "smew-out-8", "smew-last");
  expect_link("smew-last", "smew-out-8");
}

static void test_beside_the_program(void **state) {
  assert_int_equal(mkdir("sub", 0777), 0);
  expect_beside("sub/prog.c", "sub/smew-out-0", "sub/smew-last");
  expect_link("sub/smew-last", "smew-out-0");
  char *program = alloc_format("%s/sub/prog.c", (char *)*state);
  char *path = alloc_format("%s/sub/smew-out-1", (char *)*state);
  char *shown = alloc_format("%s/sub/smew-last", (char *)*state);
  expect_beside(program, path, shown);
  free(program);
  free(path);
  free(shown);
}

static void test_what_is_no_link_stays(void **state) {
  (void)state;
  assert_int_equal(mkdir("smew-last", 0777), 0);
  expect_beside("prog.c", "smew-out-0", "smew-out-0");
  struct stat status;
  assert_int_equal(lstat("smew-last", &status), 0);
  assert_true(S_ISDIR(status.st_mode));
}

static void *claim(void *context) {
  char *error = NULL;
  (void)context;
  return output_new_near("prog.c", &error);
}

/* Runs that start at the same time get directories of their own. */
static void test_claims_at_once(void **state) {
  (void)state;
  enum { CLAIMS = 8 };
  pthread_t threads[CLAIMS];
  struct output *outputs[CLAIMS];
  for (int i = 0; i < CLAIMS; i++)
    assert_int_equal(pthread_create(&threads[i], NULL, claim, NULL), 0);
  for (int i = 0; i < CLAIMS; i++) pthread_join(threads[i], (void **)&outputs[i]);
  for (int i = 0; i < CLAIMS; i++) {
    assert_non_null(outputs[i]);
    for (int k = 0; k < i; k++) assert_string_not_equal(outputs[i]->path, outputs[k]->path);
  }
  for (int i = 0; i < CLAIMS; i++) output_free(outputs[i]);
}

static void expect_refusal(const char *path, const char *reason) {
  char *error = NULL;
  assert_null(output_new_at(path, &error));
  assert_non_null(error);
  assert_non_null(strstr(error, path));
  assert_non_null(strstr(error, reason));
  free(error);
}

static void test_named_directory(void **state) {
  (void)state;
  char *error = NULL;
  struct output *output = output_new_at("here", &error);
  assert_non_null(output);
  assert_string_equal(output->shown, "here");
  output_free(output);
  output = output_new_at("here", &error); /* empty */
  assert_non_null(output);
  writer_replace(output->writer, "file", "x", 1);
  output_free(output);
  assert_int_not_equal(access("smew-last", F_OK), 0);
  expect_refusal("here", "is not empty");
  expect_refusal("no/where", "No such file or directory");
  expect_refusal("here/file", "Not a directory");
}

/* ---- files ---- */

static struct writer *open_writer(void) {
  int directory = open(".", O_RDONLY | O_DIRECTORY);
  assert_true(directory >= 0);
  return writer_new(directory);
}

static void test_files_in_order(void **state) {
  (void)state;
  struct writer *writer = open_writer();
  const char *name;
  struct buffer lines = {0};
  int count = effort(20000, 5);
  for (int i = 0; i < count; i++) {
    char line[32], file[32];
    int length = snprintf(line, sizeof line, "line %d\n", i);
    snprintf(file, sizeof file, "file%d", i % 100);
    writer_replace(writer, file, line, (size_t)length);
    writer_append(writer, i % 2 ? "odd" : "all", line, (size_t)length);
    if (i % 2 == 0) buffer_add(&lines, "%s", line);
  }
  writer_wait(writer);
  expect_file("all", lines.text);
  char last[32];
  snprintf(last, sizeof last, "line %d\n", count - 100);
  expect_file("file0", last);
  snprintf(last, sizeof last, "line %d\n", count - 1);
  expect_file("file99", last);
  assert_int_equal(writer_fault(writer, &name), 0);
  assert_int_not_equal(access(".part", F_OK), 0);
  writer_replace(writer, "file0", "", 0);
  writer_free(writer);
  expect_file("file0", "");
  buffer_free(&lines);
}

/* One file larger than the queue, and many small ones behind it. */
static void test_large_file(void **state) {
  (void)state;
  enum { SIZE = 5 << 20 };
  char *bytes = alloc_bytes(SIZE);
  for (int i = 0; i < SIZE; i++) bytes[i] = (char)(i * 7 >> 5);
  struct writer *writer = open_writer();
  writer_replace(writer, "large", bytes, SIZE);
  writer_replace(writer, "small", "s", 1);
  writer_free(writer);
  struct stat status;
  assert_int_equal(stat("large", &status), 0);
  assert_int_equal(status.st_size, SIZE);
  FILE *file = fopen("large", "r");
  char *copy = alloc_bytes(SIZE);
  assert_int_equal(fread(copy, 1, SIZE, file), SIZE);
  fclose(file);
  assert_memory_equal(copy, bytes, SIZE);
  expect_file("small", "s");
  free(copy);
  free(bytes);
}

static void test_fault_is_kept(void **state) {
  (void)state;
  struct writer *writer = open_writer();
  const char *name = NULL;
  assert_int_equal(mkdir("taken", 0777), 0);
  writer_replace(writer, "before", "b", 1);
  writer_replace(writer, "taken", "x", 1); /* a directory: nothing can be renamed to it */
  writer_replace(writer, "after", "a", 1);
  writer_wait(writer);
  assert_int_equal(writer_fault(writer, &name), EISDIR);
  assert_string_equal(name, "taken");
  writer_append(writer, "later", "l", 1);
  writer_wait(writer);
  assert_int_equal(writer_fault(writer, &name), EISDIR);
  writer_free(writer);
  expect_file("before", "b");
  assert_int_not_equal(access("after", F_OK), 0);
  assert_int_not_equal(access("later", F_OK), 0);
  assert_int_not_equal(access(".part", F_OK), 0);
}

/* In a child, since a limit on file sizes does not go away. Exits with the line in which
   something was not as expected, or 0. */
#define CHECK(condition)                                                                           \
  if (!(condition)) _exit(__LINE__ % 251 + 1)
static void fill_up(void) {
  struct rlimit limit = {100, 100};
  const char *name = NULL;
  signal(SIGXFSZ, SIG_IGN);
  CHECK(setrlimit(RLIMIT_FSIZE, &limit) == 0);
  char bytes[64];
  memset(bytes, 'x', sizeof bytes);
  bytes[63] = '\n';
  struct writer *writer = open_writer();
  writer_append(writer, "lines", bytes, 64);
  writer_wait(writer);
  CHECK(writer_fault(writer, &name) == 0);
  writer_append(writer, "lines", bytes, 64); /* 36 of them fit */
  writer_wait(writer);
  CHECK(writer_fault(writer, &name) == EFBIG);
  CHECK(strcmp(name, "lines") == 0);
  writer_free(writer);
  struct stat status;
  CHECK(stat("lines", &status) == 0);
  CHECK(status.st_size == 64); /* whole lines */
  writer = open_writer();
  writer_replace(writer, "lines", bytes, 64);
  char long_text[128] = {0};
  writer_replace(writer, "lines", long_text, sizeof long_text);
  writer_wait(writer);
  CHECK(writer_fault(writer, &name) == EFBIG);
  writer_free(writer);
  CHECK(stat("lines", &status) == 0);
  CHECK(status.st_size == 64); /* as it was */
  CHECK(access(".part", F_OK) != 0);
  _exit(0);
}

static void test_no_room(void **state) {
  (void)state;
  pid_t child = fork();
  if (child == 0) fill_up();
  int status;
  assert_int_equal(waitpid(child, &status, 0), child);
  assert_true(WIFEXITED(status));
  assert_int_equal(WEXITSTATUS(status), 0);
}

int main(void) {
#define IN_SCRATCH(test) cmocka_unit_test_setup_teardown(test, enter_scratch, leave_scratch)
  const struct CMUnitTest tests[] = {
      IN_SCRATCH(test_numbers_grow),
      IN_SCRATCH(test_beside_the_program),
      IN_SCRATCH(test_what_is_no_link_stays),
      IN_SCRATCH(test_claims_at_once),
      IN_SCRATCH(test_named_directory),
      IN_SCRATCH(test_files_in_order),
      IN_SCRATCH(test_large_file),
      IN_SCRATCH(test_fault_is_kept),
      IN_SCRATCH(test_no_room),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}

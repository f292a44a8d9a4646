/* Test files: what is written reads back, KLEE could read it too, and no damage to a file does
   more than make a message. */
#include "../util/random.h"
#include "report/ktest.h"
#include "util/alloc.h"

#include <errno.h>
#include <fcntl.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include <cmocka.h>

struct fixture {
  char directory[64];
  char *path;
};

static int make_directory(void **state) {
  struct fixture *fixture = alloc_zeroed(sizeof *fixture);
  strcpy(fixture->directory, "/tmp/smew-ktest-XXXXXX");
  if (mkdtemp(fixture->directory) == NULL) return -1;
  fixture->path = alloc_format("%s/test000001.ktest", fixture->directory);
  *state = fixture;
  return 0;
}

static int remove_directory(void **state) {
  struct fixture *fixture = *state;
  unlink(fixture->path);
  int fault = rmdir(fixture->directory); /* fails if a temporary file was left */
  free(fixture->path);
  free(fixture);
  return fault;
}

static uint8_t *read_bytes(const char *path, size_t *size) {
  FILE *file = fopen(path, "rb");
  assert_non_null(file);
  fseek(file, 0, SEEK_END);
  *size = (size_t)ftell(file);
  rewind(file);
  uint8_t *bytes = alloc_bytes(*size);
  assert_int_equal(fread(bytes, 1, *size, file), *size);
  fclose(file);
  return bytes;
}

static void write_bytes(const char *path, const void *bytes, size_t size) {
  FILE *file = fopen(path, "wb");
  assert_non_null(file);
  assert_int_equal(fwrite(bytes, 1, size, file), size);
  assert_int_equal(fclose(file), 0);
}

static void check_equal(const struct ktest *read, const struct ktest *written) {
  assert_int_equal(read->arg_count, written->arg_count);
  for (size_t i = 0; i < read->arg_count; i++) assert_string_equal(read->args[i], written->args[i]);
  size_t at = 0;
  for (size_t i = 0; i < written->object_count; i++) {
    const struct ktest_object *object = &written->objects[i];
    if (object->size == 0) continue;
    assert_true(at < read->object_count);
    assert_string_equal(read->objects[at].name, object->name);
    assert_int_equal(read->objects[at].size, object->size);
    assert_memory_equal(read->objects[at].bytes, object->bytes, object->size);
    at++;
  }
  assert_int_equal(read->object_count, at);
}

static const char *const some_args[] = {"prog.bc", "-n", "", "file name"};
static const struct ktest_object some_objects[] = {
    {"x", (const uint8_t *)"\x2a\0\0\0", 4},
    {"nothing", NULL, 0},
    {"buffer", (const uint8_t *)"a\0b\xff", 4},
};
static const struct ktest some_test = {
    .args = some_args, .arg_count = 4, .objects = some_objects, .object_count = 3};

static void test_bytes_are_those_of_the_format(void **state) {
  struct fixture *fixture = *state;
  static const char expected[] = "KTEST\0\0\0\3"
                                 "\0\0\0\4\0\0\0\7prog.bc\0\0\0\2-n\0\0\0\1\0\0\0\0\11file name"
                                 "\0\0\0\0\0\0\0\0"
                                 "\0\0\0\2\0\0\0\1x\0\0\0\4\x2a\0\0\0"
                                 "\0\0\0\6buffer\0\0\0\4"
                                 "a\0b\xff";
  size_t size;
  assert_int_equal(ktest_write(fixture->path, &some_test), 0);
  uint8_t *bytes = read_bytes(fixture->path, &size);
  assert_int_equal(size, sizeof expected - 1);
  assert_memory_equal(bytes, expected, size);
  free(bytes);
  struct ktest read;
  char *error = NULL;
  assert_true(ktest_read(fixture->path, &read, &error));
  check_equal(&read, &some_test);
  ktest_free(&read);
}

static char *random_name(struct random *random) {
  size_t length = random_below(random, 12);
  char *name = alloc_bytes(length + 1);
  for (size_t i = 0; i < length; i++) name[i] = (char)(1 + random_below(random, 255));
  name[length] = '\0';
  return name;
}

static void test_random_tests_read_back(void **state) {
  struct fixture *fixture = *state;
  struct random random = {7};
  int directory = open(fixture->directory, O_RDONLY | O_DIRECTORY);
  assert_true(directory >= 0);
  for (unsigned round = 0; round < 300; round++) {
    char *args[5];
    struct ktest_object objects[9];
    struct ktest test = {.args = (const char *const *)args, .objects = objects};
    test.arg_count = random_below(&random, 6);
    test.object_count = random_below(&random, 10);
    for (size_t i = 0; i < test.arg_count; i++) args[i] = random_name(&random);
    for (size_t i = 0; i < test.object_count; i++) {
      size_t size = random_below(&random, random_chance(&random, 10) ? 20000 : 40);
      uint8_t *bytes = alloc_bytes(size);
      for (size_t j = 0; j < size; j++) bytes[j] = (uint8_t)random_below(&random, 256);
      objects[i] = (struct ktest_object){random_name(&random), bytes, size};
    }
    assert_int_equal(ktest_write_at(directory, "test000001.ktest", &test), 0);
    struct ktest read;
    char *error = NULL;
    assert_true(ktest_read(fixture->path, &read, &error));
    check_equal(&read, &test);
    ktest_free(&read);
    for (size_t i = 0; i < test.arg_count; i++) free(args[i]);
    for (size_t i = 0; i < test.object_count; i++) {
      free((void *)objects[i].name);
      free((void *)objects[i].bytes);
    }
  }
  close(directory);
}

/* Each prefix is parsed from a block of exactly its size, so that a sanitizer sees a read past it.
 */
static void test_every_truncation_is_told(void **state) {
  struct fixture *fixture = *state;
  size_t size;
  assert_int_equal(ktest_write(fixture->path, &some_test), 0);
  uint8_t *bytes = read_bytes(fixture->path, &size);
  for (size_t length = 0; length < size; length++) {
    uint8_t *prefix = memcpy(alloc_bytes(length), bytes, length);
    struct ktest test;
    char *error = NULL;
    assert_false(ktest_parse(prefix, length, &test, &error));
    assert_non_null(error);
    if (length >= 5) assert_non_null(strstr(error, "offset"));
    assert_null(test.args);
    assert_null(test.objects);
    free(error);
    free(prefix);
  }
  free(bytes);
}

static void test_every_changed_byte_is_survived(void **state) {
  struct fixture *fixture = *state;
  size_t size, rejected = 0;
  assert_int_equal(ktest_write(fixture->path, &some_test), 0);
  uint8_t *bytes = read_bytes(fixture->path, &size);
  for (size_t at = 0; at < size; at++) {
    for (unsigned value = 0; value < 256; value++) {
      uint8_t kept = bytes[at];
      bytes[at] = (uint8_t)value;
      struct ktest test;
      char *error = NULL;
      bool is_good = ktest_parse(bytes, size, &test, &error);
      assert_int_equal(is_good, error == NULL);
      if (value == kept) assert_true(is_good);
      rejected += !is_good;
      free(error);
      ktest_free(&test);
      bytes[at] = kept;
    }
  }
  assert_true(rejected > 1000);
  free(bytes);
}

static void test_random_damage_is_survived(void **state) {
  struct fixture *fixture = *state;
  struct random random = {11};
  size_t size;
  assert_int_equal(ktest_write(fixture->path, &some_test), 0);
  uint8_t *bytes = read_bytes(fixture->path, &size);
  for (unsigned round = 0; round < 50000; round++) {
    size_t length = random_below(&random, size + 1);
    uint8_t *copy = memcpy(alloc_bytes(length), bytes, length);
    for (uint64_t i = random_below(&random, 4); i > 0 && length > 9; i--)
      copy[9 + random_below(&random, length - 9)] = (uint8_t)random_below(&random, 256);
    struct ktest test;
    char *error = NULL;
    ktest_parse(copy, length, &test, &error);
    free(error);
    ktest_free(&test);
    free(copy);
  }
  free(bytes);
}

struct damage {
  const char *bytes;
  size_t size;
  const char *message;
};
#define BYTES(text) text, sizeof(text) - 1

static const struct damage damages[] = {
    {BYTES(""), "not a test: it does not start with KTEST"},
    {BYTES("KTES"), "not a test: it does not start with KTEST"},
    {BYTES("\x7f"
           "ELF\2\1\1"),
     "not a test: it does not start with KTEST"},
    {BYTES("KTEST\0\0"), "damaged test at offset 5: the file ends in the version"},
    {BYTES("KTEST\0\0\0\4"), "damaged test at offset 5: version 4 is not supported (1 to 3 are)"},
    {BYTES("KTEST\0\0\0\3\xff\xff\xff\xff"),
     "damaged test at offset 9: the number of arguments is 4294967295, but only 0 bytes follow"},
    {BYTES("KTEST\0\0\0\3\0\0\0\1\0\0\0\5abcd"),
     "damaged test at offset 13: argument 0 is 5 bytes, but only 4 follow"},
    {BYTES("KTEST\0\0\0\3\0\0\0\1\0\0\0\3a\0b"),
     "damaged test at offset 18: NUL within argument 0"},
    {BYTES("KTEST\0\0\0\3\0\0\0\0\0\0\0\0\0\0\0\0\0\0\0\2\0\0\0\1x\0\0\0\1y"),
     "damaged test at offset 21: the number of objects is 2, but only 10 bytes follow"},
    {BYTES("KTEST\0\0\0\3\0\0\0\0\0\0\0\0\0\0\0\0\0\0\0\1\0\0\0\1x\0\0\0\2y"),
     "damaged test at offset 30: object 1 is 2 bytes, but only 1 follow"},
    {BYTES("KTEST\0\0\0\3\0\0\0\0\0\0\0\0\0\0\0\0\0\0\0\0more"),
     "damaged test at offset 25: 4 bytes follow the last object"},
};

static void test_messages_name_offset_and_fault(void **state) {
  struct fixture *fixture = *state;
  for (size_t i = 0; i < sizeof damages / sizeof *damages; i++) {
    struct ktest test;
    char *error = NULL;
    assert_false(ktest_parse(damages[i].bytes, damages[i].size, &test, &error));
    assert_string_equal(error, damages[i].message);
    free(error);
    error = NULL;
    write_bytes(fixture->path, damages[i].bytes, damages[i].size);
    assert_false(ktest_read(fixture->path, &test, &error));
    char *expected = alloc_format("%s: %s", fixture->path, damages[i].message);
    assert_string_equal(error, expected);
    free(expected);
    free(error);
  }
}

static void test_older_versions_are_read(void **state) {
  (void)state;
  struct ktest test;
  char *error = NULL;
  static const char first[] = "KTEST\0\0\0\1\0\0\0\0\0\0\0\1\0\0\0\1x\0\0\0\1y";
  assert_true(ktest_parse(first, sizeof first - 1, &test, &error));
  assert_int_equal(test.object_count, 1);
  assert_string_equal(test.objects[0].name, "x");
  ktest_free(&test);
  static const char with_empty[] = "KTEST\0\0\0\2\0\0\0\1\0\0\0\0\0\0\0\0\0\0\0\0"
                                   "\0\0\0\1\0\0\0\0\0\0\0\0";
  assert_true(ktest_parse(with_empty, sizeof with_empty - 1, &test, &error));
  assert_string_equal(test.args[0], "");
  assert_string_equal(test.objects[0].name, "");
  assert_int_equal(test.objects[0].size, 0);
  ktest_free(&test);
}

static void test_what_cannot_be_opened_is_told(void **state) {
  struct fixture *fixture = *state;
  struct ktest test;
  char *error = NULL;
  assert_false(ktest_read(fixture->path, &test, &error));
  assert_non_null(strstr(error, "cannot read: No such file"));
  free(error);
  error = NULL;
  assert_false(ktest_read(fixture->directory, &test, &error));
  assert_non_null(strstr(error, "cannot read: Is a directory"));
  free(error);
  error = NULL;
  assert_int_equal(ktest_write("/no/such/directory/a.ktest", &some_test), ENOENT);
  assert_int_equal(ktest_write(fixture->directory, &some_test), EISDIR);
  char *part = alloc_format("%s.part", fixture->directory);
  assert_int_not_equal(access(part, F_OK), 0);
  free(part);
}

/* The temporary name leads to a device that is always full. */
static void test_full_disk_leaves_nothing(void **state) {
  struct fixture *fixture = *state;
  char *part = alloc_format("%s.part", fixture->path);
  assert_int_equal(symlink("/dev/full", part), 0);
  assert_int_equal(ktest_write(fixture->path, &some_test), ENOSPC);
  assert_int_not_equal(access(fixture->path, F_OK), 0);
  free(part);
}

#define IN_DIRECTORY(test) cmocka_unit_test_setup_teardown(test, make_directory, remove_directory)

int main(void) {
  const struct CMUnitTest tests[] = {
      IN_DIRECTORY(test_bytes_are_those_of_the_format),
      IN_DIRECTORY(test_random_tests_read_back),
      IN_DIRECTORY(test_every_truncation_is_told),
      IN_DIRECTORY(test_every_changed_byte_is_survived),
      IN_DIRECTORY(test_random_damage_is_survived),
      IN_DIRECTORY(test_messages_name_offset_and_fault),
      cmocka_unit_test(test_older_versions_are_read),
      IN_DIRECTORY(test_what_cannot_be_opened_is_told),
      IN_DIRECTORY(test_full_disk_leaves_nothing),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}

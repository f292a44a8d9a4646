/* Reading and writing .ktest files. The format is KLEE's, version 3: big-endian 32-bit numbers,
   strings and objects as length and bytes. Tens of thousands of tests may be written, so a test is
   built in one buffer, usually on the stack, and costs one open, write, close and rename; nothing
   is synced, since what a system crash loses can be generated again.

   The reader takes versions 1 to 3, accepts the empty strings and objects that KLEE's reader does
   not, and allocates in proportion to the file, whatever the counts in it claim. KLEE's older magic
   number (BOUT) is not supported. */
#include "report/ktest.h"

#include "util/alloc.h"
#include "util/file.h"

#include <errno.h>
#include <fcntl.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

enum { MAGIC_SIZE = 5, NEWEST_VERSION = 3, SMALL_FILE = 4096 };
static const char magic[MAGIC_SIZE] = {'K', 'T', 'E', 'S', 'T'};
static const size_t largest_file = (size_t)1 << 30;

/* ---- writing ---- */

/* An empty string is written as one NUL, which reads back as the empty C string everywhere. */
static size_t written_length(const char *text) { return *text ? strlen(text) : 1; }

size_t ktest_size(const struct ktest *test) {
  size_t size = MAGIC_SIZE + 5 * sizeof(uint32_t);
  if (test->arg_count > UINT32_MAX || test->object_count > UINT32_MAX) return 0;
  for (size_t i = 0; i < test->arg_count; i++) {
    size_t length = written_length(test->args[i]);
    if (length > UINT32_MAX) return 0;
    size += 4 + length;
  }
  for (size_t i = 0; i < test->object_count; i++) {
    const struct ktest_object *object = &test->objects[i];
    size_t length = written_length(object->name);
    if (length > UINT32_MAX || object->size > UINT32_MAX) return 0;
    if (object->size != 0) size += 8 + length + object->size;
  }
  return size;
}

static uint8_t *put_number(uint8_t *at, size_t number) {
  for (int shift = 24; shift >= 0; shift -= 8) *at++ = (uint8_t)(number >> shift);
  return at;
}

static uint8_t *put_bytes(uint8_t *at, const void *bytes, size_t size) {
  at = put_number(at, size);
  memcpy(at, bytes, size);
  return at + size;
}

void ktest_encode(const struct ktest *test, uint8_t *at) {
  memcpy(at, magic, MAGIC_SIZE);
  at = put_number(at + MAGIC_SIZE, NEWEST_VERSION);
  at = put_number(at, test->arg_count);
  for (size_t i = 0; i < test->arg_count; i++)
    at = put_bytes(at, test->args[i], written_length(test->args[i]));
  at = put_number(at, 0);
  at = put_number(at, 0);
  uint8_t *count_at = at;
  size_t count = 0;
  at += 4;
  for (size_t i = 0; i < test->object_count; i++) {
    const struct ktest_object *object = &test->objects[i];
    if (object->size == 0) continue;
    at = put_bytes(at, object->name, written_length(object->name));
    at = put_bytes(at, object->bytes, object->size);
    count++;
  }
  put_number(count_at, count);
}

/* Writes the file under the name `part` and renames it. */
static int write_file(int directory, const char *part, const char *name, const uint8_t *bytes,
                      size_t size) {
  int file = openat(directory, part, O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC, 0666);
  if (file < 0) return errno;
  int fault = file_write_all(file, bytes, size);
  if (close(file) != 0 && fault == 0) fault = errno;
  if (fault == 0 && renameat(directory, part, directory, name) != 0) fault = errno;
  if (fault != 0) unlinkat(directory, part, 0);
  return fault;
}

int ktest_write_at(int directory, const char *name, const struct ktest *test) {
  static const char suffix[] = ".part";
  uint8_t small_bytes[SMALL_FILE];
  char small_name[256];
  size_t size = ktest_size(test), length = strlen(name);
  if (size == 0) return EFBIG;
  uint8_t *bytes = size <= sizeof small_bytes ? small_bytes : malloc(size);
  if (bytes == NULL) return ENOMEM;
  char *part = length + sizeof suffix <= sizeof small_name ? small_name
                                                           : alloc_bytes(length + sizeof suffix);
  memcpy(part, name, length);
  memcpy(part + length, suffix, sizeof suffix);
  ktest_encode(test, bytes);
  int fault = write_file(directory, part, name, bytes, size);
  if (bytes != small_bytes) free(bytes);
  if (part != small_name) free(part);
  return fault;
}

int ktest_write(const char *path, const struct ktest *test) {
  return ktest_write_at(AT_FDCWD, path, test);
}

/* ---- reading ---- */

/* A reader of the file's bytes that stops at the first error. */
struct reader {
  const uint8_t *bytes;
  size_t size, at;
  char *error; /* owned; NULL if there is none */
};

__attribute__((format(printf, 3, 4))) static void complain(struct reader *reader, size_t offset,
                                                           const char *format, ...) {
  if (reader->error != NULL) return;
  char *what = NULL;
  va_list arguments;
  va_start(arguments, format);
  if (vasprintf(&what, format, arguments) < 0) what = NULL;
  va_end(arguments);
  reader->error = alloc_format("damaged test at offset %zu: %s", offset, what ? what : "?");
  free(what);
}

static uint32_t take_number(struct reader *reader, const char *what) {
  if (reader->error != NULL) return 0;
  if (reader->size - reader->at < 4) {
    complain(reader, reader->at, "the file ends in %s", what);
    return 0;
  }
  const uint8_t *at = reader->bytes + reader->at;
  reader->at += 4;
  return (uint32_t)at[0] << 24 | (uint32_t)at[1] << 16 | (uint32_t)at[2] << 8 | at[3];
}

/* A count of items that take at least `least` bytes each. */
static uint32_t take_count(struct reader *reader, const char *what, size_t least) {
  size_t offset = reader->at;
  uint32_t count = take_number(reader, what);
  size_t left = reader->size - reader->at;
  if (count > left / least) {
    complain(reader, offset, "%s is %u, but only %zu bytes follow", what, count, left);
    return 0;
  }
  return count;
}

static const uint8_t *take_bytes(struct reader *reader, const char *what, uint32_t *size) {
  size_t offset = reader->at;
  *size = take_number(reader, what);
  size_t left = reader->size - reader->at;
  if (*size > left)
    complain(reader, offset, "%s is %u bytes, but only %zu follow", what, *size, left);
  const uint8_t *bytes = reader->bytes + reader->at;
  if (reader->error == NULL) reader->at += *size;
  return bytes;
}

/* Copies a string to *storage, which has room for it and its NUL, and advances *storage. */
static const char *take_string(struct reader *reader, const char *what, char **storage) {
  uint32_t length;
  const uint8_t *bytes = take_bytes(reader, what, &length);
  if (reader->error != NULL) return "";
  const uint8_t *nul = memchr(bytes, 0, length);
  if (nul != NULL && nul != bytes + length - 1) {
    complain(reader, (size_t)(nul - reader->bytes), "NUL within %s", what);
    return "";
  }
  char *text = *storage;
  memcpy(text, bytes, length);
  text[length] = '\0';
  *storage += length + 1;
  return text;
}

static void take_header(struct reader *reader, uint32_t *version) {
  if (reader->size < MAGIC_SIZE || memcmp(reader->bytes, magic, MAGIC_SIZE) != 0) {
    free(reader->error);
    reader->error = alloc_string("not a test: it does not start with KTEST");
    return;
  }
  reader->at = MAGIC_SIZE;
  *version = take_number(reader, "the version");
  if (reader->error == NULL && (*version == 0 || *version > NEWEST_VERSION))
    complain(reader, MAGIC_SIZE, "version %u is not supported (1 to %d are)", *version,
             NEWEST_VERSION);
}

static void take_objects(struct reader *reader, struct ktest *test, char **storage) {
  uint32_t count = take_count(reader, "the number of objects", 8);
  struct ktest_object *objects = alloc_bytes(count * sizeof *objects);
  test->objects = objects;
  for (uint32_t i = 0; i < count && reader->error == NULL; i++) {
    char name_what[64], bytes_what[64];
    snprintf(name_what, sizeof name_what, "the name of object %u", i + 1);
    snprintf(bytes_what, sizeof bytes_what, "object %u", i + 1);
    objects[i].name = take_string(reader, name_what, storage);
    uint32_t size;
    const uint8_t *bytes = take_bytes(reader, bytes_what, &size);
    if (reader->error != NULL) break;
    objects[i].bytes = memcpy(*storage, bytes, size);
    objects[i].size = size;
    *storage += size;
    test->object_count++;
  }
}

static void take_args(struct reader *reader, struct ktest *test, char **storage) {
  uint32_t count = take_count(reader, "the number of arguments", 4);
  const char **args = alloc_bytes(count * sizeof *args);
  test->args = args;
  for (uint32_t i = 0; i < count && reader->error == NULL; i++) {
    char what[64];
    snprintf(what, sizeof what, "argument %u", i);
    args[i] = take_string(reader, what, storage);
    test->arg_count++;
  }
}

bool ktest_parse(const void *bytes, size_t size, struct ktest *test, char **error) {
  struct reader reader = {.bytes = bytes, .size = size};
  uint32_t version = 0;
  *test = (struct ktest){0};
  take_header(&reader, &version);
  if (reader.error == NULL) {
    /* Every string has a length word before it, so its NUL needs no extra space. */
    char *storage = alloc_bytes(size);
    test->storage = storage;
    take_args(&reader, test, &storage);
    if (version >= 2) {
      take_number(&reader, "the number of symbolic arguments");
      take_number(&reader, "the length of symbolic arguments");
    }
    take_objects(&reader, test, &storage);
    if (reader.at != size)
      complain(&reader, reader.at, "%zu bytes follow the last object", size - reader.at);
  }
  if (reader.error == NULL) return true;
  ktest_free(test);
  *error = reader.error;
  return false;
}

/* The whole file, of whatever kind. On NULL errno says why. */
static uint8_t *read_whole(int file, size_t *size) {
  struct stat status;
  if (fstat(file, &status) != 0) return NULL;
  VEC(uint8_t) bytes = {0};
  if (status.st_size > 0 && (uint64_t)status.st_size < largest_file)
    vec_reserve(&bytes, (size_t)status.st_size + 1);
  for (;;) {
    vec_reserve(&bytes, bytes.count + 1);
    ssize_t got = read(file, bytes.data + bytes.count, bytes.capacity - bytes.count);
    if (got < 0 && errno == EINTR) continue;
    if (got == 0) break;
    if (got > 0) bytes.count += (size_t)got;
    if (got > 0 && bytes.count <= largest_file) continue;
    int fault = got < 0 ? errno : EFBIG;
    vec_free(&bytes);
    errno = fault;
    return NULL;
  }
  *size = bytes.count;
  return bytes.data;
}

bool ktest_read(const char *path, struct ktest *test, char **error) {
  *test = (struct ktest){0};
  int file = open(path, O_RDONLY | O_CLOEXEC | O_NOCTTY);
  size_t size = 0;
  uint8_t *bytes = file < 0 ? NULL : read_whole(file, &size);
  if (bytes == NULL) *error = alloc_format("%s: cannot read: %s", path, strerror(errno));
  if (file >= 0) close(file);
  if (bytes == NULL) return false;
  char *why = NULL;
  bool is_good = ktest_parse(bytes, size, test, &why);
  if (!is_good) *error = alloc_format("%s: %s", path, why);
  free(why);
  free(bytes);
  return is_good;
}

void ktest_free(struct ktest *test) {
  free((void *)test->args);
  free((void *)test->objects);
  free(test->storage);
  *test = (struct ktest){0};
}

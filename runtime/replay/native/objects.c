/* The inputs of a replayed program. The test is mapped rather than read to the heap, so that the
   program's own allocations are those that it would make anyway, and it is opened before main: the
   program may change directories later.

   Objects are handed out in the order of calls. A path that smew explored asks for exactly the
   objects of its test; a program that asks for another one does not follow that path (it was
   changed, or depends on something that is no input), and going on would test nothing: the run
   stops.

   All functions are weak, so that a program which contains the library can be linked with it. */
#include "replay.h"

#include <errno.h>
#include <fcntl.h>
#include <stdarg.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <unistd.h>

/* A library that the program calls without a context has to keep its own. */
static struct {
  const uint8_t *bytes;
  size_t size, at;
  uint32_t objects_left, objects_taken;
  int is_open, is_exhausted;
} test;

static void say(enum replay_event event, const char *text) {
  static const char *const names[] = {
#define X(name, text) text,
      REPLAY_EVENTS(X)
#undef X
  };
  const char *path = getenv("SMEW_REPLAY_LOG");
  dprintf(STDERR_FILENO, "replay: %s\n", text);
  if (path == NULL) return;
  int log = open(path, O_WRONLY | O_CREAT | O_APPEND | O_CLOEXEC, 0666);
  if (log < 0) return;
  dprintf(log, "%s %s\n", names[event], text);
  close(log);
}

static void format_and_say(enum replay_event event, const char *format, va_list arguments) {
  char text[1024];
  vsnprintf(text, sizeof text, format, arguments);
  for (char *at = text; *at; at++) /* an event is a line, and names may be anything */
    if ((unsigned char)*at < ' ' || *at == 0x7f) *at = '?';
  say(event, text);
}

REPLAY_WEAK void smew_replay_tell(enum replay_event event, const char *format, ...) {
  va_list arguments;
  va_start(arguments, format);
  format_and_say(event, format, arguments);
  va_end(arguments);
}

REPLAY_WEAK void smew_replay_stop(enum replay_event event, const char *format, ...) {
  va_list arguments;
  va_start(arguments, format);
  format_and_say(event, format, arguments);
  va_end(arguments);
  _exit(REPLAY_EXIT);
}

static uint32_t take_number(void) {
  if (test.size - test.at < 4)
    smew_replay_stop(REPLAY_INPUT, "the test is damaged: it ends at offset %zu", test.size);
  const uint8_t *at = test.bytes + test.at;
  test.at += 4;
  return (uint32_t)at[0] << 24 | (uint32_t)at[1] << 16 | (uint32_t)at[2] << 8 | at[3];
}

static const uint8_t *take_bytes(uint32_t *size) {
  size_t offset = test.at;
  *size = take_number();
  if (*size > test.size - test.at)
    smew_replay_stop(REPLAY_INPUT, "the test is damaged at offset %zu: %u bytes, but %zu follow",
                     offset, *size, test.size - test.at);
  const uint8_t *bytes = test.bytes + test.at;
  test.at += *size;
  return bytes;
}

static void map_test(const char *path) {
  struct stat status;
  int file = open(path, O_RDONLY | O_CLOEXEC);
  if (file < 0 || fstat(file, &status) != 0)
    smew_replay_stop(REPLAY_INPUT, "cannot read %s: %s", path, strerror(errno));
  test.size = (size_t)status.st_size;
  if (status.st_size > 0) {
    void *bytes = mmap(NULL, test.size, PROT_READ, MAP_PRIVATE, file, 0);
    if (bytes == MAP_FAILED)
      smew_replay_stop(REPLAY_INPUT, "cannot read %s: %s", path, strerror(errno));
    test.bytes = bytes;
  }
  close(file);
}

static void open_test(void) {
  if (test.is_open) return;
  const char *path = getenv("KTEST_FILE");
  if (path == NULL)
    smew_replay_stop(REPLAY_INPUT, "KTEST_FILE is not set: it must name the test to replay");
  map_test(path);
  test.is_open = 1;
  if (test.size < 5 || memcmp(test.bytes, "KTEST", 5) != 0)
    smew_replay_stop(REPLAY_INPUT, "%s is not a test: it does not start with KTEST", path);
  test.at = 5;
  uint32_t version = take_number(), length;
  if (version == 0 || version > 3)
    smew_replay_stop(REPLAY_INPUT, "%s has the unknown version %u", path, version);
  for (uint32_t left = take_number(); left > 0; left--) take_bytes(&length);
  if (version >= 2) take_number(), take_number();
  test.objects_left = take_number();
}

REPLAY_NATIVE __attribute__((constructor)) static void open_early(void) {
  if (getenv("KTEST_FILE") != NULL) open_test();
}

/* The engine distinguishes objects of one name by _1, _2 and so on. */
static int is_name(const char *name, const uint8_t *found, size_t length) {
  size_t wanted = strlen(name);
  if (length > 0 && found[length - 1] == 0) length--; /* how an empty name is written */
  if (length < wanted || memcmp(name, found, wanted) != 0) return 0;
  if (length == wanted) return 1;
  if (found[wanted] != '_' || length == wanted + 1) return 0;
  for (size_t i = wanted + 1; i < length; i++)
    if (found[i] < '0' || found[i] > '9') return 0;
  return 1;
}

static const uint8_t *take_object(const uint8_t **name, uint32_t *name_length, uint32_t *size) {
  test.objects_left--;
  test.objects_taken++;
  *name = take_bytes(name_length);
  return take_bytes(size);
}

REPLAY_WEAK void smew_replay_next(void *address, size_t size, const char *name) {
  static const char from_klee[] =
      "model_version"; /* of KLEE's environment, no input of the program */
  const uint8_t *found, *bytes;
  uint32_t length, found_size;
  open_test();
  if (name == NULL || *name == '\0') name = "unnamed";
  do {
    if (test.objects_left == 0) {
      if (!test.is_exhausted)
        smew_replay_tell(REPLAY_EXHAUSTED,
                         "the test has no object for '%s' nor any later one: zeros", name);
      test.is_exhausted = 1;
      memset(address, 0, size);
      return;
    }
    bytes = take_object(&found, &length, &found_size);
  } while (length == sizeof from_klee - 1 && memcmp(found, from_klee, length) == 0 &&
           strcmp(name, from_klee) != 0);
  if (!is_name(name, found, length))
    smew_replay_stop(REPLAY_MISMATCH, "object %u of the test is '%.*s', the program asks for '%s'",
                     test.objects_taken, (int)length, (const char *)found, name);
  if (found_size != size)
    smew_replay_stop(REPLAY_MISMATCH, "object '%.*s' has %u bytes, the program asks for %zu",
                     (int)length, (const char *)found, found_size, size);
  memcpy(address, bytes, size);
}

REPLAY_WEAK int smew_replay_may_take(void *address, size_t size, const char *name) {
  uint32_t length;
  if (getenv("KTEST_FILE") == NULL) return 0;
  open_test();
  if (test.objects_left == 0) return 0;
  size_t at = test.at;
  const uint8_t *found = take_bytes(&length);
  test.at = at;
  if (!is_name(name, found, length)) return 0;
  smew_replay_next(address, size, name);
  return 1;
}

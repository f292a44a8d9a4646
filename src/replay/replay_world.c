/* The world of a test. The words after the program's name are in the test as they were typed; what
   they make symbolic is in objects named by runtime/posix/world.c. Processing the words in the same
   order as there finds the objects again: docs/environment.md has the names and layouts. The
   remaining objects are the program's own. */
#include "replay/replay_world.h"

#include "report/ktest.h"
#include "util/file.h"
#include "util/world_words.h"

#include <errno.h>
#include <fcntl.h>
#include <stdlib.h>
#include <string.h>
#include <sys/ioctl.h>
#include <sys/stat.h>
#include <unistd.h>

enum { STAT_SIZE = sizeof(struct stat), NO_OBJECT = -1 };

struct maker {
  struct replay_world *world;
  const struct ktest *test;
  bool *is_used;     /* per object */
  unsigned argument; /* symbolic arguments so far */
  unsigned count;    /* of numbers of arguments so far */
  char **error;
};

/* ---- objects ---- */

static const struct ktest_object *find(struct maker *maker, const char *name) {
  for (size_t i = 0; i < maker->test->object_count; i++)
    if (!maker->is_used[i] && strcmp(maker->test->objects[i].name, name) == 0) {
      maker->is_used[i] = true;
      return &maker->test->objects[i];
    }
  return NULL;
}

/* An object that must exist, of that size. */
static const struct ktest_object *need(struct maker *maker, const char *name, size_t size) {
  const struct ktest_object *object = find(maker, name);
  if (object == NULL)
    *maker->error = alloc_format("the test has no object '%s', which its arguments need", name);
  else if (object->size != size)
    *maker->error = alloc_format("object '%s' of the test has %zu bytes instead of %zu", name,
                                 object->size, size);
  return *maker->error == NULL ? object : NULL;
}

static uint64_t read_little(const uint8_t *bytes, unsigned size) {
  uint64_t value = 0;
  for (unsigned i = size; i-- > 0;) value = value << 8 | bytes[i];
  return value;
}

/* The bytes up to the first 0, owned. */
static char *copy_text(const struct ktest_object *object) {
  return alloc_format("%.*s", (int)strnlen((const char *)object->bytes, object->size - 1),
                      (const char *)object->bytes);
}

/* ---- the words ---- */

static bool add_argument(struct maker *maker, uint32_t size) {
  char *name = alloc_format("arg%02u", maker->argument++);
  const struct ktest_object *object = need(maker, name, (size_t)size + 1);
  if (object != NULL) vec_push(&maker->world->argv, copy_text(object));
  free(name);
  return object != NULL;
}

static bool add_arguments(struct maker *maker, const uint32_t *numbers) {
  uint64_t count = numbers[0];
  if (numbers[0] != numbers[1]) {
    char *name =
        maker->count > 0 ? alloc_format("n_args_%u", maker->count) : alloc_string("n_args");
    const struct ktest_object *object = need(maker, name, 4);
    maker->count++;
    free(name);
    if (object == NULL) return false;
    count = read_little(object->bytes, 4);
    if (count < numbers[0] || count > numbers[1]) {
      *maker->error = alloc_format("the test has %llu arguments where %u to %u are possible",
                                   (unsigned long long)count, numbers[0], numbers[1]);
      return false;
    }
  }
  for (uint64_t i = 0; i < count; i++)
    if (!add_argument(maker, numbers[2])) return false;
  return true;
}

/* Of a run with seeds of several sizes. */
static uint32_t chosen_size(struct maker *maker, const char *name, uint32_t usual) {
  char *size_name = alloc_format("%s_size", name);
  const struct ktest_object *object = find(maker, size_name);
  free(size_name);
  return object != NULL && object->size == 4 ? (uint32_t)read_little(object->bytes, 4) : usual;
}

/* A file's content and status, from two objects. */
static bool read_file(struct maker *maker, const char *name, uint32_t size,
                      struct replay_file *file) {
  size = chosen_size(maker, name, size);
  char *status_name = alloc_format("%s_stat", name);
  const struct ktest_object *data = size > 0 ? need(maker, name, size) : NULL;
  const struct ktest_object *status =
      data != NULL || size == 0 ? need(maker, status_name, STAT_SIZE) : NULL;
  free(status_name);
  if (status == NULL) return false;
  file->bytes = data != NULL ? data->bytes : NULL;
  file->size = size;
  file->mode = (unsigned)read_little(status->bytes + offsetof(struct stat, st_mode), 4) & 0777;
  file->mtime = (int64_t)read_little(status->bytes + offsetof(struct stat, st_mtim), 8);
  return true;
}

static bool add_files(struct maker *maker, uint32_t count, uint32_t size) {
  for (uint32_t i = 0; i < count; i++) {
    struct replay_file file = {.name = {(char)('A' + i)}};
    char name[] = "A_data";
    name[0] = file.name[0];
    if (!read_file(maker, name, size, &file)) return false;
    vec_push(&maker->world->files, file);
  }
  return true;
}

static bool add_variable(struct maker *maker, const char *variable, uint32_t size) {
  char *name = alloc_format("env_%s", variable);
  const struct ktest_object *object = need(maker, name, (size_t)size + 1);
  free(name);
  if (object == NULL) return false;
  char *value = copy_text(object);
  vec_push(&maker->world->variables, alloc_format("%s=%s", variable, value));
  free(value);
  return true;
}

/* Failures that the path did not reach are not in the test. */
static void add_failures(struct maker *maker, uint32_t count) {
  static const char *const names[] = {
#define X(name, text) text,
      REPLAY_FAILURES(X)
#undef X
  };
  maker->world->max_failures = count;
  for (size_t i = 0; i < REPLAY_FAILURE_COUNT; i++) {
    const struct ktest_object *object = find(maker, names[i]);
    if (object != NULL && object->size == 4)
      maker->world->failures[i] = (int32_t)read_little(object->bytes, 4);
  }
}

/* What no path depends on may be anything: then it is not a terminal. */
static void add_terminals(struct maker *maker) {
  static const char *const names[] = {"stdin_tty", "stdout_tty", "stderr_tty"};
  struct replay_terminals *terminals = &maker->world->terminals;
  for (size_t i = 0; i < sizeof names / sizeof *names; i++) {
    const struct ktest_object *object = find(maker, names[i]);
    terminals->are[i] = object != NULL && object->size == 4 && read_little(object->bytes, 4) == 1;
  }
  const struct ktest_object *size = find(maker, "tty_size");
  if (size == NULL || size->size != sizeof(struct winsize)) return;
  terminals->rows = (uint16_t)read_little(size->bytes + offsetof(struct winsize, ws_row), 2);
  terminals->columns = (uint16_t)read_little(size->bytes + offsetof(struct winsize, ws_col), 2);
}

/* A terminal for standard input holds the input; options come in any order. */
static bool type_input(struct maker *maker) {
  struct replay_world *world = maker->world;
  if (!world->terminals.are[0] || !world->has_stdin) return true;
  world->terminals.typed = world->input.bytes;
  world->terminals.typed_size = world->input.size;
  if (world->input.size <= TERMINAL_MOST_TYPED) return true;
  *maker->error = alloc_format("a terminal holds %d bytes at most, and standard input has %zu",
                               TERMINAL_MOST_TYPED, world->input.size);
  return false;
}

static void add_printed(struct maker *maker) {
  const struct ktest_object *object = find(maker, "stdout");
  maker->world->printed = object != NULL ? object->bytes : (const uint8_t *)"";
  maker->world->printed_size = object != NULL ? object->size : 0;
}

static bool add_item(struct maker *maker, const struct world_item *item) {
  struct replay_world *world = maker->world;
  switch (item->kind) {
  case WORLD_WORD: vec_push(&world->argv, alloc_string(item->text)); return true;
  case WORLD_ARG: return add_argument(maker, item->numbers[0]);
  case WORLD_ARGS: return add_arguments(maker, item->numbers);
  case WORLD_FILES: return add_files(maker, item->numbers[0], item->numbers[1]);
  case WORLD_STDIN:
    world->has_stdin = true;
    return read_file(maker, "stdin", item->numbers[0], &world->input);
  case WORLD_STDOUT: add_printed(maker); return true;
  case WORLD_TTY: add_terminals(maker); return true;
  case WORLD_FAIL: add_failures(maker, item->numbers[0]); return true;
  case WORLD_ENV: return add_variable(maker, item->text, item->numbers[0]);
  }
  return true;
}

bool replay_world_make(struct replay_world *world, const struct ktest *test, char **error) {
  struct maker maker = {.world = world,
                        .test = test,
                        .is_used = alloc_zeroed(test->object_count + 1),
                        .error = error};
  struct world_words words = {0};
  *world = (struct replay_world){0};
  *error = NULL;
  vec_push(&world->argv, alloc_string(test->arg_count > 0 ? test->args[0] : "program"));
  bool is_good = test->arg_count == 0 || world_words_parse(&words, (int)test->arg_count - 1,
                                                           (char *const *)(test->args + 1), error);
  for (size_t i = 0; is_good && i < words.items.count; i++)
    is_good = add_item(&maker, &words.items.data[i]);
  is_good = is_good && type_input(&maker);
  vec_push(&world->argv, NULL);
  world->has_options = words.has_options;
  for (size_t i = 0; i < test->object_count; i++)
    if (!maker.is_used[i]) vec_push(&world->others, i);
  world_words_free(&words);
  free(maker.is_used);
  return is_good;
}

void replay_world_free(struct replay_world *world) {
  word_list_free(&world->argv);
  word_list_free(&world->variables);
  vec_free(&world->files);
  vec_free(&world->others);
}

bool replay_world_has_failures(const struct replay_world *world) {
  for (size_t i = 0; world->max_failures > 0 && i < REPLAY_FAILURE_COUNT; i++)
    if (world->failures[i] > 0) return true;
  return false;
}

bool replay_world_has_terminals(const struct replay_world *world) {
  return world->terminals.are[0] || world->terminals.are[1] || world->terminals.are[2];
}

/* ---- files ---- */

/* A new file, open for reading and writing; -1 with errno set. */
static int make_file(const char *path, const struct replay_file *file) {
  unlink(path);
  int descriptor = open(path, O_RDWR | O_CREAT | O_EXCL | O_CLOEXEC, 0600);
  if (descriptor < 0) return -1;
  int fault = file_write_all(descriptor, file->bytes, file->size);
  if (fault == 0) return descriptor;
  close(descriptor);
  errno = fault;
  return -1;
}

/* In the model the file was last read when the program started. */
static bool set_status(int descriptor, const struct replay_file *file) {
  struct timespec times[] = {{.tv_nsec = UTIME_NOW}, {.tv_sec = file->mtime}};
  return fchmod(descriptor, file->mode) == 0 && futimens(descriptor, times) == 0;
}

bool replay_world_make_files(const struct replay_world *world) {
  for (size_t i = 0; i < world->files.count; i++) {
    const struct replay_file *file = &world->files.data[i];
    int descriptor = make_file(file->name, file);
    if (descriptor < 0) return false;
    bool is_good = set_status(descriptor, file);
    close(descriptor);
    if (!is_good) return false;
  }
  return true;
}

bool replay_world_open_input(const struct replay_world *world, const char *path) {
  int descriptor = make_file(path, &world->input), input = -1;
  if (descriptor < 0) return false;
  input = open(path, O_RDONLY | O_CLOEXEC);
  bool is_good =
      input >= 0 && dup2(input, STDIN_FILENO) >= 0 && set_status(descriptor, &world->input);
  close(descriptor);
  if (input > STDERR_FILENO) close(input);
  return is_good;
}

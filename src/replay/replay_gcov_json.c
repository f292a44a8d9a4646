/* The JSON output of gcc's gcov: one value per object, each on a line. It includes the directory in
   which the compiler ran, and needs no sources. */
#include "replay/replay_gcov.h"
#include "report/lcov.h"
#include "util/alloc.h"
#include "util/file.h"
#include "util/json_read.h"

#include <limits.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { LARGEST_OUTPUT = 1 << 30 };

static uint64_t number_of(const struct json_value *object, const char *key) {
  const double *number = json_member_number(object, key);
  return number != NULL && *number > 0 ? (uint64_t)*number : 0;
}

/* The members of an array; none if it is something else. */
static size_t items_of(const struct json_value *object, const char *key,
                       const struct json_value **items) {
  const struct json_value *array = json_member(object, key);
  bool is_array = array != NULL && array->kind == JSON_ARRAY;
  *items = is_array ? array->items : NULL;
  return is_array ? array->count : 0;
}

/* A line occurs once for each function with code on it. */
static void take_line(struct lcov_file *file, const struct json_value *line) {
  const struct json_value *branches;
  size_t count = items_of(line, "branches", &branches);
  unsigned number = (unsigned)number_of(line, "line_number");
  uint64_t hits = number_of(line, "count");
  lcov_add_line(file, number, hits);
  for (size_t i = 0; i < count; i++)
    lcov_add_branch(file, (struct lcov_branch){.line = number,
                                               .branch = (unsigned)i,
                                               .is_reached = hits > 0,
                                               .hits = number_of(&branches[i], "count")});
}

static void take_file(struct lcov *lcov, const struct json_value *value, const char *base) {
  const char *name = json_member_text(value, "file");
  const struct json_value *items;
  char resolved[PATH_MAX];
  if (name == NULL) return;
  char *path = name[0] == '/' ? alloc_string(name) : alloc_format("%s/%s", base, name);
  struct lcov_file *file = lcov_get_file(lcov, realpath(path, resolved) != NULL ? resolved : path);
  size_t count = items_of(value, "lines", &items);
  for (size_t i = 0; i < count; i++) take_line(file, &items[i]);
  count = items_of(value, "functions", &items);
  for (size_t i = 0; i < count; i++) {
    const char *function = json_member_text(&items[i], "name");
    if (function != NULL)
      lcov_add_function(file, function, (unsigned)number_of(&items[i], "start_line"),
                        number_of(&items[i], "execution_count"));
  }
  free(path);
}

bool gcov_json_read(struct lcov *lcov, const char *path) {
  FILE *file = file_open_regular(path, LARGEST_OUTPUT, false);
  char *line = NULL;
  size_t capacity = 0;
  bool is_good = file != NULL;
  for (ssize_t length; is_good && (length = file_read_line(&line, &capacity, file)) >= 0;) {
    char *error = NULL;
    struct json_value *value = json_read(line, (size_t)length, &error);
    const char *base = json_member_text(value, "current_working_directory");
    const struct json_value *files;
    size_t count = items_of(value, "files", &files);
    for (size_t i = 0; i < count; i++) take_file(lcov, &files[i], base != NULL ? base : "");
    is_good = value != NULL;
    json_free(value);
    free(error);
  }
  if (file != NULL) fclose(file);
  free(line);
  return is_good;
}

/* Finding tests. A directory is listed once and sorted; the files that describe how test000001
   ended (test000001.ptr.err, test000001.early) are then next to test000001.ktest. Exit statuses of
   paths without an error are in paths.jsonl, one line each; a malformed line is ignored, since a
   killed run may leave half a line. */
#include "replay/replay_tests.h"

#include "util/file.h"
#include "util/json_read.h"

#include <dirent.h>
#include <errno.h>
#include <limits.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

static const char test_suffix[] = ".ktest", error_suffix[] = ".err", early_suffix[] = ".early";

/* A directory may come from anybody: larger files are not read. */
enum { LARGEST_REPORT = 1 << 24, LARGEST_LIST = 1 << 30 };

typedef VEC(char *) names; /* owned strings */

static void free_names(names *list) {
  for (size_t i = 0; i < list->count; i++) free(list->data[i]);
  vec_free(list);
}

static int compare_names(const void *a, const void *b) {
  return strcmp(*(char *const *)a, *(char *const *)b);
}

/* The names in the directory that was listed last. */
struct listing {
  char *directory; /* owned; NULL before the first */
  names list;
};

static void free_listing(struct listing *listing) {
  free_names(&listing->list);
  free(listing->directory);
  *listing = (struct listing){0};
}

static bool list_directory(struct listing *listing, const char *path) {
  if (listing->directory != NULL && strcmp(listing->directory, path) == 0) return true;
  names *list = &listing->list;
  DIR *directory = opendir(path);
  free_listing(listing);
  if (directory == NULL) {
    fprintf(stderr, "smew: cannot read %s: %s\n", path, strerror(errno));
    return false;
  }
  for (struct dirent *entry; (entry = readdir(directory)) != NULL;)
    vec_push(list, alloc_string(entry->d_name));
  closedir(directory);
  listing->directory = alloc_string(path);
  if (list->count > 0) qsort(list->data, list->count, sizeof *list->data, compare_names);
  return true;
}

static bool ends_in(const char *name, const char *suffix) {
  size_t length = strlen(name), suffix_length = strlen(suffix);
  return length > suffix_length && strcmp(name + length - suffix_length, suffix) == 0;
}

/* The first name that starts with the text, by binary search. */
static size_t find_first(const names *list, const char *start) {
  size_t low = 0, high = list->count;
  while (low < high) {
    size_t middle = low + (high - low) / 2;
    if (strcmp(list->data[middle], start) < 0)
      low = middle + 1;
    else
      high = middle;
  }
  return low;
}

/* Reads File: and Line: of a report. */
static void read_error_file(struct replay_test *test, const char *path) {
  FILE *file = file_open_regular(path, LARGEST_REPORT, true);
  char *line = NULL;
  size_t capacity = 0;
  if (file == NULL) return;
  while (file_read_line(&line, &capacity, file) >= 0) {
    line[strcspn(line, "\r\n")] = '\0';
    if (strncmp(line, "File: ", 6) == 0 && test->file == NULL) test->file = alloc_string(line + 6);
    if (strncmp(line, "Line: ", 6) == 0 && test->line == 0)
      test->line = (unsigned)strtoul(line + 6, NULL, 10);
  }
  fclose(file);
  free(line);
}

/* `stem` ends in a dot. */
static void find_expectation(struct replay_test *test, const char *directory, const names *list,
                             const char *stem) {
  size_t length = strlen(stem);
  for (size_t i = find_first(list, stem); i < list->count; i++) {
    const char *name = list->data[i];
    if (strncmp(name, stem, length) != 0) break;
    if (ends_in(name, early_suffix)) test->expectation = EXPECT_CUT;
    if (!ends_in(name + length, error_suffix)) continue;
    size_t kind_length = strlen(name + length) - strlen(error_suffix);
    char *path = alloc_format("%s/%s", directory, name);
    free(test->kind);
    test->expectation = EXPECT_ERROR;
    test->kind = alloc_format("%.*s", (int)kind_length, name + length);
    read_error_file(test, path);
    free(path);
  }
}

/* `shown` is its name in messages. */
static void add_test(struct replay_group *group, const names *list, const char *name,
                     const char *shown) {
  struct replay_test test = {.path = alloc_format("%s/%s", group->directory, name),
                             .name = alloc_string(shown)};
  size_t length = strlen(name) - (ends_in(name, test_suffix) ? strlen(test_suffix) : 0);
  char *stem = alloc_format("%.*s.", (int)length, name);
  find_expectation(&test, group->directory, list, stem);
  free(stem);
  vec_push(&group->tests, test);
}

/* ---- exit statuses ---- */

static int compare_test_names(const void *a, const void *b) {
  const struct replay_test *x = *(struct replay_test *const *)a,
                           *y = *(struct replay_test *const *)b;
  return strcmp(x->path, y->path);
}

/* Sets the tests of that name; more than one if the user named it twice. */
static void set_status(struct replay_test **sorted, size_t count, const char *path,
                       const double *status) {
  struct replay_test key_test = {.path = (char *)path}, *key = &key_test;
  struct replay_test **found = bsearch(&key, sorted, count, sizeof *sorted, compare_test_names);
  if (found == NULL) return;
  while (found > sorted && strcmp(found[-1]->path, path) == 0) found--;
  for (; found < sorted + count && strcmp((*found)->path, path) == 0; found++) {
    bool is_good = status != NULL && *status >= INT_MIN && *status <= INT_MAX;
    (*found)->is_listed = true;
    (*found)->has_status = is_good && (*found)->expectation == EXPECT_END;
    if (is_good) (*found)->status = (int)*status;
  }
}

static void take_path_line(const struct replay_group *group, struct replay_test **sorted,
                           const char *line, size_t length) {
  char *error = NULL;
  struct json_value *value = json_read(line, length, &error);
  const char *name = json_member_text(value, "test");
  const double *status = json_member_number(value, "status");
  if (name != NULL) {
    char *path = alloc_format("%s/%s%s", group->directory, name,
                              ends_in(name, test_suffix) ? "" : test_suffix);
    set_status(sorted, group->tests.count, path, status);
    free(path);
  }
  json_free(value);
  free(error);
}

/* A run that was killed has written some tests, but not yet how they ended. */
static void note_unlisted(const struct replay_group *group) {
  size_t unlisted = 0;
  for (size_t i = 0; i < group->tests.count; i++) {
    const struct replay_test *test = &group->tests.data[i];
    unlisted += !test->is_listed && test->expectation == EXPECT_END;
  }
  if (unlisted > 0)
    fprintf(
        stderr,
        "smew: warning: %s/paths.jsonl does not say how %zu test%s ended (the run was killed?): "
        "exit statuses of these are not compared\n",
        group->directory, unlisted, unlisted == 1 ? "" : "s");
}

static void read_statuses(struct replay_group *group) {
  char *path = alloc_format("%s/paths.jsonl", group->directory), *line = NULL;
  size_t capacity = 0, count = group->tests.count;
  FILE *file = file_open_regular(path, LARGEST_LIST, true);
  free(path);
  if (file == NULL) return;
  struct replay_test **sorted = alloc_bytes(count * sizeof *sorted);
  for (size_t i = 0; i < count; i++) sorted[i] = &group->tests.data[i];
  if (count > 0) qsort(sorted, count, sizeof *sorted, compare_test_names);
  for (ssize_t length; (length = file_read_line(&line, &capacity, file)) >= 0;)
    take_path_line(group, sorted, line, (size_t)length);
  note_unlisted(group);
  free(sorted);
  free(line);
  fclose(file);
}

/* ---- operands ---- */

/* The group of the directory: the last one if it matches, else a new one. */
static struct replay_group *get_group(struct replay_groups *groups, const char *directory) {
  struct replay_group *last = groups->list.count > 0 ? &vec_last(&groups->list) : NULL;
  if (last != NULL && strcmp(last->directory, directory) == 0) return last;
  struct replay_group group = {.directory = alloc_string(directory)};
  vec_push(&groups->list, group);
  return &vec_last(&groups->list);
}

static bool add_directory(struct replay_groups *groups, struct listing *listing,
                          const char *directory, const char *shown) {
  if (!list_directory(listing, directory)) return false;
  struct replay_group *group = get_group(groups, directory);
  const names *list = &listing->list;
  size_t before = group->tests.count;
  for (size_t i = 0; i < list->count; i++)
    if (ends_in(list->data[i], test_suffix)) add_test(group, list, list->data[i], list->data[i]);
  if (group->tests.count == before) fprintf(stderr, "smew: %s has no tests (*.ktest)\n", shown);
  return group->tests.count > before;
}

static bool add_file(struct replay_groups *groups, struct listing *listing, const char *path,
                     const char *shown) {
  const char *slash = strrchr(path, '/');
  char *directory = alloc_format("%.*s", slash == path ? 1 : (int)(slash - path), path);
  bool is_good = list_directory(listing, directory);
  if (is_good) add_test(get_group(groups, directory), &listing->list, slash + 1, shown);
  free(directory);
  return is_good;
}

static bool add_operand(struct replay_groups *groups, struct listing *listing, const char *shown) {
  struct stat status;
  char *path = realpath(shown, NULL);
  bool is_good = path != NULL && stat(path, &status) == 0;
  if (!is_good)
    fprintf(stderr, "smew: cannot read %s: %s\n", shown, strerror(errno));
  else if (S_ISDIR(status.st_mode))
    is_good = add_directory(groups, listing, path, shown);
  else
    is_good = add_file(groups, listing, path, shown);
  free(path);
  return is_good;
}

bool replay_groups_find(struct replay_groups *groups, const char *const *paths, size_t count) {
  struct listing listing = {0};
  bool is_good = true;
  *groups = (struct replay_groups){0};
  for (size_t i = 0; is_good && i < count; i++) is_good = add_operand(groups, &listing, paths[i]);
  for (size_t i = 0; is_good && i < groups->list.count; i++) read_statuses(&groups->list.data[i]);
  free_listing(&listing);
  return is_good;
}

void replay_groups_free(struct replay_groups *groups) {
  for (size_t i = 0; i < groups->list.count; i++) {
    struct replay_group *group = &groups->list.data[i];
    for (size_t j = 0; j < group->tests.count; j++) {
      struct replay_test *test = &group->tests.data[j];
      free(test->path);
      free(test->name);
      free(test->kind);
      free(test->file);
    }
    vec_free(&group->tests);
    free(group->directory);
  }
  vec_free(&groups->list);
}

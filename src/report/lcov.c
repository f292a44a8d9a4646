/* Coverage data. Everything is appended in the order it arrives and sorted once, by lcov_settle,
   which adds up entries for the same line, branch or function. */
#include "report/lcov.h"

#include <stdlib.h>
#include <string.h>

struct lcov_file *lcov_get_file(struct lcov *lcov, const char *path) {
  for (size_t i = lcov->files.count; i-- > 0;)
    if (strcmp(lcov->files.data[i].path, path) == 0) return &lcov->files.data[i];
  vec_push(&lcov->files, ((struct lcov_file){.path = alloc_string(path)}));
  return &vec_last(&lcov->files);
}

void lcov_add_line(struct lcov_file *file, unsigned number, uint64_t hits) {
  vec_push(&file->lines, ((struct lcov_line){number, hits}));
}

void lcov_add_branch(struct lcov_file *file, struct lcov_branch branch) {
  vec_push(&file->branches, branch);
}

void lcov_add_function(struct lcov_file *file, const char *name, unsigned line, uint64_t hits) {
  vec_push(&file->functions, ((struct lcov_function){alloc_string(name), line, hits}));
}

static void free_file(struct lcov_file *file) {
  for (size_t i = 0; i < file->functions.count; i++) free(file->functions.data[i].name);
  vec_free(&file->functions);
  vec_free(&file->branches);
  vec_free(&file->lines);
  free(file->path);
}

void lcov_free(struct lcov *lcov) {
  for (size_t i = 0; i < lcov->files.count; i++) free_file(&lcov->files.data[i]);
  vec_free(&lcov->files);
}

/* ---- order ---- */

static int compare_lines(const void *a, const void *b) {
  const struct lcov_line *x = a, *y = b;
  return x->number < y->number ? -1 : x->number > y->number;
}

static int compare_branches(const void *a, const void *b) {
  const struct lcov_branch *x = a, *y = b;
  if (x->line != y->line) return x->line < y->line ? -1 : 1;
  if (x->block != y->block) return x->block < y->block ? -1 : 1;
  return x->branch < y->branch ? -1 : x->branch > y->branch;
}

static int compare_functions(const void *a, const void *b) {
  const struct lcov_function *x = a, *y = b;
  if (x->line != y->line) return x->line < y->line ? -1 : 1;
  return strcmp(x->name, y->name);
}

static int compare_files(const void *a, const void *b) {
  return strcmp(((const struct lcov_file *)a)->path, ((const struct lcov_file *)b)->path);
}

#define SORT(vec, compare)                                                                         \
  ((vec)->count > 0 ? qsort((vec)->data, (vec)->count, sizeof *(vec)->data, (compare)) : (void)0)

static void settle_file(struct lcov_file *file) {
  SORT(&file->lines, compare_lines);
  SORT(&file->branches, compare_branches);
  SORT(&file->functions, compare_functions);
  size_t kept = 0;
  for (size_t i = 0; i < file->lines.count; i++) {
    struct lcov_line *line = &file->lines.data[i];
    struct lcov_line *last = kept > 0 ? &file->lines.data[kept - 1] : NULL;
    if (last != NULL && compare_lines(last, line) == 0)
      last->hits += line->hits;
    else
      file->lines.data[kept++] = *line;
  }
  file->lines.count = kept;
  kept = 0;
  for (size_t i = 0; i < file->branches.count; i++) {
    struct lcov_branch *branch = &file->branches.data[i];
    struct lcov_branch *last = kept > 0 ? &file->branches.data[kept - 1] : NULL;
    if (last != NULL && compare_branches(last, branch) == 0) {
      last->hits += branch->hits;
      last->is_reached |= branch->is_reached;
    } else {
      file->branches.data[kept++] = *branch;
    }
  }
  file->branches.count = kept;
  kept = 0;
  for (size_t i = 0; i < file->functions.count; i++) {
    struct lcov_function *function = &file->functions.data[i];
    struct lcov_function *last = kept > 0 ? &file->functions.data[kept - 1] : NULL;
    if (last != NULL && compare_functions(last, function) == 0) {
      last->hits += function->hits;
      free(function->name);
    } else {
      file->functions.data[kept++] = *function;
    }
  }
  file->functions.count = kept;
}

void lcov_settle(struct lcov *lcov) {
  SORT(&lcov->files, compare_files);
  for (size_t i = 0; i < lcov->files.count; i++) settle_file(&lcov->files.data[i]);
}

void lcov_keep_below(struct lcov *lcov, const char *directory) {
  size_t kept = 0, length = strlen(directory);
  while (length > 1 && directory[length - 1] == '/') length--;
  for (size_t i = 0; i < lcov->files.count; i++) {
    struct lcov_file *file = &lcov->files.data[i];
    char next = strncmp(file->path, directory, length) == 0 ? file->path[length] : 'x';
    if (next == '\0' || next == '/' || (next != 'x' && length == 1))
      lcov->files.data[kept++] = *file;
    else
      free_file(file);
  }
  lcov->files.count = kept;
}

/* ---- sums ---- */

struct lcov_totals lcov_file_totals(const struct lcov_file *file) {
  struct lcov_totals totals = {.lines.found = file->lines.count,
                               .branches.found = file->branches.count,
                               .functions.found = file->functions.count};
  for (size_t i = 0; i < file->lines.count; i++) totals.lines.hit += file->lines.data[i].hits > 0;
  for (size_t i = 0; i < file->branches.count; i++)
    totals.branches.hit += file->branches.data[i].hits > 0;
  for (size_t i = 0; i < file->functions.count; i++)
    totals.functions.hit += file->functions.data[i].hits > 0;
  return totals;
}

static void add_count(struct lcov_count *sum, struct lcov_count more) {
  sum->found += more.found;
  sum->hit += more.hit;
}

struct lcov_totals lcov_totals(const struct lcov *lcov) {
  struct lcov_totals sum = {0};
  for (size_t i = 0; i < lcov->files.count; i++) {
    struct lcov_totals totals = lcov_file_totals(&lcov->files.data[i]);
    add_count(&sum.lines, totals.lines);
    add_count(&sum.branches, totals.branches);
    add_count(&sum.functions, totals.functions);
  }
  return sum;
}

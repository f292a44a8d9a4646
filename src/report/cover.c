/* Coverage data. Everything is appended in the order it arrives and sorted once, by cover_settle,
   which adds up entries for the same line, branch or function. */
#include "report/cover.h"

#include <stdlib.h>
#include <string.h>

struct cover_file *cover_get_file(struct cover *cover, const char *path) {
  for (size_t i = cover->files.count; i-- > 0;)
    if (strcmp(cover->files.data[i].path, path) == 0) return &cover->files.data[i];
  vec_push(&cover->files, ((struct cover_file){.path = alloc_string(path)}));
  return &vec_last(&cover->files);
}

void cover_add_line(struct cover_file *file, unsigned number, uint64_t hits) {
  vec_push(&file->lines, ((struct cover_line){number, hits}));
}

void cover_add_branch(struct cover_file *file, struct cover_branch branch) {
  vec_push(&file->branches, branch);
}

void cover_add_function(struct cover_file *file, const char *name, unsigned line, uint64_t hits) {
  vec_push(&file->functions, ((struct cover_function){alloc_string(name), line, hits}));
}

static void free_file(struct cover_file *file) {
  for (size_t i = 0; i < file->functions.count; i++) free(file->functions.data[i].name);
  vec_free(&file->functions);
  vec_free(&file->branches);
  vec_free(&file->lines);
  free(file->path);
}

void cover_free(struct cover *cover) {
  for (size_t i = 0; i < cover->files.count; i++) free_file(&cover->files.data[i]);
  vec_free(&cover->files);
}

/* ---- order ---- */

static int compare_lines(const void *a, const void *b) {
  const struct cover_line *x = a, *y = b;
  return x->number < y->number ? -1 : x->number > y->number;
}

static int compare_branches(const void *a, const void *b) {
  const struct cover_branch *x = a, *y = b;
  if (x->line != y->line) return x->line < y->line ? -1 : 1;
  if (x->block != y->block) return x->block < y->block ? -1 : 1;
  return x->branch < y->branch ? -1 : x->branch > y->branch;
}

static int compare_functions(const void *a, const void *b) {
  const struct cover_function *x = a, *y = b;
  if (x->line != y->line) return x->line < y->line ? -1 : 1;
  return strcmp(x->name, y->name);
}

static int compare_files(const void *a, const void *b) {
  return strcmp(((const struct cover_file *)a)->path, ((const struct cover_file *)b)->path);
}

#define SORT(vec, compare)                                                                         \
  ((vec)->count > 0 ? qsort((vec)->data, (vec)->count, sizeof *(vec)->data, (compare)) : (void)0)

static void settle_file(struct cover_file *file) {
  SORT(&file->lines, compare_lines);
  SORT(&file->branches, compare_branches);
  SORT(&file->functions, compare_functions);
  size_t kept = 0;
  for (size_t i = 0; i < file->lines.count; i++) {
    struct cover_line *line = &file->lines.data[i];
    struct cover_line *last = kept > 0 ? &file->lines.data[kept - 1] : NULL;
    if (last != NULL && compare_lines(last, line) == 0)
      last->hits += line->hits;
    else
      file->lines.data[kept++] = *line;
  }
  file->lines.count = kept;
  kept = 0;
  for (size_t i = 0; i < file->branches.count; i++) {
    struct cover_branch *branch = &file->branches.data[i];
    struct cover_branch *last = kept > 0 ? &file->branches.data[kept - 1] : NULL;
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
    struct cover_function *function = &file->functions.data[i];
    struct cover_function *last = kept > 0 ? &file->functions.data[kept - 1] : NULL;
    if (last != NULL && compare_functions(last, function) == 0) {
      last->hits += function->hits;
      free(function->name);
    } else {
      file->functions.data[kept++] = *function;
    }
  }
  file->functions.count = kept;
}

void cover_settle(struct cover *cover) {
  SORT(&cover->files, compare_files);
  for (size_t i = 0; i < cover->files.count; i++) settle_file(&cover->files.data[i]);
}

void cover_keep_below(struct cover *cover, const char *directory) {
  size_t kept = 0, length = strlen(directory);
  while (length > 1 && directory[length - 1] == '/') length--;
  for (size_t i = 0; i < cover->files.count; i++) {
    struct cover_file *file = &cover->files.data[i];
    char next = strncmp(file->path, directory, length) == 0 ? file->path[length] : 'x';
    if (next == '\0' || next == '/' || (next != 'x' && length == 1))
      cover->files.data[kept++] = *file;
    else
      free_file(file);
  }
  cover->files.count = kept;
}

/* ---- sums ---- */

struct cover_totals cover_file_totals(const struct cover_file *file) {
  struct cover_totals totals = {.lines.found = file->lines.count,
                                .branches.found = file->branches.count,
                                .functions.found = file->functions.count};
  for (size_t i = 0; i < file->lines.count; i++) totals.lines.hit += file->lines.data[i].hits > 0;
  for (size_t i = 0; i < file->branches.count; i++)
    totals.branches.hit += file->branches.data[i].hits > 0;
  for (size_t i = 0; i < file->functions.count; i++)
    totals.functions.hit += file->functions.data[i].hits > 0;
  return totals;
}

static void add_count(struct cover_count *sum, struct cover_count more) {
  sum->found += more.found;
  sum->hit += more.hit;
}

struct cover_totals cover_totals(const struct cover *cover) {
  struct cover_totals sum = {0};
  for (size_t i = 0; i < cover->files.count; i++) {
    struct cover_totals totals = cover_file_totals(&cover->files.data[i]);
    add_count(&sum.lines, totals.lines);
    add_count(&sum.branches, totals.branches);
    add_count(&sum.functions, totals.functions);
  }
  return sum;
}

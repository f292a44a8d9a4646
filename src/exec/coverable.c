/* Which code counts for coverage.

   A pattern of --cover names files by the end of their paths (wc.c, src/wc.c), directories with all
   that is below them, or both with wildcards (lib/str*.c); a file counts if it matches one of those
   without !, or if there is none, and none of those with !.

   Lines count by their file, functions if one of their instructions is in a file that counts:
   inlined code is where it was written, and who reasons about blocks has no use for parts of
   them. */
#include "exec/coverable.h"

#include "ir/ir.h"
#include "util/bitset.h"
#include "util/buffer.h"

#include <fnmatch.h>
#include <limits.h>
#include <stdlib.h>
#include <string.h>

struct coverable {
  const struct ir_program *program;
  const struct coverable_options *options;
  struct bitset files; /* by the number of the name, those that count; no size: all */
  struct bitset funcs; /* those that count */
  bool *is_matched;    /* per pattern */
};

/* From any of its components on, up to its end or that of a directory. */
static bool matches_path(const char *pattern, const char *path) {
  while (path != NULL) {
    if (fnmatch(pattern, path, FNM_PATHNAME | FNM_LEADING_DIR) == 0) return true;
    path = strchr(path, '/');
    if (path != NULL) path++;
  }
  return false;
}

static size_t trimmed_length(const char *pattern) {
  size_t length = strlen(pattern);
  while (length > 1 && pattern[length - 1] == '/') length--;
  return length;
}

/* Whether the name as compiled, or the path of the file that it is now, is meant. A name such as
   app/../lib/list.h is not below app. */
static bool matches(const char *pattern, const char *name) {
  char path[PATH_MAX];
  bool is_there = realpath(name, path) != NULL, is_straight = strstr(name, "../") == NULL;
  while (strncmp(pattern, "./", 2) == 0) pattern += 2;
  char *trimmed = alloc_format("%.*s", (int)trimmed_length(pattern), pattern);
  bool is_match = (is_there && matches_path(trimmed, path)) ||
                  ((is_straight || !is_there) && matches_path(trimmed, name));
  free(trimmed);
  return is_match;
}

static bool is_file_wanted(struct coverable *coverable, const char *name) {
  const string_list *patterns = &coverable->options->patterns;
  bool is_named = true, is_excluded = false;
  for (size_t i = 0; i < patterns->count; i++) is_named &= patterns->data[i][0] == '!';
  for (size_t i = 0; i < patterns->count; i++) {
    bool excludes = patterns->data[i][0] == '!';
    if (!matches(patterns->data[i] + excludes, name)) continue;
    coverable->is_matched[i] = true;
    is_named |= !excludes;
    is_excluded |= excludes;
  }
  return is_named && !is_excluded;
}

static bool is_own(const struct coverable *coverable, const struct ir_func *func) {
  return func->has_body && (coverable->options->has_libc || !func->is_library);
}

/* The files in which the function has code: each loc is looked at once. */
static void list_files(const struct coverable *coverable, const struct ir_func *func,
                       struct bitset *files) {
  uint32_t last = 0;
  if (!is_own(coverable, func)) return;
  for (size_t i = 0; i < func->ins.count; i++) {
    uint32_t loc = func->ins.data[i].loc;
    if (loc != last && loc != 0) bitset_add(files, coverable->program->locs.data[loc].file);
    last = loc;
  }
}

static void choose_files(struct coverable *coverable) {
  const struct ir_program *program = coverable->program;
  struct bitset files = bitset_new(program->strings.count);
  coverable->files = bitset_new(program->strings.count);
  for (size_t i = 0; i < program->funcs.count; i++)
    list_files(coverable, program->funcs.data[i], &files);
  for (size_t i = bitset_next(&files, 0); i != BITSET_NONE; i = bitset_next(&files, i + 1)) {
    const char *name = program->strings.data[i];
    if (*name != '\0' && is_file_wanted(coverable, name)) bitset_add(&coverable->files, i);
  }
  bitset_free(&files);
}

static bool has_wanted_code(const struct coverable *coverable, const struct ir_func *func) {
  for (size_t i = 0; i < func->ins.count; i++)
    if (coverable_has_loc(coverable, func->ins.data[i].loc)) return true;
  return false;
}

struct coverable *coverable_new(const struct ir_program *program,
                                const struct coverable_options *options) {
  struct coverable *coverable = alloc_zeroed(sizeof *coverable);
  coverable->program = program;
  coverable->options = options;
  coverable->is_matched = alloc_zeroed(options->patterns.count + 1);
  coverable->funcs = bitset_new(program->funcs.count + 1);
  if (coverable_is_limited(coverable)) choose_files(coverable);
  for (size_t i = 0; i < program->funcs.count; i++) {
    const struct ir_func *func = program->funcs.data[i];
    if (is_own(coverable, func) &&
        (!coverable_is_limited(coverable) || has_wanted_code(coverable, func)))
      bitset_add(&coverable->funcs, i);
  }
  return coverable;
}

void coverable_free(struct coverable *coverable) {
  if (coverable == NULL) return;
  bitset_free(&coverable->files);
  bitset_free(&coverable->funcs);
  free(coverable->is_matched);
  free(coverable);
}

bool coverable_is_limited(const struct coverable *coverable) {
  return coverable->options->patterns.count > 0;
}

bool coverable_has_func(const struct coverable *coverable, const struct ir_func *func) {
  return bitset_has(&coverable->funcs, func->number);
}

bool coverable_has_loc(const struct coverable *coverable, uint32_t loc) {
  return !coverable_is_limited(coverable) ||
         (loc != 0 && bitset_has(&coverable->files, coverable->program->locs.data[loc].file));
}

const char *coverable_find_unmatched(const struct coverable *coverable) {
  for (size_t i = 0; i < coverable->options->patterns.count; i++)
    if (!coverable->is_matched[i]) return coverable->options->patterns.data[i];
  return NULL;
}

void coverable_list_files(const struct coverable *coverable, struct buffer *out) {
  const struct ir_program *program = coverable->program;
  struct bitset files = bitset_new(program->strings.count);
  for (size_t i = 0; i < program->funcs.count; i++)
    list_files(coverable, program->funcs.data[i], &files);
  for (size_t i = bitset_next(&files, 0); i != BITSET_NONE; i = bitset_next(&files, i + 1))
    if (*program->strings.data[i] != '\0') buffer_add(out, " %s", program->strings.data[i]);
  bitset_free(&files);
}

static bool add_patterns(const struct coverable *coverable, bool excludes, const char *before,
                         struct buffer *out) {
  const string_list *patterns = &coverable->options->patterns;
  bool has_any = false;
  for (size_t i = 0; i < patterns->count; i++) {
    if ((patterns->data[i][0] == '!') != excludes) continue;
    buffer_add(out, "%s%s", has_any ? ", " : before, patterns->data[i] + excludes);
    has_any = true;
  }
  return has_any;
}

void coverable_describe(const struct coverable *coverable, struct buffer *out) {
  if (!coverable_is_limited(coverable)) return;
  if (!add_patterns(coverable, false, "", out)) buffer_add(out, "all files");
  add_patterns(coverable, true, " but ", out);
}

/* Coverage of executables that were built with --coverage, by gcc or clang. Such a program adds its
   counts to NAME.gcda next to its object file, creating it if necessary; GCOV_PREFIX moves these
   files below replay's directory, where all tests add up. Their notes (NAME.gcno) stay next to the
   object and are linked there.

   gcc's gcov prints JSON. LLVM's prints only text, for which it needs the sources, and names them
   as on the compiler's command line: relative names are valid only in the directory where the
   compiler ran. That is not recorded, so the object's directory and those above it are tried. */
#include "replay/replay_gcov.h"
#include "replay/replay_coverage.h"
#include "replay/replay_process.h"
#include "report/lcov.h"
#include "report/summary_facts.h"
#include "util/alloc.h"
#include "util/file.h"

#include <ctype.h>
#include <errno.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#ifndef SMEW_COV
#define SMEW_COV "llvm-cov-19"
#endif

enum { BATCH = 256 };

struct object {
  char *data;    /* owned; the path of the counts, below replay's directory */
  char *home;    /* owned; the directory of the object itself */
  char tool[16]; /* gcov-12; empty: LLVM's */
  char *base;    /* owned; LLVM: the directory that the compiler ran in; NULL: not found yet */
};

struct gcov {
  struct crew *crew;
  const char *own;              /* replay's, for files */
  const char *source_directory; /* NULL: unknown */
  struct lcov *lcov;
  VEC(struct object) objects;
  char *missing; /* owned; a source that was not found, or NULL */
  size_t missing_count;
};

/* ---- finding the counts ---- */

/* Which gcov understands the notes is in their header: "oncg" and the version backwards, "*22B" for
   gcc 12; clang claims to be 4.8. */
static bool read_version(const char *notes, char *tool, size_t size) {
  char header[8];
  FILE *file = file_open_regular(notes, SIZE_MAX, true);
  bool is_good = file != NULL && fread(header, 1, 8, file) == 8 && memcmp(header, "oncg", 4) == 0;
  if (file != NULL) fclose(file);
  if (!is_good) return false;
  unsigned major = isupper((unsigned char)header[7])
                       ? (unsigned)(header[7] - 'A') * 10 + (unsigned)(header[6] - '0')
                       : (unsigned)(header[7] - '0');
  if (major == 4 || memcmp(header + 4, "*11B", 4) == 0)
    tool[0] = '\0';
  else
    snprintf(tool, size, "gcov-%u", major);
  return true;
}

static bool add_object(struct gcov *gcov, const char *data, const char *path) {
  size_t stem = strlen(data) - strlen("gcda");
  char *link = alloc_format("%.*sgcno", (int)stem, data);
  char *notes = alloc_format("%.*sgcno", (int)(strlen(path) - strlen("gcda")), path);
  struct object object = {0};
  bool is_good = read_version(notes, object.tool, sizeof object.tool);
  if (!is_good) fprintf(stderr, "smew: there are counts for %s, which does not exist\n", notes);
  is_good = is_good && (symlink(notes, link) == 0 || errno == EEXIST);
  if (is_good) {
    object.data = alloc_string(data);
    object.home = alloc_format("%.*s", (int)(strrchr(path, '/') - path), path);
    vec_push(&gcov->objects, object);
  }
  free(link);
  free(notes);
  return is_good;
}

static int compare_objects(const void *a, const void *b) {
  return strcmp(((const struct object *)a)->data, ((const struct object *)b)->data);
}

/* The objects' paths continue the directory's. */
static void find_objects(struct gcov *gcov, const char *root) {
  char *list = alloc_format("%s/objects", gcov->own);
  char *argv[] = {"sh", "-c", "exec find \"$0\" -name '*.gcda' >\"$1\"", (char *)root, list, NULL};
  char *line = NULL;
  size_t capacity = 0;
  struct crew_command find = {.argv = argv};
  FILE *file = crew_run(gcov->crew, &find) ? file_open_regular(list, SIZE_MAX, false) : NULL;
  while (file != NULL && file_read_line(&line, &capacity, file) > 0) {
    line[strcspn(line, "\n")] = '\0';
    add_object(gcov, line, line + strlen(root));
  }
  if (file != NULL) fclose(file);
  if (gcov->objects.count > 0)
    qsort(gcov->objects.data, gcov->objects.count, sizeof *gcov->objects.data, compare_objects);
  free(line);
  free(list);
}

/* ---- where the compiler ran ---- */

/* The first directory from `path` upwards that contains the named file. Owned, or NULL. */
static char *find_base(const char *path, const char *name) {
  char *base = alloc_string(path);
  for (;;) {
    char *file = alloc_format("%s/%s", base, name), *slash = strrchr(base, '/');
    bool is_found = access(file, R_OK) == 0;
    free(file);
    if (is_found) return base;
    if (slash == NULL) break;
    *slash = '\0';
  }
  free(base);
  return NULL;
}

/* The first section of an object whose source is found determines the directory. */
static void take_section(void *context, const char *source, const char *notes) {
  struct gcov *gcov = context;
  size_t length = strlen(notes), stem = length >= 4 ? length - 4 : 0;
  for (size_t i = 0; i < gcov->objects.count; i++) {
    struct object *object = &gcov->objects.data[i];
    if (object->base != NULL || strlen(object->data) != length ||
        strncmp(object->data, notes, stem) != 0)
      continue;
    if (source[0] == '/')
      object->base = access(source, R_OK) == 0 ? alloc_string("/") : NULL;
    else if (gcov->source_directory != NULL)
      object->base = find_base(gcov->source_directory, source);
    if (object->base == NULL && source[0] != '/') object->base = find_base(object->home, source);
  }
}

struct base {
  struct gcov *gcov;
  const char *path;
};

static void check_source(void *context, const char *source, const char *notes) {
  const struct base *base = context;
  char *path = source[0] == '/' ? alloc_string(source) : alloc_format("%s/%s", base->path, source);
  (void)notes;
  if (access(path, R_OK) != 0 && base->gcov->missing_count++ == 0)
    base->gcov->missing = alloc_string(source);
  free(path);
}

/* ---- running gcov ---- */

/* The command for objects of that tool. Plain gcov is used if there is none of that version. */
static void begin_command(word_list *words, const char *tool, const char *output) {
  static const char llvm[] =
      "out=$0; shift; exec " SMEW_COV " gcov -b -c -t \"$@\" >\"$out\" 2>/dev/null";
  static const char gcc[] = "out=$0; tool=$1; shift; command -v \"$tool\" >/dev/null || tool=gcov; "
                            "exec $tool -b --json-format -t \"$@\" >\"$out\"";
  const char *const start[] = {"sh", "-c", *tool ? gcc : llvm, output, tool};
  for (size_t i = 0; i < sizeof start / sizeof *start; i++) vec_push(words, alloc_string(start[i]));
}

/* The purpose of a run of gcov. */
enum round { ROUND_BASES, ROUND_COUNTS };

static bool is_due(const struct object *object, enum round round) {
  return object->tool[0] == '\0' ? round == ROUND_BASES || object->base != NULL
                                 : round == ROUND_COUNTS;
}

static bool goes_with(const struct object *object, const struct object *other, enum round round) {
  if (strcmp(object->tool, other->tool) != 0) return false;
  return round == ROUND_BASES || object->tool[0] != '\0' || strcmp(object->base, other->base) == 0;
}

static bool read_output(struct gcov *gcov, const struct object *one, enum round round,
                        const char *output) {
  struct base base = {gcov, one->base};
  struct gcov_text bases = {.found = take_section, .context = gcov};
  struct gcov_text counts = {
      .lcov = gcov->lcov, .base = one->base, .found = check_source, .context = &base};
  if (one->tool[0] != '\0') return gcov_json_read(gcov->lcov, output);
  return gcov_text_read(round == ROUND_BASES ? &bases : &counts, output);
}

/* Runs gcov once on compatible objects from `first` on, and reads its output. `is_taken` marks
   them. */
static bool run_batch(struct gcov *gcov, size_t first, enum round round, bool *is_taken) {
  const struct object *one = &gcov->objects.data[first];
  char *output = alloc_format("%s/gcov.out", gcov->own);
  word_list words = {0};
  begin_command(&words, one->tool, output);
  size_t count = 0;
  for (size_t i = first; i < gcov->objects.count && count < BATCH; i++) {
    const struct object *object = &gcov->objects.data[i];
    if (is_taken[i] || !is_due(object, round) || !goes_with(object, one, round)) continue;
    is_taken[i] = true;
    vec_push(&words, alloc_string(object->data));
    count++;
  }
  vec_push(&words, NULL);
  bool has_base = one->base != NULL && one->base[0] != '\0';
  struct crew_command command = {.argv = words.data, .directory = has_base ? one->base : gcov->own};
  bool is_good = crew_run(gcov->crew, &command) && read_output(gcov, one, round, output);
  if (!is_good && !crew_is_interrupted(gcov->crew))
    fprintf(stderr, "smew: %s cannot read the counts of %s\n",
            *one->tool ? one->tool : SMEW_COV " gcov", one->data);
  word_list_free(&words);
  free(output);
  return is_good;
}

static bool run_round(struct gcov *gcov, enum round round) {
  bool *is_taken = alloc_zeroed(gcov->objects.count + 1), is_good = true;
  for (size_t i = 0; is_good && i < gcov->objects.count; i++)
    if (!is_taken[i] && is_due(&gcov->objects.data[i], round))
      is_good = run_batch(gcov, i, round, is_taken);
  free(is_taken);
  return is_good;
}

static void complain_of_missing(const struct gcov *gcov) {
  size_t count = gcov->missing_count;
  const char *one = gcov->missing;
  for (size_t i = 0; i < gcov->objects.count; i++) {
    const struct object *object = &gcov->objects.data[i];
    if (object->tool[0] != '\0' || object->base != NULL) continue;
    one = strrchr(object->data, '/') + 1;
    count++;
  }
  if (count == 1)
    fprintf(stderr, "smew: a source is not found: %s; --source-dir names its directory\n", one);
  if (count > 1)
    fprintf(stderr,
            "smew: %zu sources are not found, for example %s; --source-dir names their directory\n",
            count, one);
}

bool replay_gcov_read(struct crew *crew, const char *counts, const char *own,
                      const char *source_directory, struct lcov *lcov) {
  struct gcov gcov = {.crew = crew, .own = own, .source_directory = source_directory, .lcov = lcov};
  char *root = alloc_format("%s/gcov", counts);
  if (access(root, R_OK) == 0) find_objects(&gcov, root);
  bool is_good = run_round(&gcov, ROUND_BASES) && run_round(&gcov, ROUND_COUNTS);
  if (is_good) complain_of_missing(&gcov);
  for (size_t i = 0; i < gcov.objects.count; i++) {
    free(gcov.objects.data[i].data);
    free(gcov.objects.data[i].home);
    free(gcov.objects.data[i].base);
  }
  vec_free(&gcov.objects);
  free(gcov.missing);
  free(root);
  return is_good;
}

/* smew coverage: what explorations covered. A run's coverage.info has lines, branches and
   functions; its summary.json says whether the run was complete. Several runs are added up.

   A line that a complete exploration did not cover is dead: no input of the kind that the run made
   symbolic leads there. With several runs it is dead if all runs that contain its file were
   complete and none reached it. Coverage from other sources (lcov's files) proves nothing.

   A function's lines are those from its definition to the next one: lcov does not record where a
   function ends, and C has no nested functions. */
#include "report/coverage_list.h"

#include "report/lcov.h"
#include "report/summary_facts.h"
#include "util/buffer.h"
#include "util/fault.h"
#include "util/file.h"
#include "util/json.h"

#include <dirent.h>
#include <errno.h>
#include <limits.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

struct run {
  const char *path; /* borrowed */
  bool is_complete;
};

struct listing {
  char here[PATH_MAX]; /* the working directory */
  struct lcov lcov;
  VEC(struct run) runs;
  VEC(char *) doubtful; /* owned paths of files that an incomplete run contains */
  bool is_all_doubtful; /* a run has no coverage yet: which files it contains is not known */
};

/* ---- reading ---- */

static void note_doubt(struct listing *listing, const struct lcov *part) {
  for (size_t i = 0; i < part->files.count; i++)
    vec_push(&listing->doubtful, alloc_string(part->files.data[i].path));
}

static bool say(char *error) {
  fprintf(stderr, "smew: %s\n", error);
  free(error);
  return false;
}

/* How many tests of the directory were written after that moment; all for NULL. */
static size_t count_tests(const char *directory, const struct timespec *after) {
  static const char suffix[] = ".ktest";
  DIR *entries = opendir(directory);
  struct dirent *entry;
  struct stat status;
  size_t count = 0;
  while (entries != NULL && (entry = readdir(entries)) != NULL) {
    size_t length = strlen(entry->d_name);
    if (length < sizeof suffix || strcmp(entry->d_name + length - strlen(suffix), suffix) != 0)
      continue;
    if (fstatat(dirfd(entries), entry->d_name, &status, 0) != 0) continue;
    const struct timespec *made = &status.st_mtim;
    count += after == NULL || made->tv_sec > after->tv_sec ||
             (made->tv_sec == after->tv_sec && made->tv_nsec > after->tv_nsec);
  }
  if (entries != NULL) closedir(entries);
  return count;
}

/* What is missing of a run that was killed: its coverage is as old as its last summary. */
static void note_missing(const char *directory, const struct timespec *saved) {
  size_t tests = count_tests(directory, saved);
  fprintf(stderr,
          "smew: warning: the run of %s has not ended (it was killed, or goes on): ", directory);
  if (saved == NULL)
    fprintf(stderr, "it has no coverage yet (coverage.info); %zu test%s would show some", tests,
            tests == 1 ? "" : "s");
  else
    fprintf(stderr, "what %zu later test%s cover%s is missing here", tests, tests == 1 ? "" : "s",
            tests == 1 ? "s" : "");
  fprintf(stderr, " (smew replay --cov)\n");
}

/* The coverage of a run, if it has any; false after a message if the directory is none of a run. A
   summary that cannot be read makes the run incomplete, nothing else. */
static bool find_coverage(const char *directory, struct run *run, char **file) {
  struct summary_facts facts;
  struct stat status;
  char *error = NULL;
  *file = alloc_format("%s/coverage.info", directory);
  bool is_there = stat(*file, &status) == 0;
  if (!summary_facts_read(&facts, directory, &error)) {
    fprintf(stderr, "smew: warning: %s; the run counts as not complete\n", error);
    free(error);
  } else if (facts.is_there && (!facts.has_ended || !is_there)) {
    note_missing(directory, is_there ? &status.st_mtim : NULL);
  }
  run->is_complete = facts.is_complete;
  bool is_run = facts.is_there || is_there;
  summary_facts_free(&facts);
  if (is_there) return true;
  free(*file);
  *file = NULL;
  return is_run || say(alloc_format("%s has no coverage (coverage.info): it is not a directory of "
                                    "smew run",
                                    directory));
}

static bool read_operand(struct listing *listing, const char *path) {
  struct stat status;
  struct lcov part = {0};
  struct run run = {.path = path};
  char *error = NULL, *file = NULL;
  if (stat(path, &status) != 0)
    return say(alloc_format("cannot read %s: %s", path, strerror(errno)));
  if (S_ISDIR(status.st_mode)) {
    if (!find_coverage(path, &run, &file)) return false;
    if (file == NULL) {
      listing->is_all_doubtful = true;
      return true;
    }
  } else {
    file = alloc_string(path);
  }
  /* Twice: once for the sum, once for the files of this operand. */
  bool is_good = lcov_read(&part, file, &error) && lcov_read(&listing->lcov, file, &error);
  if (is_good && !run.is_complete) note_doubt(listing, &part);
  if (is_good) vec_push(&listing->runs, run);
  lcov_free(&part);
  free(file);
  return is_good || say(error);
}

static bool is_certain(const struct listing *listing, const struct lcov_file *file) {
  if (listing->is_all_doubtful) return false;
  for (size_t i = 0; i < listing->doubtful.count; i++)
    if (strcmp(listing->doubtful.data[i], file->path) == 0) return false;
  return true;
}

static bool is_all_complete(const struct listing *listing) {
  if (listing->is_all_doubtful) return false;
  for (size_t i = 0; i < listing->runs.count; i++)
    if (!listing->runs.data[i].is_complete) return false;
  return true;
}

/* ---- functions ---- */

/* The sums of the lines from `first` to before `end` (0: to the last). */
static struct lcov_totals count_between(const struct lcov_file *file, unsigned first,
                                        unsigned end) {
  struct lcov_totals totals = {0};
  for (size_t i = 0; i < file->lines.count; i++) {
    const struct lcov_line *line = &file->lines.data[i];
    if (line->number < first || (end != 0 && line->number >= end)) continue;
    totals.lines.found++;
    totals.lines.hit += line->hits > 0;
  }
  for (size_t i = 0; i < file->branches.count; i++) {
    const struct lcov_branch *branch = &file->branches.data[i];
    if (branch->line < first || (end != 0 && branch->line >= end)) continue;
    totals.branches.found++;
    totals.branches.hit += branch->hits > 0;
  }
  return totals;
}

static struct lcov_totals count_function(const struct lcov_file *file, size_t index) {
  unsigned first = file->functions.data[index].line, end = 0;
  for (size_t i = index + 1; i < file->functions.count && end == 0; i++)
    if (file->functions.data[i].line > first) end = file->functions.data[i].line;
  return count_between(file, first, end);
}

/* ---- the table ---- */

/* The path from here, for files below this directory. */
static const char *shown_path(const struct listing *listing, const char *path) {
  size_t length = strlen(listing->here);
  bool is_below = length > 1 && strncmp(path, listing->here, length) == 0 && path[length] == '/';
  return is_below ? path + length + 1 : path;
}

static void print_count(struct lcov_count count) {
  char text[64];
  snprintf(text, sizeof text, "%llu/%llu", (unsigned long long)count.hit,
           (unsigned long long)count.found);
  if (count.found > 0)
    printf("%13s %5.1f%%", text, 100.0 * (double)count.hit / (double)count.found);
  else
    printf("%13s %6s", "-", "");
}

static void print_row(const struct lcov_totals *totals, const char *indent, const char *name) {
  print_count(totals->lines);
  print_count(totals->branches);
  printf("  %s%s\n", indent, name);
}

static void print_table(const struct listing *listing) {
  printf("%20s%20s  file, function\n", "lines", "branches");
  for (size_t i = 0; i < listing->lcov.files.count; i++) {
    const struct lcov_file *file = &listing->lcov.files.data[i];
    struct lcov_totals totals = lcov_file_totals(file);
    print_row(&totals, "", shown_path(listing, file->path));
    for (size_t k = 0; k < file->functions.count; k++) {
      totals = count_function(file, k);
      print_row(&totals, "  ", file->functions.data[k].name);
    }
  }
  struct lcov_totals all = lcov_totals(&listing->lcov);
  print_row(&all, "", "total");
}

/* ---- dead lines ---- */

/* Calls with ranges of uncovered lines that have no other line with code between them. */
static void add_uncovered(const struct lcov_file *file, struct buffer *out) {
  for (size_t i = 0; i < file->lines.count; i++) {
    if (file->lines.data[i].hits > 0) continue;
    size_t last = i;
    while (last + 1 < file->lines.count && file->lines.data[last + 1].hits == 0) last++;
    if (out->length > 0) buffer_add(out, ", ");
    buffer_add(out, "%u", file->lines.data[i].number);
    if (last > i) buffer_add(out, "-%u", file->lines.data[last].number);
    i = last;
  }
}

static void print_uncovered(const struct listing *listing, bool is_dead, const char *title) {
  bool has_title = false;
  for (size_t i = 0; i < listing->lcov.files.count; i++) {
    const struct lcov_file *file = &listing->lcov.files.data[i];
    struct buffer text = {0};
    if (is_certain(listing, file) == is_dead) add_uncovered(file, &text);
    if (text.length > 0) {
      if (!has_title) printf("%s\n", title);
      has_title = true;
      printf("  %s: %s\n", shown_path(listing, file->path), text.text);
    }
    buffer_free(&text);
  }
}

static void print_text(const struct listing *listing) {
  print_table(listing);
  print_uncovered(listing, true,
                  "dead, since the exploration was complete and did not reach them:");
  print_uncovered(listing, false,
                  "not covered, and not proven dead, since the exploration was not complete:");
}

/* ---- JSON ---- */

static void add_count(struct json *json, const char *key, struct lcov_count count) {
  json_begin_object(json, key);
  json_add_number(json, "covered", count.hit);
  json_add_number(json, "total", count.found);
  json_end_object(json);
}

static void add_function(struct json *json, const struct lcov_file *file, size_t index) {
  struct lcov_totals totals = count_function(file, index);
  json_begin_object(json, NULL);
  json_add_string(json, "name", file->functions.data[index].name);
  json_add_number(json, "line", file->functions.data[index].line);
  json_add_bool(json, "covered", file->functions.data[index].hits > 0);
  add_count(json, "lines", totals.lines);
  add_count(json, "branches", totals.branches);
  json_end_object(json);
}

static void add_lines(struct json *json, const char *key, const struct lcov_file *file) {
  json_begin_array(json, key);
  for (size_t i = 0; i < file->lines.count; i++)
    if (file->lines.data[i].hits == 0) json_add_number(json, NULL, file->lines.data[i].number);
  json_end_array(json);
}

static void add_file(struct json *json, const struct listing *listing,
                     const struct lcov_file *file) {
  static const struct lcov_file none = {0};
  struct lcov_totals totals = lcov_file_totals(file);
  json_begin_object(json, NULL);
  json_add_string(json, "file", file->path);
  add_count(json, "lines", totals.lines);
  add_count(json, "branches", totals.branches);
  add_count(json, "functions", totals.functions);
  add_lines(json, "uncovered", file);
  add_lines(json, "dead", is_certain(listing, file) ? file : &none);
  json_begin_array(json, "by_function");
  for (size_t i = 0; i < file->functions.count; i++) add_function(json, file, i);
  json_end_array(json);
  json_end_object(json);
}

static void print_json(const struct listing *listing) {
  struct buffer text = {0};
  struct json json = {.out = &text};
  struct lcov_totals totals = lcov_totals(&listing->lcov);
  json_begin_object(&json, NULL);
  json_begin_array(&json, "runs");
  for (size_t i = 0; i < listing->runs.count; i++)
    json_add_string(&json, NULL, listing->runs.data[i].path);
  json_end_array(&json);
  json_add_bool(&json, "complete", is_all_complete(listing));
  json_begin_array(&json, "files");
  for (size_t i = 0; i < listing->lcov.files.count; i++)
    add_file(&json, listing, &listing->lcov.files.data[i]);
  json_end_array(&json);
  json_begin_object(&json, "total");
  add_count(&json, "lines", totals.lines);
  add_count(&json, "branches", totals.branches);
  add_count(&json, "functions", totals.functions);
  json_end_object(&json);
  json_end_object(&json);
  printf("%s\n", text.text);
  buffer_free(&text);
}

/* ---- the listing ---- */

/* The file that the name refers to: by its path, the end of its path, or its name without
   directories. */
static const struct lcov_file *find_file(const struct listing *listing, const char *name) {
  const struct lcov_file *found = NULL;
  size_t length = strlen(name);
  char *path = realpath(name, NULL);
  for (size_t i = 0; i < listing->lcov.files.count; i++) {
    const struct lcov_file *file = &listing->lcov.files.data[i];
    size_t size = strlen(file->path);
    if (path != NULL && strcmp(file->path, path) == 0) found = file;
    if (found == NULL && size >= length && strcmp(file->path + size - length, name) == 0 &&
        (size == length || file->path[size - length - 1] == '/'))
      found = file;
  }
  free(path);
  return found;
}

/* "1 of 2 branches" of a line, or nothing if it has none. */
static void print_branches(const struct lcov_file *file, unsigned line, size_t *at) {
  unsigned found = 0, hit = 0;
  while (*at < file->branches.count && file->branches.data[*at].line < line) ++*at;
  for (; *at < file->branches.count && file->branches.data[*at].line == line; ++*at) {
    found++;
    hit += file->branches.data[*at].hits > 0;
  }
  if (found > 0)
    printf("%4u/%-4u", hit, found);
  else
    printf("%9s", "");
}

static int print_lines(const struct listing *listing, const char *name) {
  const struct lcov_file *file = find_file(listing, name);
  FILE *source = file != NULL ? file_open_regular(file->path, FILE_MOST_TEXT, true) : NULL;
  if (file == NULL) {
    fprintf(stderr, "smew: there is no coverage of %s; without --lines the files are listed\n",
            name);
    return SMEW_EXIT_USAGE;
  }
  if (source == NULL) {
    fprintf(stderr, "smew: cannot read %s: %s\n", file->path, strerror(errno));
    return SMEW_EXIT_USAGE;
  }
  const char *uncovered = is_certain(listing, file) ? "dead" : "-";
  char *line = NULL;
  size_t capacity = 0, next = 0, branch = 0;
  for (unsigned number = 1; file_read_line(&line, &capacity, source) >= 0; number++) {
    const char *mark = "";
    if (next < file->lines.count && file->lines.data[next].number == number)
      mark = file->lines.data[next++].hits > 0 ? "+" : uncovered;
    line[strcspn(line, "\n")] = '\0';
    printf("%5s ", mark);
    print_branches(file, number, &branch);
    printf("%6u | %s\n", number, line);
  }
  free(line);
  fclose(source);
  return 0;
}

int coverage_list(const struct coverage_list_options *options) {
  struct listing listing = {0};
  int status = 0;
  if (getcwd(listing.here, sizeof listing.here) == NULL) listing.here[0] = '\0';
  for (size_t i = 0; status == 0 && i < options->path_count; i++)
    if (!read_operand(&listing, options->paths[i])) status = SMEW_EXIT_USAGE;
  if (status == 0 && listing.runs.count == 0) {
    fprintf(stderr, "smew: there is no coverage to show\n");
    status = SMEW_EXIT_USAGE;
  }
  lcov_settle(&listing.lcov);
  if (status == 0 && options->listing != NULL)
    status = print_lines(&listing, options->listing);
  else if (status == 0 && options->is_json)
    print_json(&listing);
  else if (status == 0)
    print_text(&listing);
  lcov_free(&listing.lcov);
  for (size_t i = 0; i < listing.doubtful.count; i++) free(listing.doubtful.data[i]);
  vec_free(&listing.doubtful);
  vec_free(&listing.runs);
  return status;
}

/* Coverage of a replay, by clang's source-based instrumentation. Its counters live in a mapped file
   (%c in LLVM_PROFILE_FILE), so a test that crashes or is killed counts too. The profiles of all
   tests are merged and llvm-cov's summary is read. A sanitized build and a plain one of the same
   source share their counters' layout, so their profiles add up. */
#include "report/replay_coverage.h"

#include "report/replay_process.h"
#include "util/alloc.h"
#include "util/buffer.h"
#include "util/json_read.h"

#include <dirent.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

#ifndef SMEW_PROFDATA
#define SMEW_PROFDATA "llvm-profdata-19"
#endif
#ifndef SMEW_COV
#define SMEW_COV "llvm-cov-19"
#endif

/* The names of the profiles, one per line: there may be more than a command line can hold. A
   program killed before it began leaves an empty profile, which is none. */
static size_t list_profiles(const char *directory, const char *list_path) {
  static const char suffix[] = ".profraw";
  DIR *entries = opendir(directory);
  FILE *list = fopen(list_path, "w");
  size_t count = 0;
  for (struct dirent *entry; entries && list && (entry = readdir(entries)) != NULL;) {
    size_t length = strlen(entry->d_name);
    if (length < sizeof suffix || strcmp(entry->d_name + length - sizeof suffix + 1, suffix) != 0)
      continue;
    char *path = alloc_format("%s/%s", directory, entry->d_name);
    struct stat status;
    if (stat(path, &status) == 0 && status.st_size > 0) {
      fprintf(list, "%s\n", path);
      count++;
    }
    free(path);
  }
  if (entries) closedir(entries);
  if (list) fclose(list);
  return count;
}

static bool merge(struct crew *crew, const char *list_path, const char *merged) {
  char *list_option = alloc_format("--input-files=%s", list_path);
  char *argv[] = {SMEW_PROFDATA, "merge",    "--sparse",     "--failure-mode=all",
                  list_option,   "--output", (char *)merged, NULL};
  struct crew_command command = {.argv = argv};
  bool is_good = crew_run(crew, &command);
  free(list_option);
  return is_good;
}

/* llvm-cov writes to its standard output, so a shell redirects it. */
static bool export_summary(struct crew *crew, const char *merged, const char *executable,
                           const char *summary) {
  static const char script[] =
      "exec \"$0\" export --summary-only --instr-profile=\"$1\" \"$2\" >\"$3\"";
  char *argv[] = {
      "sh", "-c", (char *)script, SMEW_COV, (char *)merged, (char *)executable, (char *)summary,
      NULL};
  struct crew_command command = {.argv = argv};
  return crew_run(crew, &command);
}

static bool read_total(const struct json_value *totals, const char *key, double *count,
                       double *covered) {
  const struct json_value *total = json_member(totals, key);
  const double *all = json_member_number(total, "count");
  const double *some = json_member_number(total, "covered");
  if (all == NULL || some == NULL) return false;
  *count = *all;
  *covered = *some;
  return true;
}

static bool read_summary(const char *path, struct replay_coverage *coverage) {
  FILE *file = fopen(path, "r");
  struct buffer text = {0};
  char block[1 << 16], *error = NULL;
  size_t size;
  if (file == NULL) return false;
  while ((size = fread(block, 1, sizeof block, file)) > 0) buffer_add_bytes(&text, block, size);
  fclose(file);
  struct json_value *summary = json_read(text.text ? text.text : "", text.length, &error);
  const struct json_value *data = json_member(summary, "data");
  const struct json_value *totals = data && data->kind == JSON_ARRAY && data->count > 0
                                        ? json_member(data->items, "totals")
                                        : NULL;
  bool is_good = read_total(totals, "lines", &coverage->lines, &coverage->lines_covered) &&
                 read_total(totals, "branches", &coverage->branches, &coverage->branches_covered);
  if (!is_good)
    fprintf(stderr, "smew: cannot read what " SMEW_COV " says: %s\n", error ? error : "no totals");
  json_free(summary);
  buffer_free(&text);
  free(error);
  return is_good;
}

bool replay_coverage_read(struct crew *crew, const char *directory, const char *executable,
                          struct replay_coverage *coverage) {
  char *list = alloc_format("%s/profiles", directory);
  char *merged = alloc_format("%s/merged.profdata", directory);
  char *summary = alloc_format("%s/summary.json", directory);
  bool is_good = false;
  if (list_profiles(directory, list) == 0)
    fprintf(stderr, "smew: no test left a profile, so there is no coverage to tell\n");
  else
    is_good = merge(crew, list, merged) && export_summary(crew, merged, executable, summary) &&
              read_summary(summary, coverage);
  free(list);
  free(merged);
  free(summary);
  return is_good;
}

/* Coverage of a replay. Executables that replay compiles have clang's source-based instrumentation,
   whose counters are in a mapped file (%c in LLVM_PROFILE_FILE), so a test that crashes or is
   killed counts too. A sanitized build and a plain one of the same source have the same layout of
   counters, so their profiles can be added up. The user's own executables may have gcov's
   instrumentation instead. */
#include "replay/replay_coverage.h"

#include "replay/replay_process.h"
#include "report/lcov.h"
#include "util/alloc.h"

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

/* The names of the profiles, one per line: there may be too many for a command line. A program that
   was killed before it began leaves an empty profile, which is skipped. */
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
    bool is_line = strchr(path, '\n') == NULL;
    if (is_line && lstat(path, &status) == 0 && S_ISREG(status.st_mode) && status.st_size > 0) {
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
static bool export_lcov(struct crew *crew, const char *merged, const char *executable,
                        const char *result) {
  static const char script[] =
      "exec \"$0\" export --format=lcov --instr-profile=\"$1\" \"$2\" >\"$3\"";
  char *argv[] = {
      "sh",           "-c", (char *)script, SMEW_COV, (char *)merged, (char *)executable,
      (char *)result, NULL};
  struct crew_command command = {.argv = argv};
  return crew_run(crew, &command);
}

static bool read_profiles(struct crew *crew, const char *own, const char *executable,
                          const char *list, struct lcov *lcov) {
  char *merged = alloc_format("%s/merged.profdata", own), *error = NULL;
  char *result = alloc_format("%s/exported.info", own);
  bool is_good = merge(crew, list, merged) && export_lcov(crew, merged, executable, result);
  if (is_good && !lcov_read(lcov, result, &error)) {
    fprintf(stderr, "smew: %s\n", error);
    free(error);
    is_good = false;
  }
  free(merged);
  free(result);
  return is_good;
}

bool replay_coverage_read(struct crew *crew, const char *counts, const char *own,
                          const char *executable, const char *source_directory, struct lcov *lcov) {
  char *list = alloc_format("%s/profiles", own);
  bool has_profiles = list_profiles(counts, list) > 0;
  bool is_good = replay_gcov_read(crew, counts, own, source_directory, lcov);
  if (is_good && has_profiles) is_good = read_profiles(crew, own, executable, list, lcov);
  free(list);
  lcov_settle(lcov);
  if (!is_good || lcov->files.count > 0) return is_good;
  fprintf(stderr, "smew: no test wrote counts, so there is no coverage\n");
  return false;
}

/* Replaying tests. The tests of a directory come from one program, which is compiled once, or
   twice: errors of memory and arithmetic often pass unnoticed natively, so unless the user says
   otherwise their tests run in an executable with sanitizers and all others in a plain one.

   Tests run side by side and end in any order; what is printed keeps the order of the tests. */
#include "report/replay.h"

#include "report/ktest.h"
#include "report/replay_build.h"
#include "report/replay_coverage.h"
#include "report/replay_facts.h"
#include "report/replay_findings.h"
#include "report/replay_process.h"
#include "report/replay_scratch.h"
#include "report/replay_tests.h"
#include "report/replay_verdict.h"
#include "util/alloc.h"
#include "util/buffer.h"
#include "util/fault.h"

#include <dirent.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

/* UBSan's checks are made by the compiler of C: bitcode can have none. */
static const char source_sanitizers[] = "address,undefined", bitcode_sanitizers[] = "address";
enum { INTERRUPTED = 130 };

/* What became of a test. */
struct result {
  bool is_known;
  enum replay_verdict verdict;
  char *text; /* owned; until it is printed */
};

struct replay {
  const struct replay_options *options;
  struct crew *crew;
  char *scratch;
  char *profiles;   /* directory of the profiles; NULL: no coverage is wanted */
  char *symbolizer; /* what sanitizers find source lines with; NULL: unknown */
  size_t counts[VERDICT_COUNT];
};

/* One directory's tests under way. */
struct batch {
  struct replay *replay;
  const struct replay_group *group;
  struct replay_facts facts;
  char *plain, *sanitized; /* owned paths of executables; NULL: there is none */
  struct result *results;  /* per test */
  size_t printed;          /* results before this one are printed */
  size_t running;
};

/* ---- the environment of a test ---- */

static void add_variable(replay_words *environment, const char *name, char *value) {
  vec_push(environment, alloc_format("%s=%s", name, value));
  free(value);
}

static bool is_ours(const char *variable) {
  static const char *const names[] = {
      "KTEST_FILE=",    "SMEW_REPLAY_LOG=", "LLVM_PROFILE_FILE=",    "ASAN_OPTIONS=",
      "UBSAN_OPTIONS=", "LSAN_OPTIONS=",    "ASAN_SYMBOLIZER_PATH=", "UBSAN_SYMBOLIZER_PATH="};
  for (size_t i = 0; i < sizeof names / sizeof *names; i++)
    if (strncmp(variable, names[i], strlen(names[i])) == 0) return true;
  return false;
}

static replay_words make_environment(const struct batch *batch, size_t index, const char *place) {
  extern char **environ;
  const struct replay *replay = batch->replay;
  const struct replay_test *test = &batch->group->tests.data[index];
  bool wants_leaks = test->kind != NULL && strcmp(test->kind, "leak") == 0;
  replay_words words = {0};
  for (char **variable = environ; *variable != NULL; variable++)
    if (!is_ours(*variable)) vec_push(&words, alloc_string(*variable));
  add_variable(&words, "KTEST_FILE", alloc_string(test->path));
  add_variable(&words, "SMEW_REPLAY_LOG", alloc_format("%s/events", place));
  /* A failed allocation returns NULL, as it does in smew. */
  add_variable(&words, "ASAN_OPTIONS",
               alloc_format("log_path=%s/report:detect_leaks=%d:allocator_may_return_null=1:"
                            "abort_on_error=0:exitcode=99:handle_abort=0",
                            place, wants_leaks));
  add_variable(&words, "UBSAN_OPTIONS", alloc_format("log_path=%s/report:exitcode=99", place));
  add_variable(&words, "LSAN_OPTIONS", alloc_format("log_path=%s/report:exitcode=99", place));
  if (replay->symbolizer != NULL) {
    add_variable(&words, "ASAN_SYMBOLIZER_PATH", alloc_string(replay->symbolizer));
    add_variable(&words, "UBSAN_SYMBOLIZER_PATH", alloc_string(replay->symbolizer));
  }
  if (replay->profiles != NULL)
    add_variable(&words, "LLVM_PROFILE_FILE",
                 alloc_format("%s/%zu-%%p%%c.profraw", replay->profiles, index));
  vec_push(&words, NULL);
  return words;
}

/* ---- one test ---- */

/* The directory of a test's files. */
static char *place_of(const struct batch *batch, size_t index) {
  return alloc_format("%s/test-%zu", batch->replay->scratch, index);
}

/* Takes the text, which may quote files that are anything: no control characters to the terminal.
 */
static void settle(struct batch *batch, size_t index, enum replay_verdict verdict, char *text) {
  for (char *at = text; *at != '\0'; at++)
    if ((unsigned char)*at < ' ' || *at == 0x7f) *at = '?';
  batch->results[index] = (struct result){.is_known = true, .verdict = verdict, .text = text};
  batch->replay->counts[verdict]++;
}

static void print_results(struct batch *batch) {
  while (batch->printed < batch->group->tests.count && batch->results[batch->printed].is_known) {
    struct result *result = &batch->results[batch->printed];
    printf("%s: %s\n", batch->group->tests.data[batch->printed].name, result->text);
    free(result->text);
    result->text = NULL;
    batch->printed++;
  }
  fflush(stdout);
}

static const char *executable_for(const struct batch *batch, const struct replay_test *test) {
  if (batch->replay->options->binary != NULL) return batch->replay->options->binary;
  bool wants_sanitized =
      batch->plain == NULL || (test->kind != NULL && replay_kind_needs_sanitizer(test->kind));
  return wants_sanitized && batch->sanitized != NULL ? batch->sanitized : batch->plain;
}

/* Starts the executable on the test's arguments. */
static bool launch(struct batch *batch, size_t index, const struct ktest *ktest) {
  const struct replay_options *options = batch->replay->options;
  char *place = place_of(batch, index);
  char *directory = mkdir(place, 0777) == 0 ? scratch_add(place, "run") : NULL;
  bool is_good = directory != NULL;
  if (is_good) {
    replay_words environment = make_environment(batch, index, place), argv = {0};
    const char *executable = executable_for(batch, &batch->group->tests.data[index]);
    vec_push(&argv, alloc_string(ktest->arg_count > 0 ? ktest->args[0] : executable));
    for (size_t i = 1; i < ktest->arg_count; i++) vec_push(&argv, alloc_string(ktest->args[i]));
    vec_push(&argv, NULL);
    struct crew_command command = {.file = executable,
                                   .argv = argv.data,
                                   .environment = environment.data,
                                   .directory = directory,
                                   .is_silent = !options->shows_output,
                                   .is_bounded = true};
    is_good = crew_start(batch->replay->crew, &command, options->seconds, index);
    replay_words_free(&argv);
    replay_words_free(&environment);
  }
  free(directory);
  free(place);
  return is_good;
}

/* False when nothing can be run at all. */
static bool start_test(struct batch *batch, size_t index) {
  const struct replay_test *test = &batch->group->tests.data[index];
  struct ktest ktest;
  char *error = NULL;
  if (!ktest_read(test->path, &ktest, &error)) {
    /* The message starts with the path, the line will start with the test's name. */
    settle(batch, index, VERDICT_LOST, alloc_string(error + strlen(test->path) + 2));
    free(error);
    return true;
  }
  bool is_started = launch(batch, index, &ktest);
  ktest_free(&ktest);
  batch->running += is_started;
  return is_started;
}

/* Sanitizers append the process id to the name of their log. */
static void read_logs(const char *place, struct replay_findings *findings) {
  DIR *directory = opendir(place);
  for (struct dirent *entry; directory != NULL && (entry = readdir(directory)) != NULL;) {
    if (strncmp(entry->d_name, "report.", 7) != 0) continue;
    char *path = alloc_format("%s/%s", place, entry->d_name);
    replay_findings_add_sanitizer(findings, path);
    free(path);
  }
  if (directory != NULL) closedir(directory);
  char *events = alloc_format("%s/events", place);
  replay_findings_add_events(findings, events);
  free(events);
}

static void finish_test(struct batch *batch, const struct crew_exit *end) {
  char *place = place_of(batch, end->tag);
  struct replay_findings findings = {0};
  struct buffer text = {0};
  read_logs(place, &findings);
  enum replay_verdict verdict =
      replay_judge(&batch->group->tests.data[end->tag], end, &findings, &text);
  settle(batch, end->tag, verdict, text.text);
  replay_findings_free(&findings);
  scratch_free(place);
  batch->running--;
  print_results(batch);
}

static bool run_tests(struct batch *batch, size_t jobs) {
  struct crew_exit end;
  bool is_good = true;
  for (size_t next = 0; is_good && next < batch->group->tests.count;) {
    if (batch->running < jobs)
      is_good = start_test(batch, next++);
    else if ((is_good = crew_wait(batch->replay->crew, &end)))
      finish_test(batch, &end);
  }
  while (crew_wait(batch->replay->crew, &end)) finish_test(batch, &end);
  print_results(batch);
  return is_good && !crew_is_interrupted(batch->replay->crew);
}

/* ---- one directory ---- */

static char *build(struct batch *batch, const char *sanitizers, const char *name, bool is_quiet) {
  struct replay *replay = batch->replay;
  struct replay_build build = {.facts = &batch->facts,
                               .flags = replay->options->flags,
                               .flag_count = replay->options->flag_count,
                               .sanitizers = sanitizers,
                               .covers = replay->profiles != NULL,
                               .is_quiet = is_quiet};
  char *directory = scratch_add(replay->scratch, name);
  char *executable = directory ? replay_build(replay->crew, &build, directory) : NULL;
  free(directory);
  return executable;
}

static size_t count_needing_sanitizers(const struct replay_group *group) {
  size_t count = 0;
  for (size_t i = 0; i < group->tests.count; i++) {
    const char *kind = group->tests.data[i].kind;
    count += kind != NULL && replay_kind_needs_sanitizer(kind);
  }
  return count;
}

/* By the user's choice, or for the tests that need it as far as it can be done. */
static bool build_executables(struct batch *batch) {
  const char *wanted = batch->replay->options->sanitizers;
  bool is_source = replay_build_is_source(batch->facts.program);
  const char *usual = is_source ? source_sanitizers : bitcode_sanitizers;
  if (wanted != NULL && strcmp(wanted, "none") != 0) {
    if (!is_source && strcmp(wanted, bitcode_sanitizers) != 0)
      fprintf(stderr, "smew: %s is no C source: of the sanitizers it can only have address\n",
              batch->facts.program);
    return (batch->sanitized = build(batch, wanted, "sanitized", false)) != NULL;
  }
  size_t needing = wanted == NULL ? count_needing_sanitizers(batch->group) : 0;
  if (needing < batch->group->tests.count || needing == 0)
    if ((batch->plain = build(batch, NULL, "plain", false)) == NULL) return false;
  if (needing == 0) return true;
  batch->sanitized = build(batch, usual, "sanitized", batch->plain != NULL);
  if (batch->sanitized != NULL || crew_is_interrupted(batch->replay->crew)) return true;
  fprintf(stderr, "smew: cannot compile with -fsanitize=%s; errors may pass unnoticed without\n",
          usual);
  if (batch->plain == NULL) batch->plain = build(batch, NULL, "plain", false);
  return batch->plain != NULL;
}

static void replace_text(char **text, const char *other) {
  if (other == NULL) return;
  free(*text);
  *text = alloc_string(other);
}

static bool learn_program(struct batch *batch) {
  const struct replay_options *options = batch->replay->options;
  char *error = NULL;
  if (!replay_facts_read(&batch->facts, batch->group->directory, &error)) {
    fprintf(stderr, "smew: %s\n", error);
    free(error);
    if (options->source == NULL) return false;
  }
  if (options->source != NULL) {
    free(batch->facts.directory);
    batch->facts.directory = NULL;
  }
  replace_text(&batch->facts.program, options->source);
  replace_text(&batch->facts.entry_point, options->entry_point);
  if (batch->facts.program != NULL) return true;
  fprintf(stderr,
          "smew: nothing in %s tells which program its tests are for: name it with --source FILE, "
          "or an executable with --bin\n",
          batch->group->directory);
  return false;
}

static void print_coverage(struct batch *batch) {
  struct replay_coverage coverage;
  if (!replay_build_is_source(batch->facts.program)) {
    fprintf(stderr, "smew: %s is no C source: there is no coverage to tell\n",
            batch->facts.program);
    return;
  }
  const char *executable = batch->plain != NULL ? batch->plain : batch->sanitized;
  if (!replay_coverage_read(batch->replay->crew, batch->replay->profiles, executable, &coverage))
    return;
  printf("coverage: %.0f of %.0f lines", coverage.lines_covered, coverage.lines);
  if (coverage.lines > 0) printf(" (%.1f%%)", 100 * coverage.lines_covered / coverage.lines);
  printf(", %.0f of %.0f branches", coverage.branches_covered, coverage.branches);
  if (coverage.branches > 0)
    printf(" (%.1f%%)", 100 * coverage.branches_covered / coverage.branches);
  printf("\n");
}

/* Exit statuses of a function that is not main may be anything. */
static void forget_statuses(struct replay_group *group) {
  for (size_t i = 0; i < group->tests.count; i++) group->tests.data[i].has_status = false;
}

static int replay_group(struct replay *replay, struct replay_group *group, size_t jobs) {
  struct batch batch = {.replay = replay, .group = group};
  batch.results = alloc_zeroed(group->tests.count * sizeof *batch.results);
  bool is_ready =
      replay->options->binary != NULL || (learn_program(&batch) && build_executables(&batch));
  const char *entry = batch.facts.entry_point;
  if (entry != NULL && strcmp(entry, "main") != 0) forget_statuses(group);
  bool is_good = is_ready && run_tests(&batch, jobs);
  if (is_good && replay->profiles != NULL) print_coverage(&batch);
  for (size_t i = 0; i < group->tests.count; i++) free(batch.results[i].text);
  free(batch.results);
  free(batch.plain);
  free(batch.sanitized);
  replay_facts_free(&batch.facts);
  if (crew_is_interrupted(replay->crew)) return INTERRUPTED;
  return is_good ? 0 : SMEW_EXIT_USAGE;
}

/* ---- all ---- */

/* The sanitizers look for llvm-symbolizer without a version. Owned. */
static char *find_in_path(const char *name) {
  const char *path = getenv("PATH");
  while (path != NULL && *path != '\0') {
    size_t length = strcspn(path, ":");
    char *file = alloc_format("%.*s/%s", (int)length, path, name);
    if (length > 0 && access(file, X_OK) == 0) return file;
    free(file);
    path += length + (path[length] == ':');
  }
  return NULL;
}

static int print_summary(const size_t *counts) {
  static const struct {
    enum replay_verdict verdict;
    const char *text;
  } bad[] = {{VERDICT_UNEXPECTED, "unexpected"},
             {VERDICT_DIFFERS, "with another exit status"},
             {VERDICT_LOST, "not followed"}};
  size_t all = 0, wrong = counts[VERDICT_NOT_REPRODUCED];
  size_t errors = counts[VERDICT_REPRODUCED] + counts[VERDICT_NOT_REPRODUCED];
  for (int i = 0; i < VERDICT_COUNT; i++) all += counts[i];
  printf("%zu test%s replayed", all, all == 1 ? "" : "s");
  if (errors > 0) printf(", %zu of %zu errors reproduced", counts[VERDICT_REPRODUCED], errors);
  for (size_t i = 0; i < sizeof bad / sizeof *bad; i++) {
    wrong += counts[bad[i].verdict];
    if (counts[bad[i].verdict] > 0) printf(", %zu %s", counts[bad[i].verdict], bad[i].text);
  }
  if (counts[VERDICT_NOT_COMPARED] > 0) printf(", %zu not compared", counts[VERDICT_NOT_COMPARED]);
  printf("\n");
  return wrong > 0 ? SMEW_EXIT_ERRORS : 0;
}

static int replay_groups(struct replay *replay, struct replay_groups *groups) {
  const struct replay_options *options = replay->options;
  long processors = sysconf(_SC_NPROCESSORS_ONLN);
  size_t jobs = options->jobs > 0 ? options->jobs : processors > 0 ? (size_t)processors : 1;
  int status = 0;
  for (size_t i = 0; i < groups->list.count && status == 0; i++) {
    char *outer = replay->scratch, name[32];
    snprintf(name, sizeof name, "group-%zu", i);
    replay->scratch = scratch_add(outer, name);
    if (options->covers && replay->scratch != NULL)
      replay->profiles = scratch_add(replay->scratch, "profiles");
    if (replay->scratch == NULL || (options->covers && replay->profiles == NULL))
      status = SMEW_EXIT_FAULT;
    else
      status = replay_group(replay, &groups->list.data[i], options->shows_output ? 1 : jobs);
    free(replay->profiles);
    replay->profiles = NULL;
    scratch_free(replay->scratch);
    replay->scratch = outer;
  }
  return status;
}

int replay_run(const struct replay_options *options) {
  struct replay_groups groups;
  struct replay replay = {.options = options};
  int status = SMEW_EXIT_USAGE;
  if (options->binary != NULL && access(options->binary, X_OK) != 0) {
    fprintf(stderr, "smew: cannot execute %s\n", options->binary);
    return status;
  }
  if (options->binary != NULL && options->covers) {
    fprintf(stderr, "smew: --cov needs to compile the program: it does not go with --bin\n");
    return status;
  }
  if (replay_groups_find(&groups, options->paths, options->path_count)) {
    replay.scratch = scratch_new();
    replay.symbolizer = find_in_path("llvm-symbolizer-19");
    status = SMEW_EXIT_FAULT;
    if (replay.scratch != NULL) {
      replay.crew = crew_new();
      status = replay_groups(&replay, &groups);
      if (status == 0) status = print_summary(replay.counts);
      scratch_free(replay.scratch);
      if (status == INTERRUPTED) fprintf(stderr, "smew: interrupted\n");
      crew_free(replay.crew);
    }
    free(replay.symbolizer);
  }
  replay_groups_free(&groups);
  return status;
}

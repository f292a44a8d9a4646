/* Replaying tests. The tests of a directory come from one program, which is compiled once, or
   twice: memory and arithmetic errors often go unnoticed natively, so by default their tests run in
   an executable with sanitizers and all others in a plain one.

   Tests run in parallel and end in any order; the output is in the order of the tests. */
#include "replay/replay.h"

#include "replay/replay_bitcode.h"
#include "replay/replay_build.h"
#include "replay/replay_cage.h"
#include "replay/replay_coverage.h"
#include "replay/replay_failures.h"
#include "replay/replay_filter.h"
#include "replay/replay_findings.h"
#include "replay/replay_flags.h"
#include "replay/replay_flight.h"
#include "replay/replay_follow.h"
#include "replay/replay_process.h"
#include "replay/replay_scratch.h"
#include "replay/replay_terminal.h"
#include "replay/replay_tests.h"
#include "replay/replay_verdict.h"
#include "report/lcov.h"
#include "report/summary_facts.h"
#include "util/alloc.h"
#include "util/buffer.h"
#include "util/fault.h"
#include "util/file.h"

#include <dirent.h>
#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>

/* UBSan's checks are inserted by the C compiler, so bitcode cannot have them. */
static const char source_sanitizers[] = "address,undefined", bitcode_sanitizers[] = "address";
enum { INTERRUPTED = 130 };

/* The result of a test. */
struct result {
  bool is_known;
  enum replay_verdict verdict;
  char *text; /* owned; until it is printed */
};

struct replay {
  const struct replay_options *options;
  struct crew *crew;
  char *scratch;
  char *profiles;   /* directory of the profiles; NULL: coverage was not requested */
  char *symbolizer; /* used by sanitizers to find source lines; NULL: unknown */
  struct call_filter *filter;
  struct cage cage;  /* what those of tests have in common */
  struct cage tools; /* for compilers and the like */
  size_t jobs;       /* tests at a time */
  size_t counts[VERDICT_COUNT];
};

/* The running tests of one directory. */
struct batch {
  struct replay *replay;
  const struct replay_group *group;
  struct summary_facts facts;
  word_list flags; /* for the compiler */
  struct flight_site site;
  char *plain, *sanitized;     /* owned paths of executables; NULL: there is none */
  char *bitcode;               /* of the program's native files, owned; NULL: unknown */
  bool is_built;               /* the executables were built by replay */
  bool is_plain_sanitized;     /* the user's own executable has sanitizers */
  bool is_32_bits;             /* the executables */
  struct result *results;      /* per test */
  struct flight **flights;     /* per test, while it is running */
  struct replay_follow follow; /* the output in smew; empty unless it is to be compared */
  size_t killed;               /* tests that ended by a signal */
  size_t printed;              /* results before this one have been printed */
  size_t running;
};

/* ---- one test ---- */

/* Takes the text, which may quote arbitrary files: control characters do not reach the terminal. */
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

static struct flight_program program_for(const struct batch *batch,
                                         const struct replay_test *test) {
  bool wants_sanitized =
      batch->plain == NULL || (test->kind != NULL && replay_kind_needs_sanitizer(test->kind));
  if (wants_sanitized && batch->sanitized != NULL)
    return (struct flight_program){batch->sanitized, true, batch->is_32_bits, true};
  return (struct flight_program){batch->plain, batch->is_plain_sanitized, batch->is_32_bits,
                                 batch->is_built};
}

/* False if nothing can be run at all. */
static bool start_test(struct batch *batch, size_t index) {
  const struct replay_test *test = &batch->group->tests.data[index];
  char *error = NULL;
  struct flight *flight = flight_new(&batch->site, test, index, &error);
  if (flight == NULL) {
    /* The message starts with the path, the line will start with the test's name. */
    settle(batch, index, test->expectation == EXPECT_CUT ? VERDICT_NOT_COMPARED : VERDICT_LOST,
           alloc_string(error + strlen(test->path) + 2));
    free(error);
    return true;
  }
  batch->flights[index] = flight;
  if (replay_world_has_failures(&flight->world) && !failures_are_possible()) {
    settle(batch, index, VERDICT_NOT_COMPARED,
           alloc_string("not compared: this machine's system calls are not known"));
    return true;
  }
  if (replay_world_has_terminals(&flight->world) && !terminals_are_possible()) {
    settle(batch, index, VERDICT_NOT_COMPARED,
           alloc_string("not compared: this machine has no pseudo-terminals"));
    return true;
  }
  struct flight_program program = program_for(batch, test);
  bool is_started = flight_start(flight, &batch->site, test, &program, index);
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

/* Compares what the program printed with what smew recorded. */
static enum replay_verdict compare_output(const struct batch *batch, const struct crew_exit *end,
                                          struct buffer *text) {
  const struct replay_world *world = &batch->flights[end->tag]->world;
  size_t length = text->length;
  bool is_wanted = world->printed != NULL || batch->replay->options->compares_output;
  if (batch->replay->options->shows_output || !is_wanted) return VERDICT_FINE;
  if (end->is_cut) {
    buffer_add(text, ": not compared (too much output)");
    return VERDICT_NOT_COMPARED;
  }
  if (world->printed != NULL) {
    struct buffer seen = {.text = (char *)world->printed, .length = world->printed_size};
    replay_compare_text("standard output", &end->output, &seen, text);
  }
  replay_follow_compare(&batch->follow, end->tag, end, text);
  return text->length > length ? VERDICT_PRINTS_OTHER : VERDICT_FINE;
}

static void finish_test(struct batch *batch, struct crew_exit *end) {
  const struct replay_test *test = &batch->group->tests.data[end->tag];
  struct flight *flight = batch->flights[end->tag];
  struct replay_findings findings = {0};
  struct buffer text = {0};
  read_logs(flight->place, &findings);
  enum replay_verdict verdict = replay_judge(test, end, &findings, &text);
  if (verdict == VERDICT_FINE && test->expectation == EXPECT_END)
    verdict = compare_output(batch, end, &text);
  batch->killed += WIFSIGNALED(end->wait_status);
  settle(batch, end->tag, verdict, text.text);
  replay_findings_free(&findings);
  crew_exit_free(end);
  if (!batch->replay->options->keeps_files) replay_scratch_remove(flight->place);
  flight_free(flight);
  batch->flights[end->tag] = NULL;
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

/* With sanitizers, from the bitcode of what is native, as far as that is known. */
static char *build(struct batch *batch, const char *sanitizers, const char *name, bool is_quiet) {
  struct replay *replay = batch->replay;
  struct replay_build build = {.facts = &batch->facts,
                               .bitcode = sanitizers != NULL ? batch->bitcode : NULL,
                               .flags = (const char *const *)batch->flags.data,
                               .flag_count = batch->flags.count,
                               .sanitizers = sanitizers,
                               .covers = replay->profiles != NULL,
                               .is_quiet = is_quiet};
  char *directory = replay_scratch_add(replay->scratch, name);
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

static void extract_bitcode(struct batch *batch) {
  char *directory = replay_scratch_add(batch->replay->scratch, "bitcode");
  if (directory == NULL) return;
  char *output = alloc_format("%s/whole.bc", directory);
  free(directory);
  if (replay_bitcode_extract(batch->replay->crew, &batch->facts, output))
    batch->bitcode = output;
  else
    free(output);
}

/* Objects and archives whose bitcode is not known are linked as they are. */
static void extract_objects(struct batch *batch) {
  if (!replay_bitcode_has_objects(&batch->facts)) return;
  extract_bitcode(batch);
  if (batch->bitcode == NULL && !crew_is_interrupted(batch->replay->crew))
    fprintf(stderr, "smew: objects of the program are linked without sanitizers, so errors in them "
                    "may go unnoticed\n");
}

/* An executable is replayed as it is, and with sanitizers as far as its bitcode supports that. */
static void sanitize_executable(struct batch *batch) {
  const struct replay_options *options = batch->replay->options;
  if (batch->is_plain_sanitized || count_needing_sanitizers(batch->group) == 0) return;
  if (options->sanitizers != NULL && strcmp(options->sanitizers, "none") == 0) return;
  /* Only the executable itself counts what it executes. */
  if (batch->replay->profiles == NULL) extract_bitcode(batch);
  if (batch->bitcode != NULL)
    batch->sanitized = build(batch, bitcode_sanitizers, "sanitized", true);
  if (batch->sanitized == NULL && !crew_is_interrupted(batch->replay->crew))
    fprintf(stderr,
            "smew: %s has no sanitizers%s, so errors may go unnoticed; --bin names another build\n",
            batch->facts.program,
            batch->bitcode != NULL ? " and its bitcode cannot be linked with them" : "");
}

/* The compile flags of the run, as far as they are harmless, and of the user. False after a
   message. */
static bool take_flags(struct batch *batch) {
  const struct replay_options *options = batch->replay->options;
  char *error = NULL;
  if (replay_flags_take(&batch->flags, &batch->facts, options->flags, options->flag_count, &error))
    return true;
  fprintf(stderr, "smew: %s/summary.json: %s\n", batch->group->directory, error);
  free(error);
  return false;
}

/* As the user chose, or as far as possible for the tests that need it. */
static bool build_executables(struct batch *batch) {
  const char *wanted = batch->replay->options->sanitizers;
  bool is_source = replay_build_has_sources(&batch->facts);
  const char *usual = is_source ? source_sanitizers : bitcode_sanitizers;
  if (wanted != NULL && strcmp(wanted, "none") != 0) {
    extract_objects(batch);
    if (!is_source && strcmp(wanted, bitcode_sanitizers) != 0)
      fprintf(stderr, "smew: %s is not a C source: of the sanitizers, only address is possible\n",
              batch->facts.program);
    return (batch->sanitized = build(batch, wanted, "sanitized", false)) != NULL;
  }
  size_t needing = wanted == NULL ? count_needing_sanitizers(batch->group) : 0;
  if (needing < batch->group->tests.count || needing == 0)
    if ((batch->plain = build(batch, NULL, "plain", false)) == NULL) return false;
  if (needing == 0) return true;
  extract_objects(batch);
  batch->sanitized = build(batch, usual, "sanitized", batch->plain != NULL);
  if (batch->sanitized != NULL || crew_is_interrupted(batch->replay->crew)) return true;
  fprintf(stderr, "smew: cannot compile with -fsanitize=%s, so errors may go unnoticed\n", usual);
  if (batch->plain == NULL) batch->plain = build(batch, NULL, "plain", false);
  return batch->plain != NULL;
}

static void replace_text(char **text, const char *other) {
  if (other == NULL) return;
  free(*text);
  *text = alloc_string(other);
}

static bool read_facts(struct batch *batch) {
  const struct replay_options *options = batch->replay->options;
  char *error = NULL;
  if (!summary_facts_read(&batch->facts, batch->group->directory, &error)) {
    fprintf(stderr, "smew: %s\n", error);
    free(error);
    if (options->source == NULL) return false;
  }
  if (options->source != NULL) {
    free(batch->facts.directory);
    batch->facts.directory = NULL;
    word_list_free(&batch->facts.files);
  }
  replace_text(&batch->facts.program, options->source);
  replace_text(&batch->facts.entry_point, options->entry_point);
  return true;
}

/* The path of the program, relative to the working directory. Owned. */
static char *program_path(const struct summary_facts *facts) {
  if (facts->directory == NULL || facts->program[0] == '/') return alloc_string(facts->program);
  return alloc_format("%s/%s", facts->directory, facts->program);
}

static bool is_executable(const char *path) {
  char magic[4];
  FILE *file = fopen(path, "r");
  bool is_elf = file != NULL && fread(magic, 1, 4, file) == 4 && memcmp(magic, "\177ELF", 4) == 0;
  if (file != NULL) fclose(file);
  return is_elf && access(path, X_OK) == 0;
}

/* If an executable with bitcode was explored, it is run as it is. */
static bool find_executables(struct batch *batch) {
  const struct replay_options *options = batch->replay->options;
  if (options->binary != NULL) {
    batch->plain = alloc_string(options->binary);
    batch->is_plain_sanitized = flight_is_sanitized(batch->plain);
    return true;
  }
  if (batch->facts.program == NULL) {
    fprintf(stderr,
            "smew: nothing in %s says which program its tests are for: name it with --source "
            "FILE, or an executable with --bin\n",
            batch->group->directory);
    return false;
  }
  char *path = program_path(&batch->facts);
  bool is_native = is_executable(path);
  if (is_native) {
    batch->plain = realpath(path, NULL);
    batch->is_plain_sanitized = batch->plain != NULL && flight_is_sanitized(batch->plain);
    if (batch->plain != NULL) sanitize_executable(batch);
  }
  free(path);
  batch->is_built = !is_native;
  return is_native ? batch->plain != NULL : build_executables(batch);
}

static bool is_32_bits(const char *path) {
  char start[5] = "";
  FILE *file = path != NULL ? fopen(path, "r") : NULL;
  bool is_elf = file != NULL && fread(start, 1, 5, file) == 5 && memcmp(start, "\177ELF", 4) == 0;
  if (file != NULL) fclose(file);
  return is_elf && start[4] == 1;
}

/* Programs of the machine's other architecture need a sandbox that lets them. */
static bool check_bits(struct batch *batch) {
  const char *path = batch->plain != NULL ? batch->plain : batch->sanitized;
  batch->is_32_bits = is_32_bits(path);
  if (!batch->is_32_bits || batch->replay->filter == NULL ||
      filter_add_32_bits(batch->replay->filter))
    return true;
  fprintf(stderr, "smew: cannot make a sandbox for %s: %s\n", path, strerror(errno));
  return false;
}

static void print_ratio(const char *what, struct lcov_count count) {
  printf("%llu of %llu %s", (unsigned long long)count.hit, (unsigned long long)count.found, what);
  if (count.found > 0) printf(" (%.1f%%)", 100 * (double)count.hit / (double)count.found);
}

static bool write_coverage(const struct batch *batch, const struct lcov *lcov) {
  char *path = alloc_format("%s/replay.info", batch->group->directory);
  struct buffer text = {0};
  lcov_write(lcov, "smew_replay", &text);
  unlink(path); /* a link would lead elsewhere */
  int file = open(path, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0666);
  int fault = file >= 0 ? file_write_all(file, text.text, text.length) : errno;
  if (file >= 0 && close(file) != 0 && fault == 0) fault = errno;
  if (fault != 0) fprintf(stderr, "smew: cannot write %s: %s\n", path, strerror(fault));
  buffer_free(&text);
  free(path);
  return fault == 0;
}

/* False after a message if it cannot be written. */
static bool print_coverage(struct batch *batch) {
  const struct replay_options *options = batch->replay->options;
  struct lcov lcov = {0};
  if (batch->is_built && !replay_build_has_sources(&batch->facts)) {
    fprintf(stderr, "smew: %s is not a C source, so there is no coverage\n", batch->facts.program);
    return true;
  }
  bool is_good = true;
  const char *executable = batch->plain != NULL ? batch->plain : batch->sanitized;
  char *own = replay_scratch_add(batch->replay->scratch, "coverage");
  if (own != NULL && replay_coverage_read(batch->replay->crew, batch->replay->profiles, own,
                                          executable, options->source_directory, &lcov)) {
    if (options->source_directory != NULL) lcov_keep_below(&lcov, options->source_directory);
    struct lcov_totals totals = lcov_totals(&lcov);
    printf("coverage: ");
    print_ratio("lines", totals.lines);
    printf(", ");
    print_ratio("branches", totals.branches);
    printf("\n");
    is_good = write_coverage(batch, &lcov);
    if (batch->killed > 0 && !batch->is_built)
      fprintf(stderr, "smew: %zu test%s ended by a signal; gcov counts only programs that exit\n",
              batch->killed, batch->killed == 1 ? "" : "s");
  }
  free(own);
  lcov_free(&lcov);
  return is_good;
}

/* Exit statuses are meaningless if the entry point is not main. */
static void forget_statuses(struct replay_group *group) {
  for (size_t i = 0; i < group->tests.count; i++) group->tests.data[i].has_status = false;
}

/* Whether the explored world contained the machine's files. */
static bool sees_files(const struct summary_facts *facts) {
  for (size_t i = 0; i < facts->options.count; i++)
    if (strcmp(facts->options.data[i], "--fs=none") == 0) return false;
  return true;
}

static void set_site(struct batch *batch) {
  const struct replay *replay = batch->replay;
  struct stat status;
  const char *directory = batch->facts.directory;
  bool is_seen = sees_files(&batch->facts) && !replay->options->keeps_files;
  bool is_there = directory != NULL && stat(directory, &status) == 0 && S_ISDIR(status.st_mode);
  batch->site = (struct flight_site){.crew = replay->crew,
                                     .scratch = replay->scratch,
                                     .directory = is_there && is_seen ? directory : NULL,
                                     .cage = &replay->cage,
                                     .profiles = replay->profiles,
                                     .symbolizer = replay->symbolizer,
                                     .seconds = replay->options->seconds,
                                     .shows_output = replay->options->shows_output};
}

static bool follow_tests(struct batch *batch) {
  const struct replay *replay = batch->replay;
  if (!replay->options->compares_output) return true;
  if (batch->facts.program == NULL) {
    fprintf(stderr,
            "smew: --compare-output needs the program that was explored; nothing in %s "
            "says which that is: name it with --source FILE\n",
            batch->group->directory);
    return false;
  }
  char *directory = replay_scratch_add(replay->scratch, "followed");
  bool is_good = directory != NULL &&
                 replay_follow_run(&batch->follow, replay->crew, &batch->facts, batch->group,
                                   directory, replay->jobs, replay->options->seconds);
  free(directory);
  return is_good;
}

static int replay_group(struct replay *replay, struct replay_group *group) {
  struct batch batch = {.replay = replay, .group = group};
  size_t count = group->tests.count;
  batch.results = alloc_zeroed(count * sizeof *batch.results);
  batch.flights = alloc_zeroed(count * sizeof(struct flight *));
  bool is_good =
      read_facts(&batch) && take_flags(&batch) && find_executables(&batch) && check_bits(&batch);
  const char *entry = batch.facts.entry_point;
  if (entry != NULL && strcmp(entry, "main") != 0) forget_statuses(group);
  if (is_good) set_site(&batch);
  is_good = is_good && follow_tests(&batch) && run_tests(&batch, replay->jobs);
  if (is_good && replay->profiles != NULL) is_good = print_coverage(&batch);
  for (size_t i = 0; i < count; i++) {
    free(batch.results[i].text);
    flight_free(batch.flights[i]);
  }
  free(batch.results);
  free(batch.flights);
  free(batch.plain);
  free(batch.sanitized);
  free(batch.bitcode);
  replay_follow_free(&batch.follow);
  word_list_free(&batch.flags);
  summary_facts_free(&batch.facts);
  if (crew_is_interrupted(replay->crew)) return INTERRUPTED;
  return is_good ? 0 : SMEW_EXIT_USAGE;
}

/* ---- all ---- */

/* The sanitizers search for llvm-symbolizer without a version. Owned. */
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
             {VERDICT_PRINTS_OTHER, "with other output"},
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
  int status = 0;
  for (size_t i = 0; i < groups->list.count && status == 0; i++) {
    char *outer = replay->scratch, name[32];
    snprintf(name, sizeof name, "group-%zu", i);
    replay->scratch = replay_scratch_add(outer, name);
    if (options->covers && replay->scratch != NULL)
      replay->profiles = replay_scratch_add(replay->scratch, "profiles");
    if (replay->scratch == NULL || (options->covers && replay->profiles == NULL))
      status = SMEW_EXIT_FAULT;
    else
      status = replay_group(replay, &groups->list.data[i]);
    free(replay->profiles);
    replay->profiles = NULL;
    if (replay->scratch != NULL && !options->keeps_files) replay_scratch_remove(replay->scratch);
    free(replay->scratch);
    replay->scratch = outer;
  }
  return status;
}

/* What the sandbox lacks here is said. */
static void complain_of_cage(const struct cage_support *support, bool is_required) {
  if (support->kind == CAGE_NONE)
    fprintf(stderr,
            is_required
                ? "smew: the kernel allows no sandbox here, so no test is run\n"
                : "smew: the kernel allows no sandbox here: tests can change this machine\n");
  else if (support->kind == CAGE_READ_ONLY)
    fprintf(stderr, "smew: the kernel allows no overlays here: for tests, files are read-only, and "
                    "the named pipes among them can be opened\n");
  else if (!support->has_users && geteuid() == 0)
    fprintf(stderr, "smew: the kernel allows no user namespace here: tests run as root with fewer "
                    "privileges\n");
}

/* As the user chose and the kernel allows. False after a message. */
static bool choose_cage(struct replay *replay) {
  enum replay_sandbox wanted = replay->options->sandbox;
  if (wanted == SANDBOX_OFF) return true;
  char *place = replay_scratch_add(replay->scratch, "cage");
  if (place == NULL) return false;
  replay->filter = filter_new();
  replay->cage = (struct cage){.support = cage_prepare(place, replay->filter),
                               .filter = replay->filter,
                               /* The files that the program writes are to be kept. */
                               .is_read_only = replay->options->keeps_files};
  replay_scratch_free(place);
  complain_of_cage(&replay->cage.support, wanted == SANDBOX_REQUIRED);
  if (replay->cage.support.kind == CAGE_NONE) return wanted != SANDBOX_REQUIRED;
  replay->tools = replay->cage;
  replay->tools.is_read_only = false;
  replay->tools.place = replay->scratch;
  crew_shut_in(replay->crew, &replay->tools);
  return true;
}

static int replay_all(struct replay *replay, struct replay_groups *groups) {
  const struct replay_options *options = replay->options;
  long processors = sysconf(_SC_NPROCESSORS_ONLN);
  size_t jobs = options->jobs > 0 ? options->jobs : processors > 0 ? (size_t)processors : 1;
  replay->jobs = options->shows_output ? 1 : jobs;
  replay->crew = crew_new();
  int status = choose_cage(replay) ? replay_groups(replay, groups) : SMEW_EXIT_USAGE;
  if (status == 0) status = print_summary(replay->counts);
  if (options->keeps_files)
    printf("files kept in %s\n", replay->scratch);
  else
    replay_scratch_remove(replay->scratch);
  if (status == INTERRUPTED) fprintf(stderr, "smew: interrupted\n");
  crew_free(replay->crew);
  filter_free(replay->filter);
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
  if (replay_groups_find(&groups, options->paths, options->path_count)) {
    replay.scratch = replay_scratch_new();
    replay.symbolizer = find_in_path("llvm-symbolizer-19");
    status = replay.scratch != NULL ? replay_all(&replay, &groups) : SMEW_EXIT_FAULT;
    free(replay.scratch);
    free(replay.symbolizer);
  }
  replay_groups_free(&groups);
  return status;
}

/* A running test. With a cage that isolates every change, the program runs where it was explored,
   with the files of the test added; otherwise in an empty directory of its own. Its output goes
   through pipes or terminals, as in smew's model. */
#include "replay/replay_flight.h"

#include "replay/replay_failures.h"
#include "replay/replay_process.h"
#include "replay/replay_scratch.h"
#include "replay/replay_tests.h"

#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

struct flight *flight_new(const struct flight_site *site, const struct replay_test *test,
                          size_t index, char **error) {
  struct flight *flight = alloc_zeroed(sizeof *flight);
  if (!ktest_read(test->path, &flight->ktest, error)) {
    free(flight);
    return NULL;
  }
  flight->place = alloc_format("%s/test-%zu", site->scratch, index);
  if (replay_world_make(&flight->world, &flight->ktest, error)) return flight;
  char *message = alloc_format("%s: %s", test->path, *error);
  free(*error);
  *error = message;
  flight_free(flight);
  return NULL;
}

void flight_free(struct flight *flight) {
  if (flight == NULL) return;
  replay_world_free(&flight->world);
  ktest_free(&flight->ktest);
  free(flight->place);
  free(flight);
}

/* ---- the environment ---- */

static void add_variable(word_list *environment, const char *name, char *value) {
  vec_push(environment, alloc_format("%s=%s", name, value));
  free(value);
}

static bool has_name_of(const char *variable, const char *other) {
  size_t length = strcspn(other, "=") + 1;
  return strncmp(variable, other, length) == 0;
}

/* The variable of the same name, or NULL. */
static const char *namesake(const word_list *variables, const char *variable) {
  for (size_t i = 0; i < variables->count; i++)
    if (has_name_of(variable, variables->data[i])) return variables->data[i];
  return NULL;
}

/* A failed allocation returns NULL, as it does in smew. */
static void add_sanitizers(word_list *words, const struct flight_site *site, const char *place,
                           bool wants_leaks) {
  add_variable(words, "ASAN_OPTIONS",
               alloc_format("log_path=%s/report:detect_leaks=%d:allocator_may_return_null=1:"
                            "abort_on_error=0:exitcode=99:handle_abort=0",
                            place, wants_leaks));
  add_variable(words, "UBSAN_OPTIONS", alloc_format("log_path=%s/report:exitcode=99", place));
  add_variable(words, "LSAN_OPTIONS", alloc_format("log_path=%s/report:exitcode=99", place));
  if (site->symbolizer == NULL) return;
  add_variable(words, "ASAN_SYMBOLIZER_PATH", alloc_string(site->symbolizer));
  add_variable(words, "UBSAN_SYMBOLIZER_PATH", alloc_string(site->symbolizer));
}

static bool has_text(const char *path, const char *text) {
  FILE *file = fopen(path, "r");
  char block[1 << 16];
  size_t length = strlen(text), kept = 0, got;
  bool is_found = false;
  while (file != NULL && !is_found &&
         (got = fread(block + kept, 1, sizeof block - kept, file)) > 0) {
    is_found = memmem(block, kept + got, text, length) != NULL;
    size_t size = kept + got;
    kept = size < length ? size : length - 1;
    memmove(block, block + size - kept, kept);
  }
  if (file != NULL) fclose(file);
  return is_found;
}

bool flight_is_sanitized(const char *executable) {
  return has_text(executable, "__asan_init") || has_text(executable, "__ubsan_handle");
}

/* The test without the objects of the world, for the replay library. */
static bool write_others(const struct flight *flight, const char *path) {
  const struct ktest *whole = &flight->ktest;
  size_t count = flight->world.others.count;
  struct ktest_object *objects = alloc_bytes((count + 1) * sizeof *objects);
  for (size_t i = 0; i < count; i++) objects[i] = whole->objects[flight->world.others.data[i]];
  struct ktest rest = {.args = whole->args,
                       .arg_count = whole->arg_count,
                       .objects = objects,
                       .object_count = count};
  int fault = ktest_write(path, &rest);
  free(objects);
  if (fault != 0) fprintf(stderr, "smew: cannot write %s: %s\n", path, strerror(fault));
  return fault == 0;
}

/* Variables for the replay library, sanitizers and counters. A program may print all its variables,
   so it gets only those it can use. */
static bool add_ours(const struct flight *flight, const struct flight_site *site,
                     const struct replay_test *test, const struct flight_program *program,
                     size_t index, word_list *words) {
  const struct replay_world *world = &flight->world;
  const char *place = flight->place;
  bool is_good = true;
  if (world->others.count > 0 || !world->has_options) {
    char *path =
        world->has_options ? alloc_format("%s/rest.ktest", place) : alloc_string(test->path);
    if (world->has_options) is_good = write_others(flight, path);
    add_variable(words, "KTEST_FILE", path);
  }
  if (world->others.count > 0 || !world->has_options || program->is_built)
    add_variable(words, "SMEW_REPLAY_LOG", alloc_format("%s/events", place));
  if (program->is_sanitized)
    add_sanitizers(words, site, place, test->kind != NULL && strcmp(test->kind, "leak") == 0);
  if (site->profiles != NULL) {
    add_variable(
        words, "LLVM_PROFILE_FILE",
        alloc_format("%s/%zu-%%p%s.profraw", site->profiles, index, program->is_built ? "%c" : ""));
    add_variable(words, "GCOV_PREFIX", alloc_format("%s/gcov", site->profiles));
    add_variable(words, "GCOV_PREFIX_STRIP", alloc_string("0"));
  }
  return is_good;
}

/* smew's own variables, with those of the test and of replay replacing others of the same name;
   those of the test keep the positions of the others, as in smew. */
static bool make_environment(const struct flight *flight, const struct flight_site *site,
                             const struct replay_test *test, const struct flight_program *program,
                             size_t index, word_list *words) {
  extern char **environ;
  const word_list *of_test = &flight->world.variables;
  word_list ours = {0};
  bool is_good = add_ours(flight, site, test, program, index, &ours);
  for (char **variable = environ; *variable != NULL; variable++) {
    const char *other = namesake(of_test, *variable);
    if (namesake(&ours, *variable) == NULL)
      vec_push(words, alloc_string(other != NULL ? other : *variable));
  }
  for (size_t i = 0; i < of_test->count; i++)
    if (namesake(words, of_test->data[i]) == NULL) vec_push(words, alloc_string(of_test->data[i]));
  for (size_t i = 0; i < ours.count; i++) vec_push(words, ours.data[i]);
  vec_push(words, NULL);
  vec_free(&ours);
  return is_good;
}

/* ---- starting ---- */

struct preparation {
  const struct replay_world *world;
  const char *input;    /* path for the standard input */
  const char *fallback; /* directory to run in if the first one cannot be written to */
};

/* In the new process. */
static bool prepare(const void *context) {
  const struct preparation *preparation = context;
  const struct replay_world *world = preparation->world;
  if (access(".", W_OK) != 0 && chdir(preparation->fallback) != 0) return false;
  return replay_world_make_files(world) &&
         (!world->has_stdin || world->terminals.are[0] ||
          replay_world_open_input(world, preparation->input)) &&
         (!replay_world_has_failures(world) || failures_give_in());
}

static int supervise(pid_t program, const void *context) {
  const struct preparation *preparation = context;
  return failures_supervise(program, preparation->world);
}

bool flight_start(struct flight *flight, const struct flight_site *site,
                  const struct replay_test *test, const struct flight_program *program,
                  size_t index) {
  const char *place = flight->place;
  char *own = mkdir(place, 0777) == 0 ? replay_scratch_add(place, "run") : NULL;
  char *input = alloc_format("%s/stdin", place);
  word_list environment = {0};
  bool is_good = own != NULL && make_environment(flight, site, test, program, index, &environment);
  if (is_good) {
    /* LeakSanitizer traces the program. */
    bool wants_leaks = test->kind != NULL && strcmp(test->kind, "leak") == 0;
    struct cage cage = {.support = site->cage->support,
                        .filter = site->cage->filter,
                        .is_read_only = site->cage->is_read_only,
                        .rights = {.may_trace = wants_leaks && program->is_sanitized,
                                   .is_32_bits = program->is_32_bits},
                        .place = place,
                        .home = site->directory,
                        .writable = &site->profiles,
                        .writable_count = site->profiles != NULL};
    struct preparation preparation = {&flight->world, input, own};
    bool is_caged = site->cage->support.kind != CAGE_NONE;
    bool is_at_home = is_caged && site->directory != NULL;
    struct crew_command command = {.file = program->path,
                                   .argv = flight->world.argv.data,
                                   .environment = environment.data,
                                   .directory = is_at_home ? site->directory : own,
                                   .has_input = flight->world.has_stdin,
                                   .is_captured = !site->shows_output,
                                   .is_shown = site->shows_output,
                                   .terminals = &flight->world.terminals,
                                   .is_bounded = true,
                                   .cage = is_caged ? &cage : NULL,
                                   .prepare = prepare,
                                   .supervise =
                                       replay_world_has_failures(&flight->world) ? supervise : NULL,
                                   .context = &preparation};
    is_good = crew_start(site->crew, &command, site->seconds, index);
  } else if (own == NULL) {
    fprintf(stderr, "smew: cannot make %s: %s\n", place, strerror(errno));
  }
  word_list_free(&environment);
  free(input);
  free(own);
  return is_good;
}

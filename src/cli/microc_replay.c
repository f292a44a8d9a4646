/* smew replay of microc programs: each test runs in the concrete interpreter, on the numbers
   that it holds, and must end as smew saw it end: with the same error at the same place, or with
   the same exit status. Objects named like main's parameters are its arguments, all others
   inputs in their order. */
#include "cli/microc.h"

#include "cli/microc_run.h"
#include "cli/options.h"
#include "front/microc/ast.h"
#include "front/microc/front.h"
#include "replay/replay_tests.h"
#include "report/error_text.h"
#include "report/ktest.h"
#include "report/summary_facts.h"
#include "util/buffer.h"
#include "util/fault.h"
#include "util/text.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

enum { DEFAULT_TIMEOUT = 10 }; /* seconds, as for native tests */

struct counts {
  size_t tests, errors, reproduced, wrong;
};

struct group {
  const struct options *options;
  const struct replay_group *tests;
  struct summary_facts facts;
  char *source; /* owned */
  struct microc_unit unit;
  number_list args; /* that the run was given */
  bool has_args;
};

/* ---- the program of the tests ---- */

static char *find_source(const struct options *options, const struct summary_facts *facts) {
  if (options->replay.source != NULL) return alloc_string(options->replay.source);
  if (facts->program == NULL) return NULL;
  if (facts->directory == NULL || facts->program[0] == '/') return alloc_string(facts->program);
  return alloc_format("%s/%s", facts->directory, facts->program);
}

/* The directory that the path names, or that the test is in. Owned. */
static char *directory_of(const char *path) {
  struct stat status;
  const char *slash = strrchr(path, '/');
  if (stat(path, &status) == 0 && S_ISDIR(status.st_mode)) return alloc_string(path);
  return slash ? alloc_format("%.*s", (int)(slash - path) + 1, path) : alloc_string(".");
}

bool cli_is_microc_replay(const struct options *options, const char *path) {
  struct summary_facts facts = {0};
  char *error = NULL, *directory = directory_of(path), *source = NULL;
  if (options->replay.source != NULL || summary_facts_read(&facts, directory, &error))
    source = find_source(options, &facts);
  bool is_microc = source != NULL && microc_front_is_microc(source);
  free(source);
  free(error);
  free(directory);
  summary_facts_free(&facts);
  return is_microc;
}

/* The --args of the run: then there are no such objects. */
static bool read_args(struct group *group) {
  for (size_t i = 0; i < group->facts.options.count; i++) {
    const char *option = group->facts.options.data[i];
    char *what = NULL;
    if (!text_starts_with(option, "--args=")) continue;
    group->has_args = true;
    if (!cli_read_numbers(option + strlen("--args="), &group->args, &what)) {
      free(what);
      return false;
    }
  }
  return true;
}

static bool load_group(struct group *group) {
  char *error = NULL;
  if (!summary_facts_read(&group->facts, group->tests->directory, &error)) {
    fprintf(stderr, "smew: %s\n", error);
    free(error);
    return false;
  }
  group->source = find_source(group->options, &group->facts);
  if (group->source == NULL) {
    fprintf(stderr, "smew: %s does not name its program: use --source FILE.uc\n",
            group->tests->directory);
    return false;
  }
  return microc_unit_load(&group->unit, group->source, MICROC_NEED_MAIN) && read_args(group);
}

static void free_group(struct group *group) {
  if (group->unit.text != NULL) microc_unit_free(&group->unit);
  summary_facts_free(&group->facts);
  vec_free(&group->args);
  free(group->source);
}

/* ---- a test ---- */

static bool is_param(const struct microc_function *main, const char *name) {
  for (uint32_t i = 0; i < main->param_count; i++)
    if (strcmp(main->locals[i]->name, name) == 0) return true;
  return false;
}

static int32_t number_of(const struct ktest_object *object) {
  uint32_t number = 0;
  memcpy(&number, object->bytes, object->size < 4 ? object->size : 4);
  return (int32_t)number;
}

static void take_numbers(const struct group *group, const struct ktest *test, number_list *args,
                         number_list *inputs) {
  const struct microc_function *main = microc_find_function(group->unit.program, "main");
  for (size_t i = 0; i < group->args.count; i++) vec_push(args, group->args.data[i]);
  for (size_t i = 0; i < test->object_count; i++) {
    const struct ktest_object *object = &test->objects[i];
    if (!group->has_args && is_param(main, object->name))
      vec_push(args, number_of(object));
    else
      vec_push(inputs, number_of(object));
  }
  vec_reserve(args, 1);
}

static const char *base_name(const char *path) {
  const char *slash = strrchr(path, '/');
  return slash ? slash + 1 : path;
}

/* True when the test ended as it should. */
static bool judge(const struct replay_test *test, const struct microc_trial *trial,
                  struct counts *counts, struct buffer *out) {
  bool is_expected = test->expectation == EXPECT_ERROR;
  counts->errors += is_expected;
  if (!trial->is_ended) {
    buffer_add(out, "timed out");
  } else if (trial->has_failed) {
    buffer_add(out, "%.*s", (int)strcspn(trial->message, "\n"), trial->message);
    if (is_expected && strcmp(test->kind, error_text_kind(trial->kind)) == 0 &&
        test->line == trial->line) {
      buffer_add(out, ": reproduced");
      counts->reproduced++;
      return true;
    }
  } else
    buffer_add(out, "exit %d", trial->status);
  if (test->expectation == EXPECT_CUT) return true;
  if (is_expected)
    buffer_add(out, ": not reproduced (%s at %s:%u)", test->kind,
               test->file ? base_name(test->file) : "?", test->line);
  else if (!trial->is_ended || trial->has_failed)
    buffer_add(out, ": unexpected");
  else if (test->has_status && (test->status & 0xff) != trial->status)
    buffer_add(out, ": differs (smew: exit %d)", test->status & 0xff);
  else
    return true;
  return false;
}

static bool replay_test(const struct group *group, const struct replay_test *test,
                        struct counts *counts) {
  struct ktest ktest;
  char *error = NULL;
  number_list args = {0}, inputs = {0};
  struct buffer line = {0}, output = {0};
  if (!ktest_read(test->path, &ktest, &error)) {
    fprintf(stderr, "smew: %s\n", error);
    free(error);
    return false;
  }
  double timeout = group->options->replay.seconds;
  take_numbers(group, &ktest, &args, &inputs);
  struct microc_trial trial = {.args = args.data,
                               .arg_count = args.count,
                               .inputs = inputs.data,
                               .input_count = inputs.count,
                               .max_stack_frames = group->options->machine.max_stack_frames,
                               .max_seconds = timeout > 0 ? timeout : DEFAULT_TIMEOUT,
                               .output = group->options->replay.shows_output ? &output : NULL};
  bool is_run = microc_try(&group->unit, &trial);
  if (is_run) {
    counts->tests++;
    if (!judge(test, &trial, counts, &line)) counts->wrong++;
    if (output.length > 0) fputs(output.text, stdout);
    printf("%s: %s\n", test->name, line.text);
  }
  microc_trial_free(&trial);
  buffer_free(&line);
  buffer_free(&output);
  vec_free(&args);
  vec_free(&inputs);
  ktest_free(&ktest);
  return is_run;
}

int cli_replay_microc(const struct options *options, const char *const *paths, size_t path_count) {
  struct replay_groups groups = {0};
  struct counts counts = {0};
  bool is_good = replay_groups_find(&groups, paths, path_count);
  for (size_t i = 0; i < groups.list.count && is_good; i++) {
    struct group group = {.options = options, .tests = &groups.list.data[i]};
    is_good = load_group(&group);
    for (size_t k = 0; k < group.tests->tests.count && is_good; k++)
      is_good = replay_test(&group, &group.tests->tests.data[k], &counts);
    free_group(&group);
  }
  replay_groups_free(&groups);
  if (!is_good) return SMEW_EXIT_USAGE;
  printf("%zu test%s replayed", counts.tests, counts.tests == 1 ? "" : "s");
  if (counts.errors > 0) printf(", %zu of %zu errors reproduced", counts.reproduced, counts.errors);
  if (counts.wrong > 0) printf(", %zu ended differently than in smew", counts.wrong);
  printf("\n");
  return counts.wrong > 0 ? SMEW_EXIT_ERRORS : 0;
}

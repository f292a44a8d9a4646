/* Compares what a program prints natively with what it prints in smew. smew follows the tests in
   separate processes, as many in parallel as tests run natively, each of which loads the program
   once. The options are those of the exploration, except those about its extent and its results:
   --fs, --libc and the like must be the same. */
#include "replay/replay_follow.h"

#include "replay/replay_flags.h"
#include "replay/replay_process.h"
#include "replay/replay_scratch.h"
#include "replay/replay_tests.h"
#include "report/ktest.h"
#include "report/summary_facts.h"
#include "util/buffer.h"
#include "util/file.h"
#include "util/program_files.h"
#include "util/text.h"

#include <errno.h>
#include <limits.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>

enum { SHOWN = 40, LARGEST_RESULT = 1 << 26 };

/* ---- running ---- */

static bool is_of_exploring(const char *option) {
  static const char *const starts[] = {"--max-",
                                       "--search",
                                       "--seed",
                                       "--batch-",
                                       "--path",
                                       "--only-",
                                       "--emit-",
                                       "--exit-on-",
                                       "--output-",
                                       "--no-output",
                                       "--quiet",
                                       "--program-",
                                       "--follow",
                                       "--statistics",
                                       "--validate",
                                       "--check-leaks",
                                       "--goal",
                                       "--portfolio",
                                       "--reduce",
                                       "--without",
                                       "--merge",
                                       "--similar",
                                       "--limit-cost",
                                       "--alpha",
                                       "--beta",
                                       "--kappa",
                                       "--zeta",
                                       "--queries",
                                       "--exact-paths",
                                       "--expand",
                                       "--dropped-tests",
                                       "--z-",
                                       "--relevant-",
                                       "--subsume-",
                                       "--no-chain",
                                       "--correctness-witness",
                                       "--dump-states-",
                                       "--stats-",
                                       "--cover",
                                       "--with-libc",
                                       NULL};
  return text_starts_with_one_of(option, starts);
}

/* The options come from a file: what is neither known to be harmless nor without meaning here may
   write files, or change what the program does. False after a message. */
static bool add_options(word_list *words, const struct summary_facts *facts) {
  for (size_t i = 0; i < facts->options.count; i++) {
    const char *option = facts->options.data[i];
    if (replay_flags_is_harmless_option(option)) {
      word_list_add(words, option);
    } else if (!is_of_exploring(option)) {
      fprintf(stderr, "smew: the run had the option '%s', which is not taken from a file\n",
              option);
      return false;
    }
  }
  return true;
}

/* The command that follows some of the tests, without the final NULL. False after a message. */
static bool begin_command(word_list *words, const struct summary_facts *facts,
                          const char *directory, double seconds) {
  char path[PATH_MAX];
  ssize_t length = readlink("/proc/self/exe", path, sizeof path - 1);
  path[length > 0 ? length : 0] = '\0';
  word_list_add(words, length > 0 ? path : "smew");
  word_list_add(words, "run");
  word_list_add(words, "--quiet");
  if (seconds > 0) vec_push(words, alloc_format("--max-time=%.3fs", seconds));
  if (!add_options(words, facts)) return false;
  word_list_add(words, "--follow-into");
  word_list_add(words, directory);
  return true;
}

/* The program and the words after it; all tests of a run have the same. */
static bool add_program(word_list *words, const struct summary_facts *facts,
                        const struct replay_test *test) {
  struct ktest ktest;
  char *error = NULL;
  if (!ktest_read(test->path, &ktest, &error)) {
    fprintf(stderr, "smew: %s\n", error);
    free(error);
    return false;
  }
  word_list_add(words, "--");
  word_list_add(words, facts->program);
  for (size_t i = 0; i < facts->files.count; i++) word_list_add(words, facts->files.data[i]);
  if (program_files_is_part(facts->program)) word_list_add(words, "--");
  for (size_t i = 1; i < ktest.arg_count; i++) word_list_add(words, ktest.args[i]);
  vec_push(words, NULL);
  ktest_free(&ktest);
  return true;
}

static bool is_followed(const struct replay_test *test) { return test->expectation == EXPECT_END; }

/* Starts one process for every `jobs`th of the followed tests, starting with `first`. */
static bool start_part(struct replay_follow *follow, struct crew *crew,
                       const struct summary_facts *facts, const struct replay_group *group,
                       const char *directory, size_t first, size_t jobs, double seconds) {
  char name[32];
  snprintf(name, sizeof name, "%zu", first);
  char *place = replay_scratch_add(directory, name);
  if (place == NULL) return false;
  word_list words = {0};
  bool is_good = begin_command(&words, facts, place, seconds);
  const struct replay_test *one = NULL;
  size_t seen = 0, number = 0;
  for (size_t i = 0; is_good && i < group->tests.count; i++) {
    const struct replay_test *test = &group->tests.data[i];
    if (!is_followed(test) || seen++ % jobs != first) continue;
    word_list_add(&words, "--follow");
    word_list_add(&words, test->path);
    follow->stems.data[i] = alloc_format("%s/%zu", place, number++);
    one = test;
  }
  is_good = is_good && (one == NULL || add_program(&words, facts, one));
  struct crew_command command = {.argv = words.data, .directory = facts->directory};
  if (is_good && one != NULL) is_good = crew_start(crew, &command, 0, first);
  word_list_free(&words);
  free(place);
  return is_good;
}

bool replay_follow_run(struct replay_follow *follow, struct crew *crew,
                       const struct summary_facts *facts, const struct replay_group *group,
                       const char *directory, size_t jobs, double seconds) {
  bool is_good = true;
  struct crew_exit end;
  *follow = (struct replay_follow){0};
  for (size_t i = 0; i < group->tests.count; i++) vec_push(&follow->stems, NULL);
  for (size_t i = 0; is_good && i < jobs; i++)
    is_good = start_part(follow, crew, facts, group, directory, i, jobs, seconds);
  while (crew_wait(crew, &end)) {
    bool is_fine = WIFEXITED(end.wait_status) && WEXITSTATUS(end.wait_status) == 0;
    if (!is_fine && is_good) fprintf(stderr, "smew: following the tests in smew failed\n");
    is_good = is_good && is_fine;
    crew_exit_free(&end);
  }
  return is_good && !crew_is_interrupted(crew);
}

void replay_follow_free(struct replay_follow *follow) {
  for (size_t i = 0; i < follow->stems.count; i++) free(follow->stems.data[i]);
  vec_free(&follow->stems);
}

/* ---- comparing ---- */

static bool read_result(const char *stem, const char *suffix, struct buffer *text) {
  char *path = alloc_format("%s.%s", stem, suffix);
  bool is_read = file_read_regular(path, LARGEST_RESULT, false, text);
  free(path);
  return is_read;
}

/* The text from the line of the offset on, limited to what is shown. */
static void add_shown(struct buffer *out, const struct buffer *text, size_t offset) {
  while (offset > 0 && text->text[offset - 1] != '\n') offset--;
  size_t size = text->length - offset, shown = size < SHOWN ? size : SHOWN;
  buffer_add(out, "\"");
  for (size_t i = offset; i < offset + shown; i++) {
    unsigned char c = (unsigned char)text->text[i];
    if (c == '\n')
      buffer_add(out, "\\n");
    else
      buffer_add(out, c < 0x20 || c >= 0x7f ? "\\x%02x" : "%c", c);
  }
  buffer_add(out, shown < size ? "…\"" : "\"");
}

void replay_compare_text(const char *name, const struct buffer *native, const struct buffer *other,
                         struct buffer *out) {
  size_t at = 0, shorter = native->length < other->length ? native->length : other->length;
  while (at < shorter && native->text[at] == other->text[at]) at++;
  if (at == native->length && at == other->length) return;
  buffer_add(out, ": %s differs at byte %zu: ", name, at);
  add_shown(out, native, at);
  buffer_add(out, ", in smew ");
  add_shown(out, other, at);
}

void replay_follow_compare(const struct replay_follow *follow, size_t index,
                           const struct crew_exit *native, struct buffer *out) {
  const char *stem = index < follow->stems.count ? follow->stems.data[index] : NULL;
  struct buffer end = {0}, output = {0}, errors = {0};
  if (stem == NULL) return;
  if (!read_result(stem, "end", &end) || !read_result(stem, "out", &output) ||
      !read_result(stem, "err", &errors)) {
    buffer_add(out, ": smew did not follow the test");
  } else {
    end.text[strcspn(end.text, "\n")] = '\0';
    int ended = native->wait_status;
    char *status =
        alloc_format("exit %d", WIFSIGNALED(ended) ? 128 + WTERMSIG(ended) : WEXITSTATUS(ended));
    if (strcmp(end.text, status) != 0) buffer_add(out, ": followed in smew: %s", end.text);
    replay_compare_text("standard output", &native->output, &output, out);
    replay_compare_text("standard error", &native->errors, &errors, out);
    free(status);
  }
  buffer_free(&end);
  buffer_free(&output);
  buffer_free(&errors);
}

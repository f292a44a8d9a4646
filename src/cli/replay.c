/* smew replay: the command line of replay/replay.h. */
#include "replay/replay.h"

#include "cli/commands.h"
#include "cli/microc.h"
#include "cli/options.h"
#include "util/fault.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

typedef VEC(char *) flag_list; /* owned strings */

static void add_split(flag_list *flags, const char *text) {
  static const char blanks[] = " \t\n";
  while (text && *(text += strspn(text, blanks))) {
    size_t length = strcspn(text, blanks);
    vec_push(flags, alloc_format("%.*s", (int)length, text));
    text += length;
  }
}

/* -I, -D, --cc-flags and what stands behind "--". */
static flag_list compiler_flags(const struct options *options, int count, char **words) {
  flag_list flags = {0};
  for (size_t i = 0; i < options->include_dirs.count; i++)
    vec_push(&flags, alloc_format("-I%s", options->include_dirs.data[i]));
  for (size_t i = 0; i < options->defines.count; i++)
    vec_push(&flags, alloc_format("-D%s", options->defines.data[i]));
  add_split(&flags, options->cc_flags);
  for (int i = 0; i < count; i++) vec_push(&flags, alloc_string(words[i]));
  return flags;
}

static int replay(const struct options *options, const string_list *paths, const flag_list *flags) {
  char *binary = options->binary ? realpath(options->binary, NULL) : NULL;
  char *source = options->source ? realpath(options->source, NULL) : NULL;
  char *covered = options->source_dir ? realpath(options->source_dir, NULL) : NULL;
  int status = SMEW_EXIT_USAGE;
  if (options->compare_output && options->program_output)
    fprintf(stderr, "smew: --compare-output and --program-output exclude each other: what is shown "
                    "cannot be compared\n");
  else if (options->source_dir != NULL && covered == NULL)
    fprintf(stderr, "smew: --source-dir: there is no %s\n", options->source_dir);
  else if (options->binary != NULL && binary == NULL)
    fprintf(stderr, "smew: --bin: there is no %s\n", options->binary);
  else if (options->source != NULL && source == NULL)
    fprintf(stderr, "smew: --source: there is no %s\n", options->source);
  else {
    struct replay_options replay = {.paths = paths->data,
                                    .path_count = paths->count,
                                    .binary = binary,
                                    .source = source,
                                    .entry_point = options->entry_point,
                                    .flags = (const char *const *)flags->data,
                                    .flag_count = flags->count,
                                    .sanitizers = options->sanitize,
                                    .covers = options->coverage_totals,
                                    .source_directory = covered,
                                    .compares_output = options->compare_output,
                                    .keeps_files = options->keep,
                                    .sandbox = (enum replay_sandbox)options->sandbox,
                                    .shows_output = options->program_output,
                                    .seconds = (double)options->timeout,
                                    .jobs = (size_t)options->jobs};
    status = replay_run(&replay);
  }
  free(binary);
  free(source);
  free(covered);
  return status;
}

int command_replay(int argc, char **argv) {
  struct options options;
  string_list paths = {0};
  int used, status = SMEW_EXIT_USAGE;
  if (options_parse_mixed(&options, "replay", argc, argv, &paths, &used)) {
    flag_list flags = compiler_flags(&options, argc - used, argv + used);
    if (paths.count == 0)
      fprintf(stderr, "smew: replay needs tests: smew replay [options] DIR|TEST.ktest ...\n");
    else if (cli_is_microc_replay(&options, paths.data[0]))
      status = cli_replay_microc(&options, paths.data, paths.count);
    else
      status = replay(&options, &paths, &flags);
    for (size_t i = 0; i < flags.count; i++) free(flags.data[i]);
    vec_free(&flags);
  }
  vec_free(&paths);
  options_free(&options);
  return status;
}

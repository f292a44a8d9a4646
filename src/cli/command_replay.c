/* smew replay: the command line of replay/replay.h. */
#include "replay/replay.h"

#include "cli/commands.h"
#include "cli/microc.h"
#include "cli/options.h"
#include "util/fault.h"
#include "util/word_list.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* -I, -D, --cc-flags and what stands behind "--". */
static word_list compiler_flags(const struct options *options, int count, char **words) {
  word_list flags = {0};
  for (size_t i = 0; i < options->llvm.build.include_dirs.count; i++)
    word_list_add_joined(&flags, "-I", options->llvm.build.include_dirs.data[i]);
  for (size_t i = 0; i < options->llvm.build.defines.count; i++)
    word_list_add_joined(&flags, "-D", options->llvm.build.defines.data[i]);
  word_list_add_split(&flags, options->llvm.build.cc_flags);
  for (int i = 0; i < count; i++) word_list_add(&flags, words[i]);
  return flags;
}

/* The absolute form of a path that an option names. Owned; NULL after a message, or if the option
   was not given. */
static char *find_file(const char *option, const char *path, bool *is_good) {
  char *found = path != NULL ? realpath(path, NULL) : NULL;
  if (path == NULL || found != NULL) return found;
  fprintf(stderr, "smew: %s: there is no %s\n", option, path);
  *is_good = false;
  return NULL;
}

static int replay(const struct options *options, const string_list *paths, const word_list *flags) {
  struct replay_options replay = options->replay;
  bool is_good = true;
  if (replay.compares_output && replay.shows_output) {
    fprintf(stderr, "smew: --compare-output and --program-output exclude each other: what is shown "
                    "cannot be compared\n");
    return SMEW_EXIT_USAGE;
  }
  char *directory = find_file("--source-dir", replay.source_directory, &is_good);
  char *binary = find_file("--bin", replay.binary, &is_good);
  char *source = find_file("--source", replay.source, &is_good);
  replay.paths = paths->data;
  replay.path_count = paths->count;
  replay.flags = (const char *const *)flags->data;
  replay.flag_count = flags->count;
  replay.entry_point = options->llvm.build.entry_point;
  replay.source_directory = directory;
  replay.binary = binary;
  replay.source = source;
  int status = is_good ? replay_run(&replay) : SMEW_EXIT_USAGE;
  free(binary);
  free(source);
  free(directory);
  return status;
}

int command_replay(int argc, char **argv) {
  struct options options;
  string_list paths = {0};
  int used, status = SMEW_EXIT_USAGE;
  if (options_parse_mixed(&options, "replay", argc, argv, &paths, &used)) {
    word_list flags = compiler_flags(&options, argc - used, argv + used);
    if (paths.count == 0)
      fprintf(stderr, "smew: replay needs tests: smew replay [options] DIR|TEST.ktest ...\n");
    else if (cli_is_microc_replay(&options, paths.data[0]))
      status = cli_replay_microc(&options, paths.data, paths.count);
    else
      status = replay(&options, &paths, &flags);
    word_list_free(&flags);
  }
  vec_free(&paths);
  options_free(&options);
  return status;
}

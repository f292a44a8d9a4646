/* Native code cannot be instrumented, but what smew cc has built contains its bitcode. smew bitcode
   extracts it, in a process of its own: damaged bitcode can crash LLVM. For objects and archives it
   resolves names as smew run did; the sources are compiled to find out what they refer to. */
#include "replay/replay_bitcode.h"

#include "replay/replay_build.h"
#include "replay/replay_process.h"
#include "report/summary_facts.h"

#include <limits.h>
#include <string.h>
#include <unistd.h>

bool replay_bitcode_has_objects(const struct summary_facts *facts) {
  bool has_objects = !replay_build_is_compiled(facts->program);
  for (size_t i = 0; i < facts->files.count; i++)
    has_objects |= !replay_build_is_compiled(facts->files.data[i]);
  return has_objects;
}

static void add_flags(word_list *words, const struct summary_facts *facts) {
  for (size_t i = 0; i < facts->include_dirs.count; i++)
    word_list_add_joined(words, "-I", facts->include_dirs.data[i]);
  for (size_t i = 0; i < facts->defines.count; i++)
    word_list_add_joined(words, "-D", facts->defines.data[i]);
  if (facts->cc_flags != NULL) word_list_add_joined(words, "--cc-flags=", facts->cc_flags);
}

bool replay_bitcode_extract(struct crew *crew, const struct summary_facts *facts,
                            const char *output) {
  word_list words = {0};
  char path[PATH_MAX];
  ssize_t length = readlink("/proc/self/exe", path, sizeof path - 1);
  path[length > 0 ? length : 0] = '\0';
  word_list_add(&words, length > 0 ? path : "smew");
  word_list_add(&words, "bitcode");
  word_list_add(&words, "--for-linking");
  add_flags(&words, facts);
  word_list_add(&words, "-o");
  word_list_add(&words, output);
  word_list_add(&words, "--");
  word_list_add(&words, facts->program);
  for (size_t i = 0; i < facts->files.count; i++) word_list_add(&words, facts->files.data[i]);
  vec_push(&words, NULL);
  struct crew_command command = {
      .argv = words.data, .directory = facts->directory, .is_silent = true};
  bool is_good = crew_run(crew, &command);
  word_list_free(&words);
  return is_good;
}

/* smew bitcode: the bitcode of a program as one file, for other tools: what is inside an executable
   that smew cc has built, or what several files of a program are together. */
#include "cli/commands.h"
#include "cli/options.h"
#include "front/llvm/front.h"
#include "util/alloc.h"
#include "util/fault.h"
#include "util/home.h"

#include <stdio.h>
#include <stdlib.h>

/* Sources are compiled with the headers of smew's libc, as for smew run. */
static bool extract(const struct options *options, int count, char **words, const char *output) {
  struct llvm_front_options front = {.build = options->llvm.build,
                                     .is_for_linking = options->extract.is_for_linking};
  char *libc_dir = options->libc == LIBC_NONE ? NULL : home_find("SMEW_LIBC", "libc");
  front.libc_dir = libc_dir;
  for (int i = 1; i < count; i++) vec_push(&front.build.files, words[i]);
  bool is_good = llvm_front_extract(words[0], &front, output);
  vec_free(&front.build.files);
  free(libc_dir);
  return is_good;
}

int command_bitcode(int argc, char **argv) {
  struct options options;
  int used, status = SMEW_EXIT_USAGE;
  if (options_parse(&options, "bitcode", argc, argv, &used)) {
    int count = argc - used;
    const char *named = options.extract.output;
    if (named == NULL && count == 2) named = argv[--count + used];
    if (count < 1 || (named == NULL && count > 1)) {
      fprintf(stderr, "smew: bitcode needs a program: smew bitcode PROGRAM [OUTPUT], or "
                      "smew bitcode -o OUTPUT FILE...\n");
    } else {
      char *output = named ? alloc_string(named) : alloc_format("%s.bc", argv[used]);
      if (extract(&options, count, argv + used, output)) status = 0;
      free(output);
    }
  }
  options_free(&options);
  return status;
}

/* smew bitcode: what a program that smew cc has built holds, as one file for other tools. */
#include "cli/commands.h"
#include "front/llvm/front.h"
#include "util/alloc.h"
#include "util/fault.h"

#include <stdio.h>
#include <stdlib.h>

int command_bitcode(int argc, char **argv) {
  if (argc < 1 || argc > 2 || argv[0][0] == '-') {
    fprintf(stderr, "smew: bitcode needs a program: smew bitcode PROGRAM [OUTPUT]\n");
    return SMEW_EXIT_USAGE;
  }
  char *output = argc > 1 ? alloc_string(argv[1]) : alloc_format("%s.bc", argv[0]);
  bool is_good = llvm_front_extract(argv[0], output);
  free(output);
  return is_good ? 0 : SMEW_EXIT_USAGE;
}

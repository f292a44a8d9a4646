/* From a file name to a program: which front end, and where the libc is. */
#include "cli/commands.h"
#include "cli/microc.h"
#include "cli/options.h"
#include "front/llvm/front.h"
#include "front/microc/front.h"
#include "ir/ir.h"
#include "ir/verify.h"
#include "util/buffer.h"
#include "util/fault.h"
#include "util/home.h"
#include "util/watch.h"

#include <stdio.h>
#include <stdlib.h>
#include <unistd.h>

static bool is_usable_libc(const char *dir) {
  char *archive = alloc_format("%s/libc.a", dir);
  bool is_usable = access(archive, R_OK) == 0;
  if (!is_usable)
    fprintf(stderr, "smew: no libc at %s (make builds it; --libc=none runs without it)\n", dir);
  free(archive);
  return is_usable;
}

bool cli_shows_variables(const struct options *options) {
  return options->keep_names || options->merging_statistics || options->query_statistics ||
         options->redundant_statistics || options->subsume_statistics || options->z_statistics ||
         options->correctness_witness != NULL;
}

static struct ir_program *load_llvm(const struct options *options, const char *path,
                                    bool needs_libc) {
  char *libc_dir = options->libc == LIBC_NONE ? NULL : home_find("SMEW_LIBC", "libc");
  struct ir_program *program = NULL;
  if (libc_dir == NULL || is_usable_libc(libc_dir)) {
    struct llvm_front_options front = options->llvm;
    front.check_overflow = options->explore.check_overflow;
    front.keep_names = cli_shows_variables(options);
    front.libc_dir = libc_dir;
    front.needs_libc = needs_libc && libc_dir != NULL;
    front.child = options->machine.watch ? &options->machine.watch->child : NULL;
    program = llvm_front_load(path, &front);
  }
  free(libc_dir);
  return program;
}

struct ir_program *cli_load_program(const struct options *options, const char *path,
                                    bool needs_libc) {
  struct ir_program *program = microc_front_is_microc(path) ? cli_load_microc(options, path)
                                                            : load_llvm(options, path, needs_libc);
#ifndef NDEBUG
  struct buffer why = {0};
  if (program != NULL && !ir_verify_program(program, &why))
    FAULT("the front end made invalid IR: %s", why.text);
  buffer_free(&why);
#endif
  return program;
}

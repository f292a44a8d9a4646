/* C source to bitcode, by running clang. */
#ifndef FRONT_LLVM_COMPILE_H
#define FRONT_LLVM_COMPILE_H

#include <stdbool.h>

struct llvm_front_options;

/* Compiles a C file and returns a descriptor of an unlinked file that holds the
   bitcode (the caller closes it), or -1 after a diagnostic by clang or by smew. */
int compile_source(const char *path, const struct llvm_front_options *options);
/* Whether the flags ask clang for an optimised module. */
bool compile_flags_optimise(const char *cc_flags);

#endif

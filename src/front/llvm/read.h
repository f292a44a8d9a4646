/* Files to LLVM modules. */
#ifndef FRONT_LLVM_READ_H
#define FRONT_LLVM_READ_H

#include "front/llvm/archive.h"

struct loader;
struct module;

/* Prepares the loader's context so that LLVM reports to us and not by itself. */
void read_set_up(struct loader *loader);
/* The file that the user named, compiled first if it is C. All return a module
   that the loader owns, or NULL after a diagnostic. */
struct module *read_user_file(struct loader *loader, const char *path);
struct module *read_member(struct loader *loader, const char *archive_path,
                           const struct archive_member *member);

#endif

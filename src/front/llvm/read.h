/* Files to LLVM modules. */
#ifndef FRONT_LLVM_READ_H
#define FRONT_LLVM_READ_H

#include "front/llvm/archive.h"

#include <stdbool.h>

struct embedded_record;
struct loader;
struct module;

/* Prepares the loader's context so that LLVM reports its errors to smew. */
void read_set_up(struct loader *loader);
/* Whether reading the file ends, and fits into memory. False after a diagnostic. */
bool read_is_reasonable(const char *path);
/* Adds the modules of the user's file: one, compiled first if it is C, or those inside a native
   file. False after a diagnostic. */
bool read_user_file(struct loader *loader, const char *path);
/* A module from a native file, which the loader owns, or NULL after a diagnostic. */
struct module *read_embedded(struct loader *loader, const char *path,
                             const struct embedded_record *record, uint32_t object);
/* Adds the module of a member of an archive, or those inside it if it is an object that smew cc has
   made. False after a diagnostic. */
bool read_member(struct loader *loader, const char *archive_path,
                 const struct archive_member *member);

#endif

/* A static library of bitcode: which member defines a symbol, and its bytes. */
#ifndef FRONT_LLVM_ARCHIVE_H
#define FRONT_LLVM_ARCHIVE_H

#include <stddef.h>
#include <stdint.h>

struct archive;

struct archive_member {
  const char *bytes; /* borrowed from the archive */
  size_t size;
  uint64_t offset; /* identifies the member */
};

/* Returns owned, or NULL after a diagnostic. */
struct archive *archive_open(const char *path);
void archive_close(struct archive *archive);
/* 1 and the member, 0 if no member defines the symbol, -1 after a diagnostic. */
int archive_find(struct archive *archive, const char *symbol, struct archive_member *member);

#endif

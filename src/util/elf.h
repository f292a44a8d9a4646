/* ELF files as carriers of bitcode: their sections, what a dynamic one needs and exports, and
   adding a section. 64-bit little-endian files only. */
#ifndef UTIL_ELF_H
#define UTIL_ELF_H

#include <stdbool.h>
#include <stddef.h>

struct elf;

struct elf_bytes {
  const char *data; /* borrowed from the file */
  size_t size;
};

/* Whether the bytes begin like an ELF file. */
bool elf_is_magic(const char *bytes, size_t size);
/* Maps a file. Returns owned; NULL with *problem set (static text, or strerror's) if it cannot be
   read or is not supported. */
struct elf *elf_open(const char *path, const char **problem);
/* The same for a file in memory, which is copied: what lies in an archive is not aligned. */
struct elf *elf_open_bytes(const char *bytes, size_t size, const char **problem);
void elf_close(struct elf *elf);
/* The next section of that name from number *at on; *at is moved past it. */
bool elf_next_section(const struct elf *elf, const char *name, size_t *at,
                      struct elf_bytes *content);
/* The next library that the file needs; *at counts from 0. NULL: no more. */
const char *elf_next_needed(const struct elf *elf, size_t *at);
/* Its library search path, a list separated by colons, or NULL. */
const char *elf_library_path(const struct elf *elf);
/* The next name that the file exports; *at counts from 0. */
const char *elf_next_export(const struct elf *elf, size_t *at);

/* Appends a section that is not loaded at run time. The file is unchanged until the last write.
   Returns NULL, or what went wrong. */
const char *elf_append_section(const char *path, const char *name, const void *bytes, size_t size);

#endif

/* Adding a section to an ELF file, object or program, without other tools: the content, a longer
   table of section names and a longer table of section headers are written after the end of the
   file, and only then is the header updated. The old tables stay as unused bytes. Not supported:
   files without section headers. */
#include "util/elf.h"

#include "util/alloc.h"
#include "util/buffer.h"

#include <elf.h>
#include <errno.h>
#include <fcntl.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

enum { ALIGNMENT = 8 };

static const char cut_off[] = "the file is cut off";

/* NULL or what went wrong. */
static const char *read_at(int file, void *bytes, size_t size, uint64_t offset) {
  while (size > 0) {
    ssize_t count = pread(file, bytes, size, (off_t)offset);
    if (count < 0 && errno == EINTR) continue;
    if (count < 0) return strerror(errno);
    if (count == 0) return cut_off;
    bytes = (char *)bytes + count;
    size -= (size_t)count;
    offset += (size_t)count;
  }
  return NULL;
}

static const char *write_at(int file, const void *bytes, size_t size, uint64_t offset) {
  while (size > 0) {
    ssize_t count = pwrite(file, bytes, size, (off_t)offset);
    if (count < 0 && errno == EINTR) continue;
    if (count < 0) return strerror(errno);
    bytes = (const char *)bytes + count;
    size -= (size_t)count;
    offset += (size_t)count;
  }
  return NULL;
}

struct tables {
  Elf64_Ehdr header;
  Elf64_Shdr *sections; /* with room for one more */
  size_t section_count, names_number;
  char *names;
  size_t names_size;
};

static const char *read_sections(int file, uint64_t file_size, struct tables *tables) {
  const Elf64_Ehdr *header = &tables->header;
  Elf64_Shdr first;
  const char *problem = read_at(file, &first, sizeof first, header->e_shoff);
  if (problem) return problem;
  tables->section_count = header->e_shnum ? header->e_shnum : first.sh_size;
  tables->names_number = header->e_shstrndx == SHN_XINDEX ? first.sh_link : header->e_shstrndx;
  if (tables->section_count > file_size / sizeof first) return cut_off;
  if (tables->names_number >= tables->section_count) return "the file has no section names";
  size_t size = tables->section_count * sizeof first;
  tables->sections = alloc_zeroed(size + sizeof first);
  return read_at(file, tables->sections, size, header->e_shoff);
}

static const char *read_tables(int file, uint64_t file_size, struct tables *tables) {
  const Elf64_Ehdr *header = &tables->header;
  const char *problem = read_at(file, &tables->header, sizeof tables->header, 0);
  if (problem) return problem;
  if (!elf_is_magic((const char *)header->e_ident, sizeof header->e_ident) ||
      header->e_ident[EI_CLASS] != ELFCLASS64 || header->e_ident[EI_DATA] != ELFDATA2LSB)
    return "this is not a 64-bit little-endian ELF file";
  if (header->e_shoff == 0 || header->e_shentsize != sizeof(Elf64_Shdr))
    return "the file has no section headers";
  problem = read_sections(file, file_size, tables);
  if (problem) return problem;
  const Elf64_Shdr *names = &tables->sections[tables->names_number];
  if (names->sh_size > file_size) return cut_off;
  tables->names_size = names->sh_size;
  tables->names = alloc_bytes(names->sh_size + 1);
  return read_at(file, tables->names, names->sh_size, names->sh_offset);
}

static uint64_t align(uint64_t offset) { return (offset + ALIGNMENT - 1) / ALIGNMENT * ALIGNMENT; }

static void set_section_count(struct tables *tables, size_t count) {
  bool is_fitting = count < SHN_LORESERVE;
  tables->header.e_shnum = is_fitting ? (Elf64_Half)count : 0;
  tables->sections[0].sh_size = is_fitting ? 0 : count;
  tables->section_count = count;
}

static const char *append(int file, uint64_t file_size, const char *name, const void *bytes,
                          size_t size) {
  struct tables tables = {0};
  const char *problem = read_tables(file, file_size, &tables);
  if (!problem) {
    uint64_t content_at = align(file_size), names_at = align(content_at + size);
    struct buffer names = {0};
    buffer_add_bytes(&names, tables.names, tables.names_size);
    buffer_add_bytes(&names, name, strlen(name) + 1);
    uint64_t sections_at = align(names_at + names.length);
    tables.sections[tables.names_number].sh_offset = names_at;
    tables.sections[tables.names_number].sh_size = names.length;
    tables.sections[tables.section_count] = (Elf64_Shdr){.sh_name = (Elf64_Word)tables.names_size,
                                                         .sh_type = SHT_PROGBITS,
                                                         .sh_offset = content_at,
                                                         .sh_size = size,
                                                         .sh_addralign = ALIGNMENT};
    set_section_count(&tables, tables.section_count + 1);
    tables.header.e_shoff = sections_at;
    problem = write_at(file, bytes, size, content_at);
    if (!problem) problem = write_at(file, names.text, names.length, names_at);
    if (!problem)
      problem = write_at(file, tables.sections, tables.section_count * sizeof *tables.sections,
                         sections_at);
    if (!problem) problem = write_at(file, &tables.header, sizeof tables.header, 0);
    buffer_free(&names);
  }
  free(tables.sections);
  free(tables.names);
  return problem;
}

const char *elf_append_section(const char *path, const char *name, const void *bytes, size_t size) {
  int file = open(path, O_RDWR | O_CLOEXEC);
  if (file < 0) return strerror(errno);
  struct stat status;
  const char *problem = fstat(file, &status) == 0
                            ? append(file, (uint64_t)status.st_size, name, bytes, size)
                            : strerror(errno);
  if (close(file) != 0 && !problem) problem = strerror(errno);
  return problem;
}

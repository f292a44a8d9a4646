/* Reading ELF files. The file is mapped; every offset is checked against its size before use, since
   the user's file may be anything. Section headers are used for everything, including the dynamic
   section and its strings: programs without section headers have no bitcode either. */
#include "util/elf.h"

#include "util/alloc.h"

#include <elf.h>
#include <errno.h>
#include <fcntl.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <unistd.h>

struct elf {
  const char *bytes;
  size_t size;
  char *copy; /* owned; NULL: the bytes are mapped */
  const Elf64_Shdr *sections;
  size_t section_count;
  struct elf_bytes names;
  struct elf_bytes dynamic, dynamic_strings;
  struct elf_bytes exports, export_strings;
};

bool elf_is_magic(const char *bytes, size_t size) {
  return size >= SELFMAG && memcmp(bytes, ELFMAG, SELFMAG) == 0;
}

static bool is_inside(const struct elf *elf, uint64_t offset, uint64_t size) {
  return offset <= elf->size && size <= elf->size - offset;
}

static struct elf_bytes content_of(const struct elf *elf, const Elf64_Shdr *section) {
  struct elf_bytes content = {0};
  if (section->sh_type == SHT_NOBITS || !is_inside(elf, section->sh_offset, section->sh_size))
    return content;
  content.data = elf->bytes + section->sh_offset;
  content.size = section->sh_size;
  return content;
}

/* A string of a table, or NULL if it is not terminated there. */
static const char *string_at(struct elf_bytes table, uint64_t offset) {
  if (offset >= table.size || !memchr(table.data + offset, '\0', table.size - offset)) return NULL;
  return table.data + offset;
}

static const char *find_sections(struct elf *elf) {
  static const char no_sections[] = "the file has no section headers";
  const Elf64_Ehdr *header = (const Elf64_Ehdr *)elf->bytes;
  if (header->e_shoff == 0) return no_sections;
  if (header->e_shoff % sizeof(uint64_t) != 0 || header->e_shentsize != sizeof(Elf64_Shdr) ||
      !is_inside(elf, header->e_shoff, sizeof(Elf64_Shdr)))
    return "the section headers lie outside of the file";
  elf->sections = (const Elf64_Shdr *)(elf->bytes + header->e_shoff);
  /* Numbers that do not fit into the header are in the first section. */
  elf->section_count = header->e_shnum ? header->e_shnum : elf->sections[0].sh_size;
  size_t names = header->e_shstrndx == SHN_XINDEX ? elf->sections[0].sh_link : header->e_shstrndx;
  if (elf->section_count > (elf->size - header->e_shoff) / sizeof(Elf64_Shdr))
    return "the section headers lie outside of the file";
  if (names >= elf->section_count) return no_sections;
  elf->names = content_of(elf, &elf->sections[names]);
  return NULL;
}

static void find_dynamic(struct elf *elf) {
  for (size_t i = 0; i < elf->section_count; i++) {
    const Elf64_Shdr *section = &elf->sections[i];
    if (section->sh_link >= elf->section_count || section->sh_offset % sizeof(uint64_t) != 0)
      continue;
    if (section->sh_type == SHT_DYNAMIC) {
      elf->dynamic = content_of(elf, section);
      elf->dynamic_strings = content_of(elf, &elf->sections[section->sh_link]);
    } else if (section->sh_type == SHT_DYNSYM) {
      elf->exports = content_of(elf, section);
      elf->export_strings = content_of(elf, &elf->sections[section->sh_link]);
    }
  }
}

static const char *read_headers(struct elf *elf) {
  if (!elf_is_magic(elf->bytes, elf->size) || elf->size < sizeof(Elf64_Ehdr))
    return "this is not an ELF file";
  if (elf->bytes[EI_CLASS] != ELFCLASS64 || elf->bytes[EI_DATA] != ELFDATA2LSB)
    return "this is not a 64-bit little-endian ELF file";
  const char *problem = find_sections(elf);
  if (!problem) find_dynamic(elf);
  return problem;
}

static const char *map_file(struct elf *elf, const char *path) {
  struct stat status;
  int file = open(path, O_RDONLY | O_CLOEXEC | O_NONBLOCK | O_NOCTTY);
  if (file < 0) return strerror(errno);
  void *bytes = MAP_FAILED;
  const char *problem = NULL;
  if (fstat(file, &status) != 0)
    problem = strerror(errno);
  else if (!S_ISREG(status.st_mode))
    problem = "this is no regular file";
  else if (status.st_size == 0)
    problem = "the file is empty";
  else if ((bytes = mmap(NULL, (size_t)status.st_size, PROT_READ, MAP_PRIVATE, file, 0)) ==
           MAP_FAILED)
    problem = strerror(errno);
  close(file);
  if (problem) return problem;
  elf->bytes = bytes;
  elf->size = (size_t)status.st_size;
  return NULL;
}

static struct elf *open_mapped(struct elf *elf, const char **problem) {
  if (!*problem) *problem = read_headers(elf);
  if (!*problem) return elf;
  elf_close(elf);
  return NULL;
}

struct elf *elf_open(const char *path, const char **problem) {
  struct elf *elf = alloc_zeroed(sizeof *elf);
  *problem = map_file(elf, path);
  return open_mapped(elf, problem);
}

struct elf *elf_open_bytes(const char *bytes, size_t size, const char **problem) {
  struct elf *elf = alloc_zeroed(sizeof *elf);
  *problem = NULL;
  elf->copy = alloc_bytes(size + 1);
  memcpy(elf->copy, bytes, size);
  elf->bytes = elf->copy;
  elf->size = size;
  return open_mapped(elf, problem);
}

void elf_close(struct elf *elf) {
  if (elf == NULL) return;
  if (elf->bytes && !elf->copy) munmap((void *)elf->bytes, elf->size);
  free(elf->copy);
  free(elf);
}

bool elf_next_section(const struct elf *elf, const char *name, size_t *at,
                      struct elf_bytes *content) {
  while (*at < elf->section_count) {
    const Elf64_Shdr *section = &elf->sections[(*at)++];
    const char *found = string_at(elf->names, section->sh_name);
    if (!found || strcmp(found, name) != 0) continue;
    *content = content_of(elf, section);
    return true;
  }
  return false;
}

static const Elf64_Dyn *dynamic_entry(const struct elf *elf, size_t number) {
  if (number >= elf->dynamic.size / sizeof(Elf64_Dyn)) return NULL;
  const Elf64_Dyn *entry = (const Elf64_Dyn *)elf->dynamic.data + number;
  return entry->d_tag == DT_NULL ? NULL : entry;
}

const char *elf_next_needed(const struct elf *elf, size_t *at) {
  const Elf64_Dyn *entry;
  while ((entry = dynamic_entry(elf, *at)) != NULL) {
    (*at)++;
    const char *name =
        entry->d_tag == DT_NEEDED ? string_at(elf->dynamic_strings, entry->d_un.d_val) : NULL;
    if (name) return name;
  }
  return NULL;
}

const char *elf_library_path(const struct elf *elf) {
  const Elf64_Dyn *entry;
  for (size_t i = 0; (entry = dynamic_entry(elf, i)) != NULL; i++)
    if (entry->d_tag == DT_RUNPATH || entry->d_tag == DT_RPATH)
      return string_at(elf->dynamic_strings, entry->d_un.d_val);
  return NULL;
}

const char *elf_next_export(const struct elf *elf, size_t *at) {
  while (*at < elf->exports.size / sizeof(Elf64_Sym)) {
    const Elf64_Sym *symbol = (const Elf64_Sym *)elf->exports.data + (*at)++;
    if (symbol->st_shndx == SHN_UNDEF || ELF64_ST_BIND(symbol->st_info) == STB_LOCAL) continue;
    const char *name = string_at(elf->export_strings, symbol->st_name);
    if (name && *name) return name;
  }
  return NULL;
}

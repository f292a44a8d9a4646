/* GNU ar archives as llvm-ar writes them: a magic line, then members, each after a 60-byte text
   header. The first member, named "/", is the symbol table: a big-endian count, as many file
   offsets of member headers, and as many NUL-terminated names ("/SYM64/" has 64-bit numbers). The
   file is mapped, and only the table is read when opening; every offset is checked against the file
   before use.

   Not supported: thin archives, the BSD and Darwin formats, archives without a table. */
#include "front/llvm/archive.h"

#include "util/alloc.h"
#include "util/strmap.h"

#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <unistd.h>

enum { MAGIC_SIZE = 8, HEADER_SIZE = 60, SIZE_AT = 48, SIZE_LENGTH = 10, END_AT = 58 };

struct archive {
  char *path;
  const char *bytes;
  size_t size;
  struct strmap symbols; /* number in `offsets` */
  VEC(uint64_t) offsets;
};

static int complain(const struct archive *archive, const char *problem) {
  fprintf(stderr, "smew: %s: %s\n", archive->path, problem);
  return -1;
}

/* Reads the member header at `offset`; false if it does not fit into the file. */
static int read_member(const struct archive *archive, uint64_t offset,
                       struct archive_member *member) {
  if (offset < MAGIC_SIZE || offset > archive->size || archive->size - offset < HEADER_SIZE)
    return complain(archive, "corrupt archive: a member lies outside of the file");
  const char *header = archive->bytes + offset;
  if (memcmp(header + END_AT, "`\n", 2) != 0)
    return complain(archive, "corrupt archive: bad member header");
  uint64_t size = 0;
  for (int i = 0; i < SIZE_LENGTH && header[SIZE_AT + i] != ' '; i++) {
    char digit = header[SIZE_AT + i];
    if (digit < '0' || digit > '9') return complain(archive, "corrupt archive: bad member size");
    size = size * 10 + (uint64_t)(digit - '0');
  }
  if (size > archive->size - offset - HEADER_SIZE)
    return complain(archive, "corrupt archive: a member is cut off");
  *member = (struct archive_member){header + HEADER_SIZE, size, offset};
  return 1;
}

static uint64_t read_number(const char *bytes, unsigned size) {
  uint64_t number = 0;
  for (unsigned i = 0; i < size; i++) number = number << 8 | (unsigned char)bytes[i];
  return number;
}

static int read_symbols(struct archive *archive) {
  struct archive_member table;
  if (archive->size == MAGIC_SIZE) return 0;
  if (read_member(archive, MAGIC_SIZE, &table) < 0) return -1;
  const char *header = table.bytes - HEADER_SIZE;
  unsigned word = memcmp(header, "/SYM64/ ", 8) == 0 ? 8 : memcmp(header, "/ ", 2) == 0 ? 4 : 0;
  if (word == 0) return complain(archive, "the archive has no symbol table (GNU format)");
  uint64_t count = table.size < word ? 0 : read_number(table.bytes, word);
  if (table.size < word || count > (table.size - word) / word)
    return complain(archive, "corrupt archive: the symbol table is cut off");
  const char *name = table.bytes + word + count * word, *end = table.bytes + table.size;
  for (uint64_t i = 0; i < count; i++) {
    size_t length = strnlen(name, (size_t)(end - name));
    if (name + length == end)
      return complain(archive, "corrupt archive: the symbol table is cut off");
    if (strmap_get(&archive->symbols, name) == STRMAP_NONE) {
      strmap_set(&archive->symbols, name, (uint32_t)archive->offsets.count);
      vec_push(&archive->offsets, read_number(table.bytes + word + i * word, word));
    }
    name += length + 1;
  }
  return 0;
}

static int map_file(struct archive *archive) {
  int file = open(archive->path, O_RDONLY | O_CLOEXEC | O_NONBLOCK | O_NOCTTY);
  struct stat status;
  if (file < 0 || fstat(file, &status) != 0) {
    complain(archive, strerror(errno));
    if (file >= 0) close(file);
    return -1;
  }
  if (!S_ISREG(status.st_mode)) {
    close(file);
    return complain(archive, "not a regular file");
  }
  archive->size = (size_t)status.st_size;
  void *bytes = archive->size ? mmap(NULL, archive->size, PROT_READ, MAP_PRIVATE, file, 0) : NULL;
  close(file);
  if (bytes == MAP_FAILED) return complain(archive, strerror(errno));
  archive->bytes = bytes;
  if (archive->size >= MAGIC_SIZE && memcmp(archive->bytes, "!<thin>\n", MAGIC_SIZE) == 0)
    return complain(archive, "thin archives are not supported");
  if (archive->size < MAGIC_SIZE || memcmp(archive->bytes, "!<arch>\n", MAGIC_SIZE) != 0)
    return complain(archive, "not an archive");
  return 0;
}

struct archive *archive_open(const char *path) {
  struct archive *archive = alloc_zeroed(sizeof *archive);
  archive->path = alloc_string(path);
  if (map_file(archive) == 0 && read_symbols(archive) == 0) return archive;
  archive_close(archive);
  return NULL;
}

void archive_close(struct archive *archive) {
  if (!archive) return;
  if (archive->bytes) munmap((void *)archive->bytes, archive->size);
  strmap_free(&archive->symbols);
  vec_free(&archive->offsets);
  free(archive->path);
  free(archive);
}

int archive_find(struct archive *archive, const char *symbol, struct archive_member *member) {
  uint32_t number = strmap_get(&archive->symbols, symbol);
  if (number == STRMAP_NONE) return 0;
  return read_member(archive, archive->offsets.data[number], member);
}

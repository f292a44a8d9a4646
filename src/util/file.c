/* Reading and writing whole files. */
#include "util/file.h"

#include "util/buffer.h"

#include <errno.h>
#include <stdio.h>
#include <unistd.h>

bool file_read(const char *path, struct buffer *text) {
  FILE *file = fopen(path, "re");
  char block[1 << 16];
  size_t size;
  if (file == NULL) return false;
  while ((size = fread(block, 1, sizeof block, file)) > 0) buffer_add_bytes(text, block, size);
  bool is_read = !ferror(file);
  int fault = errno;
  fclose(file);
  errno = fault;
  return is_read;
}

int file_write_all(int file, const void *bytes, size_t size) {
  const char *at = bytes;
  while (size > 0) {
    ssize_t written = write(file, at, size);
    if (written < 0 && errno == EINTR) continue;
    if (written < 0) return errno;
    at += written;
    size -= (size_t)written;
  }
  return 0;
}

/* Reading and writing whole files. */
#include "util/file.h"

#include "util/buffer.h"

#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <sys/stat.h>
#include <unistd.h>

/* Closes the file. */
static bool read_all(FILE *file, struct buffer *text) {
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

bool file_read(const char *path, struct buffer *text) { return read_all(fopen(path, "re"), text); }

/* Opening a FIFO does not wait with O_NONBLOCK, and a terminal does not become ours. */
FILE *file_open_regular(const char *path, size_t most, bool follows_link) {
  int flags = O_RDONLY | O_CLOEXEC | O_NONBLOCK | O_NOCTTY | (follows_link ? 0 : O_NOFOLLOW);
  int descriptor = open(path, flags), fault = 0;
  struct stat status;
  if (descriptor < 0) return NULL;
  if (fstat(descriptor, &status) != 0)
    fault = errno;
  else if (!S_ISREG(status.st_mode))
    fault = S_ISDIR(status.st_mode) ? EISDIR : ENOTSUP;
  else if ((unsigned long long)status.st_size > most)
    fault = EFBIG;
  FILE *file = fault == 0 ? fdopen(descriptor, "r") : NULL;
  if (file != NULL) return file;
  if (fault == 0) fault = errno;
  close(descriptor);
  errno = fault;
  return NULL;
}

bool file_read_regular(const char *path, size_t most, bool follows_link, struct buffer *text) {
  return read_all(file_open_regular(path, most, follows_link), text);
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

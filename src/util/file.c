/* Reading and writing whole files. */
#include "util/file.h"

#include "util/buffer.h"
#include "util/exhaustion.h"

#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <sys/stat.h>
#include <unistd.h>

/* Closes the file. What it said of its size before need not be true. */
static bool read_all(FILE *file, size_t most, struct buffer *text) {
  char block[1 << 16];
  size_t size;
  int fault = 0;
  if (file == NULL) return false;
  while (fault == 0 && (size = fread(block, 1, sizeof block, file)) > 0) {
    if (size > most)
      fault = EFBIG;
    else
      buffer_add_bytes(text, block, size);
    most -= size;
  }
  if (fault == 0 && ferror(file)) fault = errno;
  fclose(file);
  errno = fault;
  return fault == 0;
}

static bool is_larger(int descriptor, size_t most) {
  struct stat status;
  return fstat(descriptor, &status) == 0 && S_ISREG(status.st_mode) &&
         (unsigned long long)status.st_size > most;
}

bool file_read(const char *path, struct buffer *text) {
  FILE *file = fopen(path, "re");
  if (file != NULL && is_larger(fileno(file), FILE_MOST_TEXT)) {
    fclose(file);
    errno = EFBIG;
    return false;
  }
  return read_all(file, FILE_MOST_TEXT, text);
}

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
  return read_all(file_open_regular(path, most, follows_link), most, text);
}

int file_check_regular(const char *path, size_t most) {
  FILE *file = file_open_regular(path, most, true);
  if (file == NULL) return errno;
  fclose(file);
  return 0;
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

ssize_t file_read_line(char **line, size_t *capacity, FILE *file) {
  ssize_t length = getline(line, capacity, file);
  if (length < 0 && !feof(file) && !ferror(file)) exhaustion_end(0);
  return length;
}

int file_write(const char *path, const void *bytes, size_t size) {
  int file = open(path, O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC, 0666);
  struct stat status;
  if (file < 0) return errno;
  bool is_regular = fstat(file, &status) == 0 && S_ISREG(status.st_mode);
  int fault = file_write_all(file, bytes, size);
  if (close(file) != 0 && fault == 0) fault = errno;
  if (fault != 0 && is_regular) unlink(path);
  return fault;
}

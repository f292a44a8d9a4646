// What the programs of this suite print: every observation is one line, the expression as it is
// written and its value, or the name of the error. Numbers that depend on the machine are not
// printed; a program prints how they relate instead (equal, not less, ...).
#ifndef OBSERVE_H
#define OBSERVE_H

#include <errno.h>
#include <fcntl.h>
#include <stdbool.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <sys/types.h>
#include <unistd.h>

// The value of a call that fails with -1 and errno.
#define SEE(call) (errno = 0, observe_value(#call, (long)(call)))
// A condition or a number that is no error when it is -1.
#define IS(expression) observe_number(#expression, (long)(expression))
// A mode, a mask: in octal.
#define OCTAL(expression) observe_octal(#expression, (long)(expression))
// A string, or NULL with errno.
#define TEXT(expression) (errno = 0, observe_text(#expression, (expression)))
// A number of bytes.
#define BYTES(pointer, size) observe_bytes(#pointer, (pointer), (size))
// A function that returns the error itself.
#define ERROR(call) observe_error(#call, (call))
// Whether a pointer came back.
#define GOT(call) (errno = 0, observe_pointer(#call, (const void *)(call)))

static inline const char *error_name(int error) {
  static char unknown[32];
  switch (error) {
#define NAME(e) case e: return #e;
    NAME(EPERM) NAME(ENOENT) NAME(ESRCH) NAME(EINTR) NAME(EIO) NAME(ENXIO) NAME(E2BIG) NAME(ENOEXEC)
    NAME(EBADF) NAME(ECHILD) NAME(EAGAIN) NAME(ENOMEM) NAME(EACCES) NAME(EFAULT) NAME(EBUSY)
    NAME(EEXIST) NAME(EXDEV) NAME(ENODEV) NAME(ENOTDIR) NAME(EISDIR) NAME(EINVAL) NAME(ENFILE)
    NAME(EMFILE) NAME(ENOTTY) NAME(ETXTBSY) NAME(EFBIG) NAME(ENOSPC) NAME(ESPIPE) NAME(EROFS)
    NAME(EMLINK) NAME(EPIPE) NAME(EDOM) NAME(ERANGE) NAME(EDEADLK) NAME(ENAMETOOLONG) NAME(ENOLCK)
    NAME(ENOSYS) NAME(ENOTEMPTY) NAME(ELOOP) NAME(EOVERFLOW) NAME(EILSEQ) NAME(EOPNOTSUPP)
    NAME(ETIMEDOUT) NAME(ENODATA) NAME(ENOTSOCK) NAME(ENOTCONN) NAME(ECONNREFUSED) NAME(EAFNOSUPPORT)
#undef NAME
  }
  snprintf(unknown, sizeof unknown, "error %d", error);
  return unknown;
}

static inline long observe_value(const char *text, long value) {
  int error = errno;
  if (value == -1)
    printf("%s = -1 %s\n", text, error ? error_name(error) : "without error");
  else
    printf("%s = %ld\n", text, value);
  fflush(stdout);
  return value;
}

static inline long observe_number(const char *text, long value) {
  printf("%s is %ld\n", text, value);
  fflush(stdout);
  return value;
}

static inline long observe_octal(const char *text, long value) {
  printf("%s is 0%lo\n", text, (unsigned long)value);
  fflush(stdout);
  return value;
}

static inline const char *observe_text(const char *text, const char *value) {
  int error = errno;
  if (value)
    printf("%s is \"%s\"\n", text, value);
  else
    printf("%s is NULL %s\n", text, error ? error_name(error) : "without error");
  fflush(stdout);
  return value;
}

static inline void observe_bytes(const char *text, const void *pointer, size_t size) {
  const unsigned char *byte = pointer;
  printf("%s holds", text);
  for (size_t i = 0; i < size; i++)
    if (byte[i] > ' ' && byte[i] < 0x7f)
      printf(" %c", byte[i]);
    else
      printf(" %02x", byte[i]);
  printf("\n");
  fflush(stdout);
}

static inline int observe_error(const char *text, int error) {
  printf("%s returns %s\n", text, error ? error_name(error) : "0");
  fflush(stdout);
  return error;
}

static inline void *observe_pointer(const char *text, const void *pointer) {
  int error = errno;
  if (pointer)
    printf("%s is there\n", text);
  else
    printf("%s is NULL %s\n", text, error ? error_name(error) : "without error");
  fflush(stdout);
  return (void *)pointer;
}

// A heading, so that equal lines of different parts are distinguished.
static inline void part(const char *title) {
  printf("-- %s\n", title);
  fflush(stdout);
}

// Prepares: a failure here is no observation but a fault of the program or of what it runs on.
static inline void must(bool is_good, const char *what) {
  if (is_good) return;
  printf("cannot prepare: %s: %s\n", what, error_name(errno));
  fflush(stdout);
  _exit(99);
}
#define MUST(condition) must((condition), #condition)

static inline void make_file(const char *path, const char *content) {
  int fd = open(path, O_WRONLY | O_CREAT | O_TRUNC, 0644);
  must(fd >= 0, path);
  must(write(fd, content, strlen(content)) == (ssize_t)strlen(content), path);
  close(fd);
}

// What the file holds, up to 255 bytes; NULL with errno when it cannot be opened.
static inline const char *content_of(const char *path) {
  static char buffer[256];
  int fd = open(path, O_RDONLY);
  if (fd < 0) return NULL;
  ssize_t count = read(fd, buffer, sizeof buffer - 1);
  int error = errno;
  close(fd);
  errno = error;
  if (count < 0) return NULL;
  buffer[count] = 0;
  return buffer;
}

static inline const char *type_of_mode(mode_t mode) {
  return S_ISREG(mode)    ? "file"
         : S_ISDIR(mode)  ? "directory"
         : S_ISLNK(mode)  ? "link"
         : S_ISFIFO(mode) ? "fifo"
         : S_ISCHR(mode)  ? "character device"
         : S_ISBLK(mode)  ? "block device"
         : S_ISSOCK(mode) ? "socket"
                          : "something else";
}

// What a name leads to, links not followed; NULL with errno.
static inline const char *type_of(const char *path) {
  struct stat status;
  return lstat(path, &status) == 0 ? type_of_mode(status.st_mode) : NULL;
}

#endif

/* Preloaded into smew, makes one call fail: the FAULT_AT'th of a kind, counted from 1, or none for
   0.

   FAULT_KIND   alloc   malloc and its like return NULL
                ENOSPC  a call that writes or creates something fails
                EIO     a call that writes something fails
                EINTR   the same, and would succeed if made again
                short   write writes one byte
   FAULT_COUNT  a file for how many such calls there were

   Only smew itself is meant: what it starts does not inherit the library. Messages on standard
   error do not count. */
#define _GNU_SOURCE
#include <dlfcn.h>
#include <errno.h>
#include <fcntl.h>
#include <stdarg.h>
#include <stdatomic.h>
#include <stdbool.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <unistd.h>

enum kind { NOTHING, ALLOC, NO_SPACE, IO, INTERRUPTED, SHORT };

static atomic_int kind;
static atomic_long calls;
static long fail_at;
static char count_file[4096];

static bool is_due(void) { return atomic_fetch_add(&calls, 1) + 1 == fail_at; }

__attribute__((constructor)) static void begin(void) {
  static const char *const names[] = {"", "alloc", "ENOSPC", "EIO", "EINTR", "short"};
  const char *name = getenv("FAULT_KIND"), *at = getenv("FAULT_AT"), *file = getenv("FAULT_COUNT");
  if (!name || !at || !file) return;
  fail_at = atol(at);
  snprintf(count_file, sizeof count_file, "%s", file);
  unsetenv("LD_PRELOAD");
  unsetenv("FAULT_KIND");
  for (int i = ALLOC; i <= SHORT; i++)
    if (strcmp(name, names[i]) == 0) kind = i;
}

__attribute__((destructor)) static void end(void) {
  char text[32];
  if (kind == NOTHING) return;
  kind = NOTHING;
  int file = open(count_file, O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC, 0666);
  int length = snprintf(text, sizeof text, "%ld\n", (long)calls);
  if (file >= 0 && syscall(SYS_write, file, text, length) == length) close(file);
}

/* ---- memory ---- */

void *__libc_malloc(size_t size);
void *__libc_calloc(size_t count, size_t size);
void *__libc_realloc(void *memory, size_t size);

static bool fails_to_allocate(void) {
  if (kind != ALLOC || !is_due()) return false;
  errno = ENOMEM;
  return true;
}

void *malloc(size_t size) { return fails_to_allocate() ? NULL : __libc_malloc(size); }
void *calloc(size_t count, size_t size) {
  return fails_to_allocate() ? NULL : __libc_calloc(count, size);
}
void *realloc(void *memory, size_t size) {
  return fails_to_allocate() ? NULL : __libc_realloc(memory, size);
}

/* ---- files ---- */

/* 0, or the errno to fail with. */
static int failure(bool creates) {
  if (kind < NO_SPACE || kind == SHORT || (creates && kind != NO_SPACE) || !is_due()) return 0;
  return kind == NO_SPACE ? ENOSPC : kind == IO ? EIO : EINTR;
}

static long finish(int fault, long number, long a, long b, long c, long d, long e) {
  if (fault == 0) return syscall(number, a, b, c, d, e);
  errno = fault;
  return -1;
}

ssize_t write(int file, const void *bytes, size_t size) {
  if (file == STDERR_FILENO) return syscall(SYS_write, file, bytes, size);
  if (kind == SHORT && size > 1 && is_due()) size = 1;
  return finish(failure(false), SYS_write, file, (long)bytes, (long)size, 0, 0);
}

ssize_t pwrite(int file, const void *bytes, size_t size, off_t offset) {
  return finish(failure(false), SYS_pwrite64, file, (long)bytes, (long)size, offset, 0);
}

int ftruncate(int file, off_t size) {
  return (int)finish(failure(false), SYS_ftruncate, file, size, 0, 0, 0);
}

int linkat(int from, const char *old, int to, const char *name, int flags) {
  return (int)finish(failure(true), SYS_linkat, from, (long)old, to, (long)name, flags);
}

int renameat(int from, const char *old, int to, const char *name) {
  return (int)finish(failure(true), SYS_renameat, from, (long)old, to, (long)name, 0);
}

int rename(const char *old, const char *name) { return renameat(AT_FDCWD, old, AT_FDCWD, name); }

int mkdir(const char *path, mode_t mode) {
  return (int)finish(failure(true), SYS_mkdir, (long)path, mode, 0, 0, 0);
}

static int open_any(int directory, const char *path, int flags, mode_t mode) {
  bool creates = (flags & O_CREAT) || (flags & O_TMPFILE) == O_TMPFILE;
  return (int)finish(creates ? failure(true) : 0, SYS_openat, directory, (long)path, flags, mode,
                     0);
}

#define MODE(flags, mode)                                                                          \
  do {                                                                                             \
    va_list arguments;                                                                             \
    va_start(arguments, flags);                                                                    \
    mode = (flags & O_CREAT) || (flags & O_TMPFILE) == O_TMPFILE ? va_arg(arguments, mode_t) : 0;  \
    va_end(arguments);                                                                             \
  } while (0)

int openat(int directory, const char *path, int flags, ...) {
  mode_t mode;
  MODE(flags, mode);
  return open_any(directory, path, flags, mode);
}

int open(const char *path, int flags, ...) {
  mode_t mode;
  MODE(flags, mode);
  return open_any(AT_FDCWD, path, flags, mode);
}

// Reading, writing and seeking. A regular file is read with pread at the position kept in its
// description; everything else goes through the host's own descriptor.
#include "posix/posix.h"
#include <dirent.h>
#include <errno.h>
#include <fcntl.h>
#include <limits.h>
#include <poll.h>
#include <signal.h>
#include <sys/syscall.h>
#include <sys/uio.h>
#include <unistd.h>

static bool has_input(const struct file *file) {
  struct pollfd request = {.fd = file->host, .events = POLLIN};
  return host(SYS_poll, (long)&request, 1, 0, 0) != 0;
}

static long read_stream(const struct file *file, char *buffer, size_t size) {
  if ((file->flags & O_NONBLOCK) && !has_input(file)) return -EAGAIN;
  return host(SYS_read, file->host, (long)buffer, (long)size, 0);
}

static long read_regular(struct file *file, char *buffer, size_t size) {
  long count = host(SYS_pread64, file->host, (long)buffer, (long)size, file->offset);
  if (count > 0) file->offset += count;
  return count;
}

long __posix_read_file(struct file *file, char *buffer, size_t size) {
  switch (file->kind) {
  case FILE_REGULAR: return read_regular(file, buffer, size);
  case FILE_STREAM: return read_stream(file, buffer, size);
  case FILE_PIPE_OUT: return __posix_pipe_read(file, buffer, size);
  case FILE_DIRECTORY: return -EISDIR;
  default: return -EBADF;
  }
}

static long write_file(struct file *file, const char *buffer, size_t size) {
  if (file->kind == FILE_PIPE_IN) return __posix_pipe_write(file, buffer, size);
  if (file->kind != FILE_STREAM) return -EBADF;
  long count = host(SYS_write, file->host, (long)buffer, (long)size, 0);
  if (count == -EPIPE) __posix_raise(SIGPIPE);
  return count;
}

long __posix_read(const struct call *call) {
  struct file *file = __posix_file(call->a[0]);
  return file ? __posix_read_file(file, (char *)call->a[1], (size_t)call->a[2]) : -EBADF;
}

long __posix_write(const struct call *call) {
  struct file *file = __posix_file(call->a[0]);
  return file ? write_file(file, (const char *)call->a[1], (size_t)call->a[2]) : -EBADF;
}

// A terminal or a pipe that has filled one buffer may have no more to give: reading on would wait,
// which one readv does not.
static bool may_block(const struct file *file) {
  return file->kind == FILE_PIPE_OUT || (file->kind == FILE_STREAM && !has_input(file));
}

long __posix_readv(const struct call *call) {
  struct file *file = __posix_file(call->a[0]);
  const struct iovec *part = (const struct iovec *)call->a[1];
  int parts = (int)call->a[2];
  long total = 0;
  if (!file) return -EBADF;
  if (parts < 0 || parts > IOV_MAX) return -EINVAL;
  for (int i = 0; i < parts; i++) {
    if (part[i].iov_len == 0) continue;
    if (total > 0 && may_block(file)) break;
    long count = __posix_read_file(file, part[i].iov_base, part[i].iov_len);
    if (count < 0) return total > 0 ? total : count;
    total += count;
    if ((size_t)count < part[i].iov_len) break;
  }
  return total;
}

long __posix_writev(const struct call *call) {
  struct file *file = __posix_file(call->a[0]);
  const struct iovec *part = (const struct iovec *)call->a[1];
  int parts = (int)call->a[2];
  long total = 0;
  if (!file) return -EBADF;
  if (parts < 0 || parts > IOV_MAX) return -EINVAL;
  for (int i = 0; i < parts; i++) {
    if (part[i].iov_len == 0) continue;
    long count = write_file(file, part[i].iov_base, part[i].iov_len);
    if (count < 0) return total > 0 ? total : count;
    total += count;
    if ((size_t)count < part[i].iov_len) break;
  }
  return total;
}

static long read_at(const struct file *file, void *buffer, size_t size, long offset) {
  if (file->kind == FILE_PIPE_IN || file->kind == FILE_PIPE_OUT) return -ESPIPE;
  return host(SYS_pread64, file->host, (long)buffer, (long)size, offset);
}

long __posix_pread(const struct call *call) {
  struct file *file = __posix_file(call->a[0]);
  return file ? read_at(file, (void *)call->a[1], (size_t)call->a[2], call->a[3]) : -EBADF;
}

long __posix_preadv(const struct call *call) {
  struct file *file = __posix_file(call->a[0]);
  const struct iovec *part = (const struct iovec *)call->a[1];
  long total = 0;
  if (!file) return -EBADF;
  if (call->a[2] < 0 || call->a[2] > IOV_MAX) return -EINVAL;
  for (long i = 0; i < call->a[2]; i++) {
    long count = read_at(file, part[i].iov_base, part[i].iov_len, call->a[3] + total);
    if (count < 0) return total > 0 ? total : count;
    total += count;
    if ((size_t)count < part[i].iov_len) break;
  }
  return total;
}

static long seek_kept(struct file *file, long offset, int whence) {
  long base = whence == SEEK_CUR ? file->offset : 0;
  long position;
  if (whence != SEEK_SET && whence != SEEK_CUR)
    position = host(SYS_lseek, file->host, offset, whence, 0);
  else if (__builtin_add_overflow(base, offset, &position))
    return -EOVERFLOW;
  else if (position < 0)
    return -EINVAL;
  if (position >= 0) file->offset = position;
  return position;
}

long __posix_lseek(const struct call *call) {
  struct file *file = __posix_file(call->a[0]);
  if (!file) return -EBADF;
  switch (file->kind) {
  case FILE_REGULAR:
  case FILE_DIRECTORY: return seek_kept(file, call->a[1], (int)call->a[2]);
  case FILE_STREAM: return host(SYS_lseek, file->host, call->a[1], call->a[2], 0);
  default: return -ESPIPE;
  }
}

// The next position is in the last entry read.
long __posix_getdents(const struct call *call) {
  struct file *file = __posix_file(call->a[0]);
  char *buffer = (char *)call->a[1];
  if (!file) return -EBADF;
  if (file->kind != FILE_DIRECTORY) return -ENOTDIR;
  long result = host(SYS_lseek, file->host, file->offset, SEEK_SET, 0);
  if (result >= 0) result = host(SYS_getdents64, file->host, (long)buffer, call->a[2], 0);
  for (long at = 0; at < result;) {
    const struct dirent *entry = (const struct dirent *)(buffer + at);
    file->offset = entry->d_off;
    at += entry->d_reclen;
  }
  return result;
}

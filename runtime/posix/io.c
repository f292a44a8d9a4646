// Reading, writing and seeking, whatever a descriptor leads to. Sizes and positions that are
// symbolic go on as one path for each value.
#include "posix/fs.h"
#include <errno.h>
#include <fcntl.h>
#include <limits.h>
#include <poll.h>
#include <signal.h>
#include <sys/syscall.h>
#include <sys/uio.h>
#include <unistd.h>

enum { LARGEST = 0x7ffff000 }; // that one call transfers

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

bool __posix_may_read(const struct file *file) {
  return (file->flags & O_ACCMODE) != O_WRONLY && !(file->flags & O_PATH);
}

bool __posix_may_write(const struct file *file) {
  return (file->flags & O_ACCMODE) != O_RDONLY && !(file->flags & O_PATH);
}

static long read_node(struct file *file, char *buffer, size_t size) {
  if (file->node->type == S_IFDIR) return -EISDIR;
  long count = __posix_node_read(file->node, buffer, size, file->offset);
  if (count > 0) file->offset += count;
  return count;
}

long __posix_read_file(struct file *file, char *buffer, size_t size) {
  if (file->kind >= FILE_NODE && !__posix_may_read(file)) return -EBADF;
  if (size > LARGEST) size = LARGEST;
  if (file->kind != FILE_NODE) size = (size_t)__smew_number((long)size);
  switch (file->kind) {
  case FILE_REGULAR: return read_regular(file, buffer, size);
  case FILE_STREAM: return read_stream(file, buffer, size);
  case FILE_PIPE: return __posix_pipe_read(file, buffer, size);
  case FILE_DIRECTORY: return -EISDIR;
  case FILE_NODE: return read_node(file, buffer, size);
  case FILE_DEVICE: return __posix_device_read(file->node, buffer, size);
  case FILE_SOCKET: return -EINVAL;
  case FILE_TERMINAL: return __posix_terminal_read(file, buffer, size);
  default: return -EBADF;
  }
}

static long write_node(struct file *file, const char *buffer, size_t size) {
  if (file->flags & O_APPEND) file->offset = __posix_node_size(file->node);
  long count = __posix_node_write(file->node, buffer, size, file->offset);
  if (count > 0) file->offset += count;
  return count;
}

static long write_stream(struct file *file, const char *buffer, size_t size) {
  long count = host(SYS_write, file->host, (long)buffer, (long)size, 0);
  if (count == -EPIPE) __posix_raise(SIGPIPE);
  return count;
}

// Nobody reads it, or everybody's would be mixed: the user says whether it is shown.
static long write_output(struct file *file, const char *buffer, size_t size) {
  __smew_check_access(buffer, size);
  if (file->host == STDOUT_FILENO && __posix_world.records_output)
    __posix_record_output(buffer, size);
  if (__posix_world.shows_output) host(SYS_write, file->host, (long)buffer, (long)size, 0);
  return (long)size;
}

long __posix_write_file(struct file *file, const char *buffer, size_t size) {
  if (file->kind >= FILE_NODE && !__posix_may_write(file)) return -EBADF;
  if (size > LARGEST) size = LARGEST;
  size = (size_t)__smew_number((long)size);
  __smew_check_written(buffer, size);
  switch (file->kind) {
  case FILE_STREAM: return write_stream(file, buffer, size);
  case FILE_PIPE: return __posix_pipe_write(file, buffer, size);
  case FILE_NODE: return write_node(file, buffer, size);
  case FILE_DEVICE: return __posix_device_write(file->node, buffer, size);
  case FILE_TERMINAL:
  case FILE_OUTPUT: return write_output(file, buffer, size);
  case FILE_SOCKET: return -ENOTCONN;
  default: return -EBADF;
  }
}

long __posix_read(const struct call *call) {
  struct file *file = __posix_stream(call->a[0]);
  return file ? __posix_read_file(file, (char *)call->a[1], (size_t)call->a[2]) : -EBADF;
}

long __posix_write(const struct call *call) {
  struct file *file = __posix_stream(call->a[0]);
  return file ? __posix_write_file(file, (const char *)call->a[1], (size_t)call->a[2]) : -EBADF;
}

// A terminal or a pipe that has filled one buffer may have no more to give: reading on would wait,
// which one readv does not.
static bool may_block(const struct file *file) {
  if (file->kind == FILE_PIPE) return __posix_pipe_count(file) == 0;
  return (file->kind == FILE_STREAM && !has_input(file));
}

long __posix_readv(const struct call *call) {
  struct file *file = __posix_stream(call->a[0]);
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
  struct file *file = __posix_stream(call->a[0]);
  const struct iovec *part = (const struct iovec *)call->a[1];
  int parts = (int)call->a[2];
  long total = 0;
  if (!file) return -EBADF;
  if (parts < 0 || parts > IOV_MAX) return -EINVAL;
  for (int i = 0; i < parts; i++) {
    if (part[i].iov_len == 0) continue;
    long count = __posix_write_file(file, part[i].iov_base, part[i].iov_len);
    if (count < 0) return total > 0 ? total : count;
    total += count;
    if ((size_t)count < part[i].iov_len) break;
  }
  return total;
}

long __posix_read_at(struct file *file, char *buffer, size_t size, long offset) {
  if (offset < 0) return -EINVAL;
  switch (file->kind) {
  case FILE_PIPE:
  case FILE_SOCKET:
  case FILE_TERMINAL:
  case FILE_OUTPUT: return -ESPIPE;
  case FILE_NODE:
    if (!__posix_may_read(file)) return -EBADF;
    if (file->node->type == S_IFDIR) return -EISDIR;
    return __posix_node_read(file->node, buffer, size, __smew_number(offset));
  case FILE_DEVICE: return __posix_read_file(file, buffer, size);
  default:
    return host(SYS_pread64, file->host, (long)buffer, __smew_number((long)size),
                __smew_number(offset));
  }
}

// A file that is open for appending is appended to, wherever the program wants to write.
long __posix_write_at(struct file *file, const char *buffer, size_t size, long offset) {
  if (offset < 0) return -EINVAL;
  if (file->kind == FILE_DEVICE) return __posix_write_file(file, buffer, size);
  if (file->kind != FILE_NODE) return file->kind == FILE_REGULAR ? -EBADF : -ESPIPE;
  if (!__posix_may_write(file)) return -EBADF;
  if (file->flags & O_APPEND) offset = __posix_node_size(file->node);
  size = (size_t)__smew_number((long)size);
  __smew_check_written(buffer, size);
  return __posix_node_write(file->node, buffer, size, __smew_number(offset));
}

long __posix_pread(const struct call *call) {
  struct file *file = __posix_file(call->a[0]);
  return file ? __posix_read_at(file, (char *)call->a[1], (size_t)call->a[2], call->a[3]) : -EBADF;
}

long __posix_pwrite(const struct call *call) {
  struct file *file = __posix_file(call->a[0]);
  return file ? __posix_write_at(file, (const char *)call->a[1], (size_t)call->a[2], call->a[3])
              : -EBADF;
}

static long transfer_parts(const struct call *call, bool is_write) {
  struct file *file = __posix_file(call->a[0]);
  const struct iovec *part = (const struct iovec *)call->a[1];
  long total = 0;
  if (!file) return -EBADF;
  if (call->a[2] < 0 || call->a[2] > IOV_MAX) return -EINVAL;
  for (long i = 0; i < call->a[2]; i++) {
    long at = call->a[3] + total;
    long count = is_write ? __posix_write_at(file, part[i].iov_base, part[i].iov_len, at)
                          : __posix_read_at(file, part[i].iov_base, part[i].iov_len, at);
    if (count < 0) return total > 0 ? total : count;
    total += count;
    if ((size_t)count < part[i].iov_len) break;
  }
  return total;
}

long __posix_preadv(const struct call *call) { return transfer_parts(call, false); }

long __posix_pwritev(const struct call *call) { return transfer_parts(call, true); }

// Files have no holes here: all of a file is data, and the hole is behind it.
static long find_data(const struct file *file, long offset, int whence) {
  long size = __posix_node_size(file->node);
  if (offset < 0 || offset >= size) return -ENXIO;
  return whence == SEEK_DATA ? offset : size;
}

// A directory has no end, as in Linux's file systems in memory; others give it some number.
static long seek_node(struct file *file, long offset, int whence) {
  long base = 0, position;
  if (file->node->type == S_IFDIR && whence != SEEK_SET && whence != SEEK_CUR) return -EINVAL;
  switch (whence) {
  case SEEK_SET: break;
  case SEEK_CUR: base = file->offset; break;
  case SEEK_END: base = __posix_node_size(file->node); break;
  case SEEK_DATA:
  case SEEK_HOLE: offset = find_data(file, offset, whence); break;
  default: return -EINVAL;
  }
  if (offset < 0 && (whence == SEEK_DATA || whence == SEEK_HOLE)) return offset;
  if (__builtin_add_overflow(base, offset, &position)) return -EINVAL;
  if (position < 0) return -EINVAL;
  file->offset = position;
  return position;
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
  long offset = __smew_number(call->a[1]);
  if (!file || (file->flags & O_PATH)) return -EBADF;
  switch (file->kind) {
  case FILE_NODE: return seek_node(file, offset, (int)call->a[2]);
  case FILE_DEVICE: return 0;
  case FILE_REGULAR:
  case FILE_DIRECTORY: return seek_kept(file, offset, (int)call->a[2]);
  case FILE_STREAM: return host(SYS_lseek, file->host, offset, call->a[2], 0);
  default: return -ESPIPE;
  }
}

// ---- the disk ----

// All that is written is where it belongs. What has no place on a disk cannot be brought there.
long __posix_fsync(const struct call *call) {
  struct file *file = __posix_file(call->a[0]);
  if (!file || (file->flags & O_PATH)) return -EBADF;
  bool is_on_disk =
      file->kind == FILE_NODE || file->kind == FILE_REGULAR || file->kind == FILE_DIRECTORY;
  return is_on_disk ? 0 : -EINVAL;
}

long __posix_fadvise(const struct call *call) {
  struct file *file = __posix_file(call->a[0]);
  if (!file || (file->flags & O_PATH)) return -EBADF;
  if (file->kind == FILE_PIPE || file->kind == FILE_OUTPUT || file->kind == FILE_SOCKET)
    return -ESPIPE;
  return call->a[2] < 0 || call->a[3] < 0 || call->a[3] > POSIX_FADV_NOREUSE ? -EINVAL : 0;
}

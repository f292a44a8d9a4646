// Pipes inside the program: a ring of bytes. With one process, a reader that finds the pipe empty
// and a writer that finds it full would wait for ever; they get EAGAIN, and it is reported. A write
// of at most PIPE_BUF bytes is done as a whole or not at all.
#include "posix/posix.h"
#include <errno.h>
#include <fcntl.h>
#include <limits.h>
#include <poll.h>
#include <signal.h>
#include <string.h>
#include <sys/syscall.h>

enum { CAPACITY = 65536 };

struct pipe {
  size_t first, count;
  bool has_reader, has_writer;
  char bytes[CAPACITY];
};

static size_t smaller(size_t a, size_t b) { return a < b ? a : b; }

static long would_wait(const struct file *file, const char *what) {
  if (!(file->flags & O_NONBLOCK)) __smew_unmodelled(what);
  return -EAGAIN;
}

long __posix_pipe_read(struct file *file, char *buffer, size_t size) {
  struct pipe *pipe = file->pipe;
  if (size == 0) return 0;
  if (pipe->count == 0 && pipe->has_writer)
    return would_wait(file, "waiting for input from an empty pipe");
  size = smaller(size, pipe->count);
  size_t part = smaller(size, CAPACITY - pipe->first);
  memcpy(buffer, pipe->bytes + pipe->first, part);
  memcpy(buffer + part, pipe->bytes, size - part);
  pipe->first = (pipe->first + size) % CAPACITY;
  pipe->count -= size;
  return (long)size;
}

long __posix_pipe_write(struct file *file, const char *buffer, size_t size) {
  struct pipe *pipe = file->pipe;
  if (size == 0) return 0;
  if (!pipe->has_reader) {
    __posix_raise(SIGPIPE);
    return -EPIPE;
  }
  size_t room = CAPACITY - pipe->count;
  if (room == 0 || (size <= PIPE_BUF && room < size))
    return would_wait(file, "waiting for room in a full pipe");
  size = smaller(size, room);
  size_t end = (pipe->first + pipe->count) % CAPACITY;
  size_t part = smaller(size, CAPACITY - end);
  memcpy(pipe->bytes + end, buffer, part);
  memcpy(pipe->bytes, buffer + part, size - part);
  pipe->count += size;
  return (long)size;
}

size_t __posix_pipe_count(const struct file *file) { return file->pipe->count; }

short __posix_pipe_events(const struct file *file) {
  const struct pipe *pipe = file->pipe;
  if (file->kind == FILE_PIPE_OUT)
    return (short)((pipe->count ? POLLIN : 0) | (pipe->has_writer ? 0 : POLLHUP));
  return (short)((pipe->count < CAPACITY ? POLLOUT : 0) | (pipe->has_reader ? 0 : POLLERR));
}

void __posix_pipe_close(struct file *file) {
  struct pipe *pipe = file->pipe;
  if (file->kind == FILE_PIPE_OUT)
    pipe->has_reader = false;
  else
    pipe->has_writer = false;
  if (!pipe->has_reader && !pipe->has_writer) __smew_unmap(pipe, sizeof(*pipe));
}

// Serves pipe, too, which has no flags.
long __posix_pipe(const struct call *call) {
  int *result = (int *)call->a[0];
  int flags = call->number == SYS_pipe ? 0 : (int)call->a[1];
  if (flags & ~(O_CLOEXEC | O_NONBLOCK)) return -EINVAL;
  struct pipe *pipe = __smew_map(sizeof(*pipe));
  if (!pipe) return -ENFILE;
  pipe->has_reader = pipe->has_writer = true;
  struct file *out = __posix_new_file(FILE_PIPE_OUT, -1, O_RDONLY | (flags & O_NONBLOCK));
  struct file *in = __posix_new_file(FILE_PIPE_IN, -1, O_WRONLY | (flags & O_NONBLOCK));
  if (!in) {
    if (out) out->references = 0;
    __smew_unmap(pipe, sizeof(*pipe));
    return -EMFILE;
  }
  out->pipe = in->pipe = pipe;
  long out_fd = __posix_install(out, 0, flags & O_CLOEXEC);
  long in_fd = __posix_install(in, 0, flags & O_CLOEXEC);
  if (in_fd < 0) {
    if (out_fd >= 0) __posix_close(&(struct call){.a = {out_fd}});
    return -EMFILE;
  }
  result[0] = (int)out_fd;
  result[1] = (int)in_fd;
  return 0;
}

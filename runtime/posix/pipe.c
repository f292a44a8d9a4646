// Pipes inside the program, with and without a name: a ring of bytes. With one process, a reader
// that finds the pipe empty and a writer that finds it full would wait for ever; they get EAGAIN,
// and it is reported. A write of at most PIPE_BUF bytes is done as a whole or not at all.
//
// A FIFO's ring exists while somebody has it open; what it holds is gone with the last one.
#include "posix/fs.h"
#include <errno.h>
#include <fcntl.h>
#include <limits.h>
#include <poll.h>
#include <signal.h>
#include <string.h>
#include <sys/syscall.h>

struct pipe {
  size_t first, count;
  int readers, writers; // open file descriptions; one may be both
  char bytes[PIPE_SIZE];
};

static size_t smaller(size_t a, size_t b) { return a < b ? a : b; }

static long would_wait(const struct file *file, const char *what) {
  if (!(file->flags & O_NONBLOCK)) __smew_missing(what);
  return -EAGAIN;
}

long __posix_pipe_read(struct file *file, char *buffer, size_t size) {
  struct pipe *pipe = file->node->pipe;
  if (!__posix_may_read(file)) return -EBADF;
  if (size == 0) return 0;
  if (pipe->count == 0 && pipe->writers > 0)
    return would_wait(file, "waiting for input from an empty pipe");
  size = smaller(size, pipe->count);
  size_t part = smaller(size, PIPE_SIZE - pipe->first);
  memcpy(buffer, pipe->bytes + pipe->first, part);
  memcpy(buffer + part, pipe->bytes, size - part);
  pipe->first = (pipe->first + size) % PIPE_SIZE;
  pipe->count -= size;
  return (long)size;
}

long __posix_pipe_write(struct file *file, const char *buffer, size_t size) {
  struct pipe *pipe = file->node->pipe;
  if (!__posix_may_write(file)) return -EBADF;
  if (size == 0) return 0;
  if (pipe->readers == 0) {
    __posix_raise(SIGPIPE);
    return -EPIPE;
  }
  size_t room = PIPE_SIZE - pipe->count;
  if (room == 0 || (size <= PIPE_BUF && room < size))
    return would_wait(file, "waiting for space in a full pipe");
  size = smaller(size, room);
  size_t end = (pipe->first + pipe->count) % PIPE_SIZE;
  size_t part = smaller(size, PIPE_SIZE - end);
  memcpy(pipe->bytes + end, buffer, part);
  memcpy(pipe->bytes, buffer + part, size - part);
  pipe->count += size;
  return (long)size;
}

size_t __posix_pipe_count(const struct file *file) { return file->node->pipe->count; }

// POLLOUT wants room for a write of PIPE_BUF bytes.
short __posix_pipe_events(const struct file *file) {
  const struct pipe *pipe = file->node->pipe;
  short events = 0;
  if (__posix_may_read(file)) {
    if (pipe->count > 0) events |= POLLIN | POLLRDNORM;
    if (pipe->writers == 0) events |= POLLHUP;
  }
  if (__posix_may_write(file)) {
    if (PIPE_SIZE - pipe->count >= PIPE_BUF) events |= POLLOUT | POLLWRNORM;
    if (pipe->readers == 0) events |= POLLERR;
  }
  return events;
}

// ---- opening and closing ----

static long attach(struct node *node) {
  if (!node->pipe) node->pipe = __smew_map(sizeof(*node->pipe));
  return node->pipe ? 0 : -ENFILE;
}

static void count_in(const struct file *file, int change) {
  if (__posix_may_read(file)) file->node->pipe->readers += change;
  if (__posix_may_write(file)) file->node->pipe->writers += change;
}

static void detach(struct node *node) {
  if (node->pipe->readers > 0 || node->pipe->writers > 0) return;
  __smew_unmap(node->pipe, sizeof(*node->pipe));
  node->pipe = NULL;
}

void __posix_pipe_close(struct file *file) {
  count_in(file, -1);
  detach(file->node);
  file->node->opens--;
  if (file->node->is_nameless && file->node->opens == 0) file->node->status.st_nlink = 0;
  __posix_drop_node(file->node);
}

// Returns NULL if there are too many files.
static struct file *open_end(struct node *node, int flags) {
  struct file *file = __posix_new_file(FILE_PIPE, -1, flags);
  if (!file) return NULL;
  file->node = node;
  node->opens++;
  count_in(file, 1);
  return file;
}

// Opening one end waits for the other, unless it is opened without blocking; nobody else is there
// to come.
long __posix_open_fifo(struct node *node, int flags) {
  long status = attach(node);
  if (status < 0) return status;
  bool is_alone = (flags & O_ACCMODE) == O_RDONLY   ? node->pipe->writers == 0
                  : (flags & O_ACCMODE) == O_WRONLY ? node->pipe->readers == 0
                                                    : false;
  if (is_alone && ((flags & O_ACCMODE) == O_WRONLY || !(flags & O_NONBLOCK))) {
    detach(node);
    if (flags & O_NONBLOCK) return -ENXIO;
    __smew_missing("waiting for the other end of a named pipe");
  }
  struct file *file = open_end(node, flags);
  return file ? __posix_install(file, 0, flags & O_CLOEXEC) : -ENFILE;
}

// Serves pipe, too, which has no flags.
long __posix_pipe(const struct call *call) {
  int *result = (int *)call->a[0];
  int flags = call->number == SYS_pipe ? 0 : (int)call->a[1];
  if (flags & ~(O_CLOEXEC | O_NONBLOCK)) return -EINVAL;
  struct node *node = __posix_new_node(S_IFIFO | 0600);
  if (!node || attach(node) < 0) return -ENFILE;
  node->is_nameless = true;
  struct file *out = open_end(node, O_RDONLY | (flags & O_NONBLOCK));
  struct file *in = open_end(node, O_WRONLY | (flags & O_NONBLOCK));
  long out_fd = out ? __posix_install(out, 0, flags & O_CLOEXEC) : -EMFILE;
  long in_fd = in ? __posix_install(in, 0, flags & O_CLOEXEC) : -EMFILE;
  if (out_fd < 0 || in_fd < 0) {
    if (out_fd >= 0) __posix_close(&(struct call){.a = {out_fd}});
    if (in_fd >= 0) __posix_close(&(struct call){.a = {in_fd}});
    return -EMFILE;
  }
  result[0] = (int)out_fd;
  result[1] = (int)in_fd;
  return 0;
}

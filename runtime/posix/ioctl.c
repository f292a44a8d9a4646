// ioctl: what asks about a terminal of the host's goes there; what would change one is refused.
// Other terminals are in terminal.c.
#include "posix/fs.h"
#include <errno.h>
#include <fcntl.h>
#include <poll.h>
#include <sys/ioctl.h>
#include <sys/syscall.h>

static long set_flag(struct file *file, int flag, bool on) {
  file->flags = on ? file->flags | flag : file->flags & ~flag;
  return 0;
}

static long set_close_on_exec(long fd, bool on) {
  return __posix_fcntl(&(struct call){.a = {fd, F_SETFD, on ? FD_CLOEXEC : 0}});
}

// A request that the host refuses to a terminal is refused to anything else in the host's way.
static long refuse(const struct file *file) {
  char terminal[64];
  long result = host(SYS_ioctl, file->host, TCGETS, (long)terminal, 0);
  if (result < 0) return result;
  __smew_unmodelled("system call ioctl with a request that is not one of the plain queries");
  return -EINVAL;
}

static long store_count(int *result, long count) {
  *result = (int)count;
  return 0;
}

long __posix_ioctl(const struct call *call) {
  struct file *file = __posix_file(call->a[0]);
  if (!file) return -EBADF;
  int request = (int)call->a[1];
  if (request == FIOCLEX || request == FIONCLEX)
    return set_close_on_exec(call->a[0], request == FIOCLEX);
  if (request == FIONBIO) return set_flag(file, O_NONBLOCK, *(const int *)call->a[2] != 0);
  if (file->kind == FILE_TERMINAL)
    return __posix_terminal_control(file, request, (void *)call->a[2]);
  if (request == FIONREAD && file->kind == FILE_PIPE)
    return store_count((int *)call->a[2], (long)__posix_pipe_count(file));
  if (request == FIONREAD && file->kind == FILE_NODE && file->node->type == S_IFREG)
    return store_count((int *)call->a[2], __posix_node_size(file->node) - file->offset);
  if (file->kind >= FILE_PIPE) return -ENOTTY;
  switch (request) {
  case TCGETS:
  case TIOCGWINSZ:
  case FIONREAD: return host(SYS_ioctl, file->host, request, call->a[2], 0);
  default: return refuse(file);
  }
}

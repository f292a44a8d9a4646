// Fortified functions that check something other than a buffer's size in bytes.
#include "glibc/fortify.h"
#include <fcntl.h>
#include <mqueue.h>
#include <poll.h>
#include <setjmp.h>
#include <signal.h>
#include <sys/select.h>

_Noreturn void __fortify_fail(const char *what);

int __poll_chk(struct pollfd *requests, nfds_t count, int timeout, size_t room) {
  check_count(count, sizeof(*requests), room);
  return poll(requests, count, timeout);
}

int __ppoll_chk(struct pollfd *requests, nfds_t count, const struct timespec *timeout,
                const sigset_t *mask, size_t room) {
  check_count(count, sizeof(*requests), room);
  return ppoll(requests, count, timeout, mask);
}

// The word of an fd_set that a descriptor is in.
long __fdelt_chk(long fd) {
  if (fd < 0 || fd >= FD_SETSIZE) __chk_fail();
  return fd / (8 * (long)sizeof(long));
}

long __fdelt_warn(long fd) { return __fdelt_chk(fd); }

// The variants of open without a mode are called only where none can be needed.
static void check_no_mode(int flags, const char *message) {
  if ((flags & O_CREAT) || (flags & O_TMPFILE) == O_TMPFILE) __fortify_fail(message);
}

int __open_2(const char *path, int flags) {
  check_no_mode(flags, "invalid open call: O_CREAT or O_TMPFILE without mode");
  return open(path, flags);
}

int __open64_2(const char *path, int flags) { return __open_2(path, flags); }

int __openat_2(int fd, const char *path, int flags) {
  check_no_mode(flags, "invalid openat call: O_CREAT or O_TMPFILE without mode");
  return openat(fd, path, flags);
}

int __openat64_2(int fd, const char *path, int flags) { return __openat_2(fd, path, flags); }

int __mq_open_2(const char *name, int flags) {
  check_no_mode(flags, "invalid mq_open call: O_CREAT without mode and attr");
  return mq_open(name, flags);
}

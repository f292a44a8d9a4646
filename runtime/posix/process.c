// The process: its end, its identity, its limits, and the lock it may wait on.
#include "posix/posix.h"
#include <errno.h>
#include <stdlib.h>
#include <sys/resource.h>
#include <sys/syscall.h>

long __posix_exit(const struct call *call) {
  __posix_leave_stdin();
  __smew_exit((int)call->a[0] & 0xff);
}

// The one thread has the number of its process.
long __posix_gettid(const struct call *call) {
  (void)call;
  return host(SYS_getpid, 0, 0, 0, 0);
}

long __posix_wait(const struct call *call) {
  (void)call;
  return -ECHILD;
}

long __posix_umask(const struct call *call) {
  static int mask = 022;
  int old = mask;
  mask = (int)call->a[0] & 0777;
  return old;
}

static long get_limit(int resource, struct rlimit *limit) {
  if (resource == RLIMIT_NOFILE) {
    *limit = (struct rlimit){FD_COUNT, FD_COUNT};
    return 0;
  }
  return host(SYS_prlimit64, 0, resource, 0, (long)limit);
}

long __posix_getrlimit(const struct call *call) {
  return get_limit((int)call->a[0], (struct rlimit *)call->a[1]);
}

long __posix_prlimit(const struct call *call) {
  int process = (int)call->a[0];
  if (process != 0 && process != host(SYS_getpid, 0, 0, 0, 0)) {
    __smew_unmodelled("system call prlimit64 of another process");
    return -ESRCH;
  }
  if (call->a[2]) {
    __smew_unmodelled("system call prlimit64 to set a limit");
    return -EPERM;
  }
  return call->a[3] ? get_limit((int)call->a[1], (struct rlimit *)call->a[3]) : 0;
}

// Nobody else can change the word or wake the only thread: a wait without end is a deadlock.
long __posix_futex(const struct call *call) {
  enum { WAIT = 0, WAKE = 1, REQUEUE = 3, WAIT_BITSET = 9, WAKE_BITSET = 10, COMMAND = 0x7f };
  const int *word = (const int *)call->a[0];
  switch ((int)call->a[1] & COMMAND) {
  case WAKE:
  case REQUEUE:
  case WAKE_BITSET: return 0;
  case WAIT:
  case WAIT_BITSET:
    if (*word != (int)call->a[2]) return -EAGAIN;
    if (call->a[3]) return -ETIMEDOUT;
    __smew_unmodelled("deadlock: the only thread waits for a lock that is never released");
    __smew_abort();
  default: __smew_unmodelled("system call futex with an unusual operation"); return -ENOSYS;
  }
}

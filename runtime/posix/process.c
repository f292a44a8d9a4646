// The process: its end, its number, the machine it runs on, and the lock it may wait on. While
// something is symbolic, all that differs from run to run or from machine to machine is fixed,
// except for who the user is: tests are replayed by the same one.
#include "posix/posix.h"
#include <errno.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>
#include <sys/resource.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <sys/sysinfo.h>
#include <sys/utsname.h>

enum { PROCESS = 1000, PARENT = 1 };

static mode_t mask = 022;

long __posix_exit(const struct call *call) {
  __posix_leave_stdin();
  __posix_end_output();
  __smew_exit((int)call->a[0] & 0xff);
}

// ---- numbers ----

long __posix_process(void) {
  return __posix_world.is_exploring ? PROCESS : host(SYS_getpid, 0, 0, 0, 0);
}

// The one thread has the number of its process.
long __posix_gettid(const struct call *call) {
  (void)call;
  return __posix_process();
}

// getpid, getpgrp
long __posix_getpid(const struct call *call) {
  return __posix_world.is_exploring ? PROCESS : __posix_pass(call);
}

// getpgid and getsid, of the process itself or another
long __posix_getpgid(const struct call *call) {
  if (!__posix_world.is_exploring) return __posix_pass(call);
  return call->a[0] == 0 || call->a[0] == PROCESS ? PROCESS : -ESRCH;
}

long __posix_getppid(const struct call *call) {
  return __posix_world.is_exploring ? PARENT : __posix_pass(call);
}

long __posix_wait(const struct call *call) {
  (void)call;
  return -ECHILD;
}

unsigned __posix_mask(void) { return mask; }

long __posix_umask(const struct call *call) {
  mode_t old = mask;
  mask = (mode_t)call->a[0] & 0777;
  return (long)old;
}

// ---- the machine ----

long __posix_uname(const struct call *call) {
  if (!__posix_world.is_exploring) return __posix_pass(call);
  *(struct utsname *)call->a[0] = (struct utsname){.sysname = "Linux",
                                                   .nodename = "smew",
                                                   .release = "6.1.0",
                                                   .version = "#1 SMP",
                                                   .machine = "x86_64",
                                                   .domainname = "(none)"};
  return 0;
}

long __posix_sysinfo(const struct call *call) {
  if (!__posix_world.is_exploring) return __posix_pass(call);
  struct sysinfo *info = (struct sysinfo *)call->a[0];
  memset(info, 0, 112); // musl's is longer than the kernel's
  info->uptime = 1000;
  info->totalram = (unsigned long)1 << 32;
  info->freeram = (unsigned long)1 << 31;
  info->procs = 1;
  info->mem_unit = 1;
  return 0;
}

// One processor.
long __posix_sched_getaffinity(const struct call *call) {
  if (!__posix_world.is_exploring) return __posix_pass(call);
  if (call->a[1] < 8) return -EINVAL;
  *(uint64_t *)call->a[2] = 1;
  return 8;
}

// Of children there are none.
long __posix_getrusage(const struct call *call) {
  bool is_fixed = __posix_world.is_exploring || (int)call->a[0] == RUSAGE_CHILDREN;
  if ((int)call->a[0] < RUSAGE_CHILDREN || (int)call->a[0] > RUSAGE_THREAD) return -EINVAL;
  if (!is_fixed) return __posix_pass(call);
  memset((void *)call->a[1], 0, 144);
  return 0;
}

// ---- randomness ----

// While something is symbolic: Marsaglia's xorshift, from the same seed in every run.
long __posix_random(char *buffer, size_t size) {
  static uint64_t seed = 88172645463325252;
  if (!__posix_world.is_exploring) return host(SYS_getrandom, (long)buffer, (long)size, 0, 0);
  for (size_t i = 0; i < size; i++) {
    seed ^= seed << 13;
    seed ^= seed >> 7;
    seed ^= seed << 17;
    buffer[i] = (char)(seed >> 32);
  }
  return (long)size;
}

long __posix_getrandom(const struct call *call) {
  enum { KNOWN = 7 }; // GRND_NONBLOCK, GRND_RANDOM, GRND_INSECURE
  if (call->a[2] & ~KNOWN) return -EINVAL;
  if (!__posix_world.is_exploring) return __posix_pass(call);
  return __posix_random((char *)call->a[0], (size_t)__smew_number(call->a[1]));
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

// What a program does without its children is not what it was written for.
long __posix_new_process(const struct call *call) {
  (void)call;
  __smew_missing("process creation");
}

// Names for system services that glibc's headers use or only glibc has.
#include <errno.h>
#include <fcntl.h>
#include <sched.h>
#include <stdarg.h>
#include <stdint.h>
#include <stdlib.h>
#include <sys/random.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <sys/sysmacros.h>
#include <unistd.h>

#define weak __attribute__((weak))

const char *gnu_get_libc_version(void);
const char *gnu_get_libc_release(void);

// A program that asks wants to know whether a feature is there: the version whose names are
// provided.
weak const char *gnu_get_libc_version(void) { return "2.36"; }
weak const char *gnu_get_libc_release(void) { return "stable"; }

unsigned int gnu_dev_major(dev_t device) { return major(device); }
unsigned int gnu_dev_minor(dev_t device) { return minor(device); }
dev_t gnu_dev_makedev(unsigned int high, unsigned int low) { return makedev(high, low); }

weak int fcntl64(int fd, int command, ...) {
  va_list list;
  va_start(list, command);
  void *argument = va_arg(list, void *);
  va_end(list);
  return fcntl(fd, command, argument);
}

struct statx;

weak int statx(int fd, const char *path, int flags, unsigned int mask, struct statx *result) {
  return (int)syscall(SYS_statx, fd, path, flags, mask, result);
}

weak int renameat2(int from_fd, const char *from, int to_fd, const char *to, unsigned int flags) {
  return (int)syscall(SYS_renameat2, from_fd, from, to_fd, to, flags);
}

weak int tgkill(pid_t process, pid_t thread, int signal) {
  return (int)syscall(SYS_tgkill, process, thread, signal);
}

int __getpagesize(void) { return 4096; }
char *__secure_getenv(const char *name) { return secure_getenv(name); }
int __sched_yield(void) { return sched_yield(); }
weak int pthread_yield(void) { return sched_yield(); }

cpu_set_t *__sched_cpualloc(size_t count) {
  return calloc((count + 63) / 64, sizeof(unsigned long));
}

void __sched_cpufree(cpu_set_t *set) { free(set); }

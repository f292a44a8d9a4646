// The door between musl and the model of the operating system: looks the handler up and calls it. A
// call that has none fails with ENOSYS and is reported by its name.
#include "posix/posix.h"
#include <errno.h>
#include <string.h>
#include <sys/syscall.h>

typedef long handler(const struct call *call);

#define CALL(name, handler) [SYS_##name] = handler,
static handler *const handlers[] = {
#include "posix/calls.inc"
};
#undef CALL

static const char *const names[] = {
#include "syscall_names.inc"
};

#define COUNT(table) ((long)(sizeof(table) / sizeof((table)[0])))

static const char *name_of(long number) {
  return number >= 0 && number < COUNT(names) && names[number] ? names[number]
                                                               : "of no known number";
}

void __posix_report(const struct call *call, const char *comment) {
  char text[128] = "system call ";
  strcat(text, name_of(call->number));
  strcat(text, comment);
  __smew_unmodelled(text);
}

long __smew_syscall(long n, long a, long b, long c, long d, long e, long f) {
  struct call call = {n, {a, b, c, d, e, f}};
  if (__posix_world.failures_left > 0) {
    long error = __posix_fail(&call);
    if (error < 0) return error;
  }
  if (n >= 0 && n < COUNT(handlers) && handlers[n]) return handlers[n](&call);
  __posix_report(&call, "");
  return -ENOSYS;
}

long __posix_pass(const struct call *call) {
  const long *a = call->a;
  return __smew_host_syscall(call->number, a[0], a[1], a[2], a[3], a[4], a[5]);
}

long __posix_succeed(const struct call *call) {
  (void)call;
  return 0;
}

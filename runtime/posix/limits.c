// Limits on resources. They are recorded and reported; the one on descriptors is kept, too, and
// cannot be raised beyond the table's size.
#include "posix/posix.h"
#include <errno.h>
#include <sys/resource.h>
#include <sys/syscall.h>

static struct rlimit limits[RLIM_NLIMITS];
static bool is_known[RLIM_NLIMITS];

static long first_limit(int resource, struct rlimit *limit) {
  if (resource == RLIMIT_NOFILE) {
    *limit = (struct rlimit){FD_COUNT, FD_COUNT};
    return 0;
  }
  if (!__posix_world.is_exploring) return host(SYS_prlimit64, 0, resource, 0, (long)limit);
  *limit = (struct rlimit){RLIM_INFINITY, RLIM_INFINITY};
  if (resource == RLIMIT_STACK) limit->rlim_cur = 8 << 20;
  if (resource == RLIMIT_CORE) limit->rlim_cur = 0;
  return 0;
}

static long find_limit(int resource, struct rlimit **limit) {
  if (resource < 0 || resource >= RLIM_NLIMITS) return -EINVAL;
  *limit = &limits[resource];
  long status = is_known[resource] ? 0 : first_limit(resource, *limit);
  if (status == 0) is_known[resource] = true;
  return status;
}

static long set_limit(int resource, const struct rlimit *new) {
  struct rlimit *limit;
  long status = find_limit(resource, &limit);
  if (status < 0) return status;
  if (new->rlim_cur > new->rlim_max) return -EINVAL;
  if (resource == RLIMIT_NOFILE && new->rlim_max > FD_COUNT) return -EPERM;
  if (new->rlim_max > limit->rlim_max && __posix_user() != 0) return -EPERM;
  *limit = *new;
  return 0;
}

int __posix_descriptor_limit(void) {
  return is_known[RLIMIT_NOFILE] ? (int)limits[RLIMIT_NOFILE].rlim_cur : FD_COUNT;
}

long __posix_getrlimit(const struct call *call) {
  struct rlimit *limit;
  long status = find_limit((int)call->a[0], &limit);
  if (status == 0) *(struct rlimit *)call->a[1] = *limit;
  return status;
}

long __posix_setrlimit(const struct call *call) {
  return set_limit((int)call->a[0], (const struct rlimit *)call->a[1]);
}

long __posix_prlimit(const struct call *call) {
  int process = (int)call->a[0], resource = (int)call->a[1];
  const struct rlimit *new = (const struct rlimit *)call->a[2];
  struct rlimit *old = (struct rlimit *)call->a[3], *limit;
  if (process != 0 && process != __posix_process()) {
    __smew_unmodelled("system call prlimit64 of another process");
    return -ESRCH;
  }
  long status = find_limit(resource, &limit);
  if (status < 0) return status;
  struct rlimit before = *limit;
  if (new) status = set_limit(resource, new);
  if (status == 0 && old) *old = before;
  return status;
}

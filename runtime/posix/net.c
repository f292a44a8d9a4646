// The network: there is none. A machine without any address family says EAFNOSUPPORT, which
// programs (and musl's own look-ups of users and groups) are ready for, unlike ENOSYS.
#include "posix/posix.h"
#include <errno.h>

long __posix_no_socket(const struct call *call) {
  __posix_report(call, "");
  return -EAFNOSUPPORT;
}

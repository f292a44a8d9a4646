// The network: there is none, and nobody to talk to on this machine either. A socket for local
// streams can be made, since the C library looks for a name service with one; connecting it finds
// nobody. A machine without any other address family says EAFNOSUPPORT, which programs are ready
// for, unlike ENOSYS.
#include "posix/fs.h"
#include <errno.h>
#include <fcntl.h>
#include <string.h>
#include <sys/socket.h>
#include <sys/un.h>

long __posix_socket(const struct call *call) {
  int type = (int)call->a[1] & ~(SOCK_CLOEXEC | SOCK_NONBLOCK);
  if ((int)call->a[0] != AF_UNIX || type != SOCK_STREAM || call->a[2] != 0)
    return __posix_no_socket(call);
  int flags = O_RDWR | (call->a[1] & SOCK_NONBLOCK ? O_NONBLOCK : 0);
  struct file *file = __posix_new_file(FILE_SOCKET, -1, flags);
  return file ? __posix_install(file, 0, call->a[1] & SOCK_CLOEXEC) : -ENFILE;
}

long __posix_connect(const struct call *call) {
  struct file *file = __posix_file(call->a[0]);
  const struct sockaddr_un *address = (const struct sockaddr_un *)call->a[1];
  char path[sizeof(address->sun_path) + 1] = "";
  struct place place;
  long size = (long)(unsigned)call->a[2] - (long)sizeof(address->sun_family);
  if (!file) return -EBADF;
  if (file->kind != FILE_SOCKET) return -ENOTSOCK;
  if (size < 0 || size > (long)sizeof(address->sun_path)) return -EINVAL;
  if (address->sun_family != AF_UNIX) return -EINVAL;
  memcpy(path, address->sun_path, (size_t)size);
  if (!*path) return -ECONNREFUSED;
  long status = __posix_walk(AT_FDCWD, path, WALK_FOLLOW, &place);
  if (status < 0) return status;
  if (place.node->type == S_IFSOCK && place.node->host)
    __smew_unmodelled("connecting to a socket of the host");
  return -ECONNREFUSED;
}

long __posix_no_socket(const struct call *call) {
  __posix_report(call, "");
  return -EAFNOSUPPORT;
}

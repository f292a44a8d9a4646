// The fortified functions that fill a buffer from the system.
#include "glibc/fortify.h"
#include <fcntl.h>
#include <limits.h>
#include <stdlib.h>
#include <string.h>
#include <sys/socket.h>
#include <unistd.h>

ssize_t __read_chk(int fd, void *to, size_t size, size_t room) {
  check_size(size, room);
  return read(fd, to, size);
}

ssize_t __pread_chk(int fd, void *to, size_t size, off_t offset, size_t room) {
  check_size(size, room);
  return pread(fd, to, size, offset);
}

ssize_t __pread64_chk(int fd, void *to, size_t size, off_t offset, size_t room) {
  return __pread_chk(fd, to, size, offset, room);
}

ssize_t __readlink_chk(const char *path, char *to, size_t size, size_t room) {
  check_size(size, room);
  return readlink(path, to, size);
}

ssize_t __readlinkat_chk(int fd, const char *path, char *to, size_t size, size_t room) {
  check_size(size, room);
  return readlinkat(fd, path, to, size);
}

char *__getcwd_chk(char *to, size_t size, size_t room) {
  check_size(size, room);
  return getcwd(to, size);
}

char *__getwd_chk(char *to, size_t room) { return getcwd(to, room < PATH_MAX ? room : PATH_MAX); }

char *__realpath_chk(const char *path, char *to, size_t room) {
  check_size(PATH_MAX, room);
  return realpath(path, to);
}

int __gethostname_chk(char *to, size_t size, size_t room) {
  check_size(size, room);
  return gethostname(to, size);
}

int __getdomainname_chk(char *to, size_t size, size_t room) {
  check_size(size, room);
  return getdomainname(to, size);
}

int __getlogin_r_chk(char *to, size_t size, size_t room) {
  check_size(size, room);
  return getlogin_r(to, size);
}

int __ttyname_r_chk(int fd, char *to, size_t size, size_t room) {
  check_size(size, room);
  return ttyname_r(fd, to, size);
}

int __ptsname_r_chk(int fd, char *to, size_t size, size_t room) {
  check_size(size, room);
  return ptsname_r(fd, to, size);
}

size_t __confstr_chk(int name, char *to, size_t size, size_t room) {
  check_size(size, room);
  return confstr(name, to, size);
}

int __getgroups_chk(int count, gid_t *to, size_t room) {
  if (count > 0) check_count((size_t)count, sizeof(gid_t), room);
  return getgroups(count, to);
}

ssize_t __recv_chk(int fd, void *to, size_t size, size_t room, int flags) {
  check_size(size, room);
  return recv(fd, to, size, flags);
}

ssize_t __recvfrom_chk(int fd, void *to, size_t size, size_t room, int flags,
                       struct sockaddr *address, socklen_t *address_size) {
  check_size(size, room);
  return recvfrom(fd, to, size, flags, address, address_size);
}

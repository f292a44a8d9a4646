// The devices that are the same on every machine: null, zero, full, random. They are known by their
// numbers, wherever their names are.
#include "posix/fs.h"
#include <errno.h>
#include <string.h>
#include <sys/syscall.h>
#include <sys/sysmacros.h>

enum { MEMORY = 1, MINOR_NULL = 3, MINOR_ZERO = 5, MINOR_FULL = 7, RANDOM = 8, URANDOM = 9 };

bool __posix_is_device(const struct node *node) {
  if (node->type != S_IFCHR || major(node->status.st_rdev) != MEMORY) return false;
  switch (minor(node->status.st_rdev)) {
  case MINOR_NULL:
  case MINOR_ZERO:
  case MINOR_FULL:
  case RANDOM:
  case URANDOM: return true;
  default: return false;
  }
}

long __posix_device_read(const struct node *node, char *buffer, size_t size) {
  switch (minor(node->status.st_rdev)) {
  case MINOR_NULL: return 0;
  case MINOR_ZERO:
  case MINOR_FULL: memset(buffer, 0, size); return (long)size;
  default: return __posix_random(buffer, size);
  }
}

long __posix_device_write(const struct node *node, const char *buffer, size_t size) {
  __smew_check_access(buffer, size);
  return minor(node->status.st_rdev) == MINOR_FULL ? -ENOSPC : (long)size;
}

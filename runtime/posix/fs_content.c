// The content of files in memory. A file of the host's is read where it is until the program writes
// to it; then it is copied. Bytes may be symbolic, sizes are not. Times of access are not kept, as
// on a file system mounted with noatime.
#include "posix/fs.h"
#include <errno.h>
#include <string.h>

enum { LARGEST = 1 << 26 };

long __posix_node_size(const struct node *node) {
  return node->is_loaded && node->type != S_IFDIR ? (long)node->size : node->status.st_size;
}

long __posix_node_read(struct node *node, char *buffer, size_t size, long offset) {
  if (offset < 0) return -EINVAL;
  if (!node->is_loaded) return __posix_host_pread(node->host, buffer, size, offset);
  if (node->mappings) __posix_gather_mappings(node);
  if ((size_t)offset >= node->size) return 0;
  if (size > node->size - (size_t)offset) size = node->size - (size_t)offset;
  size = (size_t)__smew_number((long)size);
  memcpy(buffer, node->bytes + offset, size);
  return (long)size;
}

// Makes room for so many bytes. What has never been written is zero.
static long reserve(struct node *node, size_t size) {
  if (size <= node->room) return 0;
  size_t room = node->room * 2 > size ? node->room * 2 : size;
  if (room < 512) room = 512;
  if (size > LARGEST) {
    __smew_unmodelled("a file of more than 64 MiB");
    return -ENOSPC;
  }
  if (room > LARGEST) room = LARGEST;
  char *bytes = __smew_allocate(room);
  if (!bytes) return -ENOSPC;
  if (node->size > 0) memcpy(bytes, node->bytes, node->size);
  if (node->bytes) __smew_release(node->bytes);
  node->bytes = bytes;
  node->room = room;
  return 0;
}

long __posix_node_write(struct node *node, const char *buffer, size_t size, long offset) {
  size_t end;
  if (offset < 0) return -EINVAL;
  if (size == 0) return 0;
  if (__builtin_add_overflow((size_t)offset, size, &end) || end > LONG_MAX) return -EFBIG;
  long status = __posix_load(node);
  if (status == 0) status = reserve(node, end);
  if (status < 0) return status;
  memcpy(node->bytes + offset, buffer, size);
  if (end > node->size) node->size = end;
  node->status.st_mode &= ~(mode_t)(S_ISUID | S_ISGID);
  if (node->mappings) __posix_spread_mappings(node);
  __posix_touch(node);
  return (long)size;
}

long __posix_node_truncate(struct node *node, long size) {
  if (size < 0) return -EINVAL;
  if (size == 0 && !node->is_loaded) node->is_loaded = true; // what is there need not be read
  long status = __posix_load(node);
  if (status == 0) status = reserve(node, (size_t)size);
  if (status < 0) return status;
  if (node->mappings) __posix_gather_mappings(node);
  if ((size_t)size < node->size) memset(node->bytes + size, 0, node->size - (size_t)size);
  node->size = (size_t)size;
  if (node->mappings) __posix_spread_mappings(node);
  __posix_touch(node);
  return 0;
}

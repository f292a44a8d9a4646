// Memory from the system: each mapping is one object of the executor's, in whole pages. A mapped
// file is a copy of its content; for a shared mapping that may be written to, the copy and the file
// are brought together whenever the program can tell: when the file is read, written or cut, and
// when the mapping ends. Protection is not modelled: what a program may do to an object, the
// executor knows better.
#include "posix/fs.h"
#include <errno.h>
#include <fcntl.h>
#include <stdint.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/syscall.h>
#include <sys/sysmacros.h>

enum { PAGE = 4096 };

// A shared mapping of a file.
struct mapping {
  struct mapping *next;
  struct node *node;
  char *memory;
  size_t size;
  long offset;
};

static struct mapping *mappings;

static size_t whole_pages(size_t size) { return (size + PAGE - 1) & -(size_t)PAGE; }

// How much of the mapping lies within the file.
static size_t shared_size(const struct mapping *mapping) {
  size_t size = mapping->node->size;
  if ((size_t)mapping->offset >= size) return 0;
  size -= (size_t)mapping->offset;
  return size < mapping->size ? size : mapping->size;
}

static void gather(const struct mapping *mapping) {
  size_t size = shared_size(mapping);
  if (size > 0) memcpy(mapping->node->bytes + mapping->offset, mapping->memory, size);
}

void __posix_gather_mappings(struct node *node) {
  for (const struct mapping *mapping = mappings; mapping; mapping = mapping->next)
    if (mapping->node == node) gather(mapping);
}

void __posix_spread_mappings(struct node *node) {
  for (const struct mapping *mapping = mappings; mapping; mapping = mapping->next) {
    if (mapping->node != node) continue;
    size_t size = shared_size(mapping);
    if (size > 0) memcpy(mapping->memory, node->bytes + mapping->offset, size);
  }
}

static long share(struct node *node, char *memory, size_t size, long offset) {
  struct mapping *mapping = __smew_allocate(sizeof(*mapping));
  if (!mapping) return -ENOMEM;
  *mapping = (struct mapping){mappings, node, memory, size, offset};
  mappings = mapping;
  node->mappings++;
  return 0;
}

static void end_sharing(const char *memory) {
  struct mapping **at = &mappings;
  while (*at && (*at)->memory != memory) at = &(*at)->next;
  struct mapping *mapping = *at;
  if (!mapping) return;
  gather(mapping);
  *at = mapping->next;
  mapping->node->mappings--;
  __posix_drop_node(mapping->node);
  __smew_release(mapping);
}

static long fill_from_file(struct file *file, char *memory, size_t size, long offset) {
  while (size > 0) {
    long count = __posix_read_at(file, memory, size, offset);
    if (count <= 0) return count;
    memory += count;
    offset += count;
    size -= (size_t)count;
  }
  return 0;
}

static bool is_shared(const struct file *file, int protection, int flags) {
  return file && (flags & MAP_TYPE) != MAP_PRIVATE && (protection & PROT_WRITE);
}

// /dev/zero is memory without a file.
static bool is_zeros(const struct file *file) {
  return file && file->kind == FILE_DEVICE && file->node->status.st_rdev == makedev(1, 5);
}

static long check_file(const struct file *file, int protection, int flags) {
  if (!file) return -EBADF;
  if (file->kind != FILE_REGULAR && (file->kind != FILE_NODE || file->node->type != S_IFREG))
    return -ENODEV;
  if (!__posix_may_read(file)) return -EACCES;
  if (!is_shared(file, protection, flags)) return 0;
  if (file->kind != FILE_NODE || !__posix_may_write(file)) return -EACCES;
  return __posix_load(file->node);
}

long __posix_mmap(const struct call *call) {
  size_t size = whole_pages((size_t)__smew_number(call->a[1]));
  int protection = (int)call->a[2];
  int flags = (int)call->a[3];
  struct file *file = NULL;
  int type = flags & MAP_TYPE;
  if (call->a[1] == 0 || (call->a[5] & (PAGE - 1))) return -EINVAL;
  if (size == 0) return -ENOMEM;
  if (type != MAP_PRIVATE && type != MAP_SHARED && type != MAP_SHARED_VALIDATE) return -EINVAL;
  if (flags & MAP_FIXED) {
    __smew_unmodelled("system call mmap at a fixed address");
    return -ENOMEM;
  }
  if (!(flags & MAP_ANONYMOUS)) {
    file = __posix_file(call->a[4]);
    long status = is_zeros(file) ? 0 : check_file(file, protection, flags);
    if (is_zeros(file)) file = NULL;
    if (status < 0) return status;
  }
  char *memory = __smew_map(size);
  if (!memory) return -ENOMEM;
  long status = file ? fill_from_file(file, memory, size, call->a[5]) : 0;
  if (status == 0 && is_shared(file, protection, flags))
    status = share(file->node, memory, size, call->a[5]);
  if (status < 0) {
    __smew_unmap(memory, size);
    return status;
  }
  return (long)memory;
}

long __posix_munmap(const struct call *call) {
  size_t size = whole_pages((size_t)call->a[1]);
  if (size == 0 || (call->a[0] & (PAGE - 1))) return -EINVAL;
  end_sharing((const char *)call->a[0]);
  if (__smew_unmap((void *)call->a[0], size) == 0) return 0;
  __smew_unmodelled("system call munmap of a part of a mapping");
  return -EINVAL;
}

long __posix_msync(const struct call *call) {
  enum { BOTH = MS_SYNC | MS_ASYNC };
  if (call->a[0] & (PAGE - 1)) return -EINVAL;
  if ((call->a[2] & ~(BOTH | MS_INVALIDATE)) || (call->a[2] & BOTH) == BOTH) return -EINVAL;
  for (const struct mapping *mapping = mappings; mapping; mapping = mapping->next)
    if ((uintptr_t)mapping->memory <= (uintptr_t)call->a[0] &&
        (uintptr_t)call->a[0] < (uintptr_t)mapping->memory + mapping->size)
      gather(mapping);
  return 0;
}

long __posix_mprotect(const struct call *call) {
  enum { KNOWN = PROT_READ | PROT_WRITE | PROT_EXEC | PROT_GROWSDOWN | PROT_GROWSUP | 8 };
  return (call->a[0] & (PAGE - 1)) || (call->a[2] & ~KNOWN) ? -EINVAL : 0;
}

// A mapping never changes its size in place; it moves, if it may.
long __posix_mremap(const struct call *call) {
  void *old = (void *)call->a[0];
  size_t old_size = whole_pages((size_t)call->a[1]);
  size_t new_size = whole_pages((size_t)call->a[2]);
  if (new_size == 0 || (call->a[0] & (PAGE - 1))) return -EINVAL;
  if (new_size == old_size) return (long)old;
  if (!(call->a[3] & MREMAP_MAYMOVE) || (call->a[3] & MREMAP_FIXED)) {
    __smew_unmodelled("system call mremap to a given address");
    return -ENOMEM;
  }
  for (struct mapping *mapping = mappings; mapping; mapping = mapping->next)
    if (mapping->memory == old) {
      __smew_unmodelled("system call mremap of a shared mapping");
      return -ENOMEM;
    }
  char *memory = __smew_map(new_size);
  if (!memory) return -ENOMEM;
  memcpy(memory, old, old_size < new_size ? old_size : new_size);
  __smew_unmap(old, old_size);
  return (long)memory;
}

// There is no break to move: memory comes from mmap and the executor's heap.
long __posix_brk(const struct call *call) {
  (void)call;
  return -ENOMEM;
}

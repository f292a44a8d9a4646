// Memory from the system: each mapping is one object of the executor's, in whole pages. A mapped
// file is a copy of its content, so nothing shared and writable can be mapped. Protection is not
// modelled: what a program may do to an object, the executor knows better.
#include "posix/posix.h"
#include <errno.h>
#include <fcntl.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/syscall.h>

enum { PAGE = 4096 };

static size_t whole_pages(size_t size) { return (size + PAGE - 1) & -(size_t)PAGE; }

static long fill_from_file(const struct file *file, char *memory, size_t size, long offset) {
  while (size > 0) {
    long count = host(SYS_pread64, file->host, (long)memory, (long)size, offset);
    if (count <= 0) return count;
    memory += count;
    offset += count;
    size -= (size_t)count;
  }
  return 0;
}

static long check_file(const struct file *file, int protection, int flags) {
  if (!file) return -EBADF;
  if (file->kind != FILE_REGULAR) return -ENODEV;
  if ((flags & MAP_TYPE) != MAP_PRIVATE && (protection & PROT_WRITE)) return -EACCES;
  return 0;
}

long __posix_mmap(const struct call *call) {
  size_t size = whole_pages((size_t)call->a[1]);
  int protection = (int)call->a[2];
  int flags = (int)call->a[3];
  struct file *file = NULL;
  if (call->a[1] == 0 || (call->a[5] & (PAGE - 1))) return -EINVAL;
  if (size == 0) return -ENOMEM;
  if (flags & MAP_FIXED) {
    __smew_unmodelled("system call mmap at a fixed address");
    return -ENOMEM;
  }
  if (!(flags & MAP_ANONYMOUS)) {
    file = __posix_file(call->a[4]);
    long status = check_file(file, protection, flags);
    if (status < 0) return status;
  }
  char *memory = __smew_map(size);
  if (!memory) return -ENOMEM;
  long status = file ? fill_from_file(file, memory, size, call->a[5]) : 0;
  if (status < 0) {
    __smew_unmap(memory, size);
    return status;
  }
  return (long)memory;
}

long __posix_munmap(const struct call *call) {
  size_t size = whole_pages((size_t)call->a[1]);
  if (size == 0 || (call->a[0] & (PAGE - 1))) return -EINVAL;
  if (__smew_unmap((void *)call->a[0], size) == 0) return 0;
  __smew_unmodelled("system call munmap of a part of a mapping");
  return -EINVAL;
}

// A mapping never changes its size in place; it moves, if it may.
long __posix_mremap(const struct call *call) {
  void *old = (void *)call->a[0];
  size_t old_size = whole_pages((size_t)call->a[1]);
  size_t new_size = whole_pages((size_t)call->a[2]);
  if (new_size == 0 || (call->a[0] & (PAGE - 1))) return -EINVAL;
  if (new_size == old_size) return (long)old;
  if (!(call->a[3] & MREMAP_MAYMOVE) || (call->a[3] & MREMAP_FIXED)) {
    __smew_unmodelled("system call mremap to a given place");
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

// Copying from one descriptor to another without the program's buffers.
#include "posix/fs.h"
#include <errno.h>
#include <fcntl.h>

// At the position of the file, or at *offset, which is moved on.
static long read_from(struct file *file, char *buffer, size_t size, long *offset) {
  if (!offset) return __posix_read_file(file, buffer, size);
  long count = __posix_read_at(file, buffer, size, *offset);
  if (count > 0) *offset += count;
  return count;
}

static long write_to(struct file *file, const char *buffer, size_t size, long *offset) {
  if (!offset) return __posix_write_file(file, buffer, size);
  long count = __posix_write_at(file, buffer, size, *offset);
  if (count > 0) *offset += count;
  return count;
}

static long transfer(struct file *in, long *in_at, struct file *out, long *out_at, size_t size) {
  char buffer[4096];
  long total = 0;
  while (size > 0) {
    long count = read_from(in, buffer, size < sizeof(buffer) ? size : sizeof(buffer), in_at);
    if (count > 0) count = write_to(out, buffer, (size_t)count, out_at);
    if (count < 0) return total > 0 ? total : count;
    if (count == 0) break;
    total += count;
    size -= (size_t)count;
  }
  return total;
}

static bool is_regular(const struct file *file) {
  return (file->kind == FILE_NODE && file->node->type == S_IFREG) || file->kind == FILE_REGULAR;
}

long __posix_copy_file_range(const struct call *call) {
  struct file *in = __posix_file(call->a[0]), *out = __posix_file(call->a[2]);
  size_t size = (size_t)__smew_number(call->a[4]);
  if (!in || !out || !__posix_may_read(in) || !__posix_may_write(out) || (out->flags & O_APPEND))
    return -EBADF;
  if (in->kind == FILE_NODE && in->node->type == S_IFDIR) return -EISDIR;
  if (call->a[5] != 0 || !is_regular(in) || !is_regular(out)) return -EINVAL;
  return transfer(in, (long *)call->a[1], out, (long *)call->a[3], size);
}

long __posix_sendfile(const struct call *call) {
  struct file *out = __posix_file(call->a[0]), *in = __posix_file(call->a[1]);
  if (!in || !out || !__posix_may_read(in) || !__posix_may_write(out)) return -EBADF;
  if (!is_regular(in)) return -EINVAL;
  return transfer(in, (long *)call->a[2], out, NULL, (size_t)__smew_number(call->a[3]));
}

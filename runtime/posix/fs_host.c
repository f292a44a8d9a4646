// What the host has below the program's tree. Every look at it is complete in itself: nothing stays
// open on the host, so that paths of an exploration do not disturb each other, and nothing is ever
// opened for writing.
#include "posix/fs.h"
#include <dirent.h>
#include <errno.h>
#include <fcntl.h>
#include <string.h>
#include <sys/syscall.h>

enum { LARGEST = 1 << 26 }; // bytes of one object of the executor's

// A file of the host's under another of its names is the same file.
static struct node *linked_nodes;

static struct node *find_linked(const struct stat *status) {
  for (struct node *node = linked_nodes; node; node = node->next_linked)
    if (node->status.st_ino == status->st_ino && node->status.st_dev == status->st_dev) return node;
  return NULL;
}

void __posix_forget_linked(const struct node *node) {
  struct node **at = &linked_nodes;
  while (*at && *at != node) at = &(*at)->next_linked;
  if (*at) *at = node->next_linked;
}

// Takes the path where it is not a literal.
struct node *__posix_new_host_node(const char *path, const struct stat *status) {
  bool is_linked = S_ISREG(status->st_mode) && status->st_nlink > 1;
  struct node *known = is_linked ? find_linked(status) : NULL;
  if (known) {
    __smew_release((void *)path);
    return known;
  }
  struct node *node = __smew_allocate(sizeof(*node));
  node->type = status->st_mode & S_IFMT;
  node->status = *status;
  node->host = path;
  if (is_linked) {
    node->next_linked = linked_nodes;
    linked_nodes = node;
  }
  return node;
}

const char *__posix_join_host(const char *directory, const char *name, size_t length) {
  size_t above = strlen(directory);
  if (directory[above - 1] == '/') above--;
  char *path = __smew_allocate(above + 1 + length + 1);
  memcpy(path, directory, above);
  path[above] = '/';
  memcpy(path + above + 1, name, length);
  return path;
}

long __posix_host_lstat(const char *path, struct stat *status) {
  return host(SYS_newfstatat, AT_FDCWD, (long)path, (long)status, AT_SYMLINK_NOFOLLOW);
}

long __posix_host_open(const char *path, int flags) {
  return host(SYS_openat, AT_FDCWD, (long)path, flags | O_CLOEXEC | O_NOCTTY | O_NONBLOCK, 0);
}

long __posix_host_pread(const char *path, char *buffer, size_t size, long offset) {
  long fd = __posix_host_open(path, O_RDONLY);
  if (fd < 0) return fd;
  long count = host(SYS_pread64, fd, (long)buffer, (long)size, offset);
  host(SYS_close, fd, 0, 0, 0);
  return count;
}

// Links have no more than PATH_MAX bytes; a file may turn out longer or shorter than it said.
static long load_link(struct node *node) {
  char target[PATH_MAX];
  long length = host(SYS_readlinkat, AT_FDCWD, (long)node->host, (long)target, PATH_MAX);
  if (length < 0) return length;
  node->bytes = __smew_allocate((size_t)length + 1);
  memcpy(node->bytes, target, (size_t)length);
  node->size = (size_t)length;
  node->room = (size_t)length + 1;
  node->is_loaded = true;
  return 0;
}

static long load_file(struct node *node) {
  size_t size = (size_t)node->status.st_size;
  if (size > LARGEST) {
    __smew_unmodelled("changing a file of more than 64 MiB");
    return -EFBIG;
  }
  char *bytes = size > 0 ? __smew_allocate(size) : NULL;
  size_t done = 0;
  while (done < size) {
    long count = __posix_host_pread(node->host, bytes + done, size - done, (long)done);
    if (count < 0) {
      __smew_release(bytes);
      return count;
    }
    if (count == 0) break;
    done += (size_t)count;
  }
  node->bytes = bytes;
  node->size = done;
  node->room = size;
  node->is_loaded = true;
  return 0;
}

long __posix_load(struct node *node) {
  if (node->is_loaded) return 0;
  if (node->type == S_IFLNK) return load_link(node);
  if (node->type == S_IFREG) return load_file(node);
  node->is_loaded = true;
  return 0;
}

static bool visit_all(const char *buffer, long count,
                      bool (*visit)(const char *name, ino_t number, int type, void *context),
                      void *context) {
  for (long at = 0; at < count;) {
    const struct dirent *entry = (const struct dirent *)(buffer + at);
    if (!visit(entry->d_name, entry->d_ino, entry->d_type, context)) return false;
    at += entry->d_reclen;
  }
  return true;
}

long __posix_host_list(const char *path,
                       bool (*visit)(const char *name, ino_t number, int type, void *context),
                       void *context) {
  _Alignas(struct dirent) char buffer[8192];
  long fd = __posix_host_open(path, O_RDONLY | O_DIRECTORY);
  long count = fd;
  while (fd >= 0 && (count = host(SYS_getdents64, fd, (long)buffer, sizeof(buffer), 0)) > 0)
    if (!visit_all(buffer, count, visit, context)) break;
  if (fd >= 0) host(SYS_close, fd, 0, 0, 0);
  return count < 0 ? count : 0;
}

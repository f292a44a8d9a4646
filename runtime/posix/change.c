// Changes to the file system: new names, names that go, names that move. All of it happens in
// memory.
#include "posix/fs.h"
#include <errno.h>
#include <fcntl.h>
#include <string.h>
#include <sys/syscall.h>
#include <unistd.h>

// May names be added to the directory or taken from it?
static long check_directory(const struct node *directory) {
  if (directory->status.st_nlink == 0) return -ENOENT; // it was removed
  return __posix_check_node(directory, W_OK | X_OK, false);
}

// A directory with the sticky bit lets only owners take names away.
static long check_removal(const struct node *directory, const struct node *node) {
  uid_t user = __posix_user();
  long status = check_directory(directory);
  if (status < 0 || user == 0 || !(directory->status.st_mode & S_ISVTX)) return status;
  return node->status.st_uid == user || directory->status.st_uid == user ? 0 : -EPERM;
}

// Finds the place of a new name; a directory's may be followed by a slash.
static long find_new_place(long fd, const char *path, bool is_directory, struct place *place) {
  int flags = WALK_LAST | WALK_MISSING | (is_directory ? WALK_SLASH : 0);
  long status = __posix_walk(fd, path, flags, place);
  if (status < 0) return status;
  if (place->node) return -EEXIST;
  if (place->wants_directory && !is_directory) return -ENOENT;
  return check_directory(place->directory);
}

static long make_node(long fd, const char *path, mode_t mode, dev_t device) {
  struct place place;
  long status = find_new_place(fd, path, S_ISDIR(mode), &place);
  if (status < 0) return status;
  struct node *node = __posix_new_node((mode & S_IFMT) | (mode & 07777 & ~__posix_mask()));
  if (!node) return -ENOSPC;
  node->status.st_rdev = device;
  __posix_add_entry(place.directory, place.name, place.length, place.is_symbolic, node);
  return 0;
}

long __posix_mkdir(const struct call *call) {
  return make_node(AT_FDCWD, (const char *)call->a[0], S_IFDIR | ((mode_t)call->a[1] & 01777), 0);
}

long __posix_mkdirat(const struct call *call) {
  return make_node(call->a[0], (const char *)call->a[1], S_IFDIR | ((mode_t)call->a[2] & 01777), 0);
}

// Device nodes are the superuser's to make.
static long make_special(long fd, const char *path, mode_t mode, dev_t device) {
  mode_t type = (mode_t)__smew_number(mode & S_IFMT);
  switch (type) {
  case 0: type = S_IFREG; break;
  case S_IFREG:
  case S_IFIFO:
  case S_IFSOCK: break;
  case S_IFCHR:
  case S_IFBLK:
    if (__posix_user() != 0) return -EPERM;
    break;
  case S_IFDIR: return -EPERM;
  default: return -EINVAL;
  }
  return make_node(fd, path, type | (mode & 07777), type == S_IFREG ? 0 : device);
}

long __posix_mknod(const struct call *call) {
  return make_special(AT_FDCWD, (const char *)call->a[0], (mode_t)call->a[1], (dev_t)call->a[2]);
}

long __posix_mknodat(const struct call *call) {
  return make_special(call->a[0], (const char *)call->a[1], (mode_t)call->a[2], (dev_t)call->a[3]);
}

// ---- links ----

static long make_symlink(const char *target, long fd, const char *path) {
  struct place place;
  if (!target) return -EFAULT;
  size_t length = __posix_text_room(target);
  if (length == 0 || !*target) return -ENOENT;
  if (length >= PATH_MAX) return -ENAMETOOLONG;
  long status = find_new_place(fd, path, false, &place);
  if (status < 0) return status;
  struct node *node = __posix_new_node(S_IFLNK | 0777);
  if (!node || !(node->bytes = __smew_allocate(length + 1))) return -ENOSPC;
  memcpy(node->bytes, target, length);
  node->size = (size_t)__smew_number((long)strlen(node->bytes));
  node->room = length + 1;
  __posix_add_entry(place.directory, place.name, place.length, place.is_symbolic, node);
  return 0;
}

long __posix_symlink(const struct call *call) {
  return make_symlink((const char *)call->a[0], AT_FDCWD, (const char *)call->a[1]);
}

long __posix_symlinkat(const struct call *call) {
  return make_symlink((const char *)call->a[0], call->a[1], (const char *)call->a[2]);
}

static long find_linked(long fd, const char *path, int flags, struct node **node) {
  struct place place;
  if ((flags & AT_EMPTY_PATH) && path && !*path) {
    struct file *file = __posix_file(fd);
    if (!file) return -EBADF;
    if (file->kind != FILE_NODE) return -EXDEV;
    *node = file->node;
    return 0;
  }
  long status = __posix_walk(fd, path, flags & AT_SYMLINK_FOLLOW ? WALK_FOLLOW : 0, &place);
  if (status == 0) *node = place.node;
  return status;
}

static long make_link(long old_fd, const char *old, long new_fd, const char *new, int flags) {
  struct node *node;
  struct place place;
  if (flags & ~(AT_SYMLINK_FOLLOW | AT_EMPTY_PATH)) return -EINVAL;
  long status = find_linked(old_fd, old, flags, &node);
  if (status == 0) status = find_new_place(new_fd, new, false, &place);
  if (status < 0) return status;
  if (node->type == S_IFDIR) return -EPERM;
  node->status.st_nlink++;
  node->status.st_ctim = __posix_now();
  __posix_add_entry(place.directory, place.name, place.length, place.is_symbolic, node);
  return 0;
}

long __posix_link(const struct call *call) {
  return make_link(AT_FDCWD, (const char *)call->a[0], AT_FDCWD, (const char *)call->a[1], 0);
}

long __posix_linkat(const struct call *call) {
  return make_link(call->a[0], (const char *)call->a[1], call->a[2], (const char *)call->a[3],
                   (int)call->a[4]);
}

// ---- removal ----

static void unlink_entry(struct node *directory, struct entry *entry) {
  struct node *node = entry->node;
  __posix_remove_entry(directory, entry);
  if (node->type == S_IFDIR)
    node->status.st_nlink = 0;
  else
    node->status.st_nlink--;
  node->status.st_ctim = __posix_now();
  __posix_drop_node(node);
}

static bool ends_in(const char *path, const char *last) {
  size_t length = strlen(path), tail = strlen(last);
  while (length > 0 && path[length - 1] == '/') length--;
  if (length < tail || memcmp(path + length - tail, last, tail) != 0) return false;
  return length == tail || path[length - tail - 1] == '/';
}

// What rmdir and rename say to a path that ends without a name of its own.
static long refuse_nameless(const char *path) {
  if (__posix_is_symbolic_text(path)) {
    int dots = __posix_last_dots(path);
    return dots == 1 ? -EINVAL : dots == 2 ? -ENOTEMPTY : -EBUSY;
  }
  if (ends_in(path, ".")) return -EINVAL;
  return ends_in(path, "..") ? -ENOTEMPTY : -EBUSY;
}

static long remove_file(long fd, const char *path) {
  struct place place;
  long status = __posix_walk(fd, path, WALK_LAST, &place);
  if (status < 0) return status;
  if (!place.entry) return -EISDIR;
  if (place.wants_directory && place.node->type != S_IFDIR) return -ENOTDIR;
  status = check_removal(place.directory, place.node);
  if (status < 0) return status;
  if (place.node->type == S_IFDIR) return -EISDIR;
  unlink_entry(place.directory, place.entry);
  return 0;
}

static long remove_directory(long fd, const char *path) {
  struct place place;
  long status = __posix_walk(fd, path, WALK_LAST, &place);
  if (status < 0) return status;
  if (!place.entry) return refuse_nameless(path);
  status = check_removal(place.directory, place.node);
  if (status < 0) return status;
  if (place.node->type != S_IFDIR) return -ENOTDIR;
  if (!__posix_is_empty(place.node)) return -ENOTEMPTY;
  unlink_entry(place.directory, place.entry);
  return 0;
}

long __posix_unlink(const struct call *call) {
  return remove_file(AT_FDCWD, (const char *)call->a[0]);
}

long __posix_rmdir(const struct call *call) {
  return remove_directory(AT_FDCWD, (const char *)call->a[0]);
}

long __posix_unlinkat(const struct call *call) {
  if ((int)call->a[2] & ~AT_REMOVEDIR) return -EINVAL;
  const char *path = (const char *)call->a[1];
  return call->a[2] & AT_REMOVEDIR ? remove_directory(call->a[0], path)
                                   : remove_file(call->a[0], path);
}

// ---- renaming ----

// The kernel's, which musl's headers do not have.
enum { RENAME_NOREPLACE = 1, RENAME_EXCHANGE = 2 };

static bool is_within(const struct node *node, const struct node *directory) {
  for (; node != node->parent; node = node->parent)
    if (node == directory) return true;
  return node == directory;
}

static long check_target(const struct node *node, const struct place *to, int flags) {
  struct node *old = to->node;
  if (flags & RENAME_NOREPLACE) return -EEXIST;
  if (node->type == S_IFDIR && old->type != S_IFDIR) return -ENOTDIR;
  if (node->type != S_IFDIR && old->type == S_IFDIR) return -EISDIR;
  if (old->type == S_IFDIR && !__posix_is_empty(old)) return -ENOTEMPTY;
  return check_removal(to->directory, old);
}

static long rename_place(const struct place *from, const struct place *to, int flags) {
  struct node *node = from->node;
  long status = check_removal(from->directory, node);
  if (status == 0) status = check_directory(to->directory);
  if (status < 0) return status;
  if ((to->wants_directory || from->wants_directory) && node->type != S_IFDIR) return -ENOTDIR;
  if (to->node == node) return flags & RENAME_NOREPLACE ? -EEXIST : 0;
  if (node->type == S_IFDIR && is_within(to->directory, node)) return -EINVAL;
  if (to->node && (status = check_target(node, to, flags)) < 0) return status;
  if (to->node) unlink_entry(to->directory, to->entry);
  __posix_remove_entry(from->directory, from->entry);
  __posix_add_entry(to->directory, to->name, to->length, to->is_symbolic, node);
  node->status.st_ctim = __posix_now();
  return 0;
}

static long exchange(const struct place *from, const struct place *to) {
  if (!to->node) return -ENOENT;
  struct node *node = from->node;
  if (is_within(to->directory, node) || is_within(from->directory, to->node)) return -EINVAL;
  from->entry->node = to->node;
  to->entry->node = node;
  from->entry->is_host = to->entry->is_host = false;
  node->parent = to->directory;
  to->node->parent = from->directory;
  return 0;
}

static long rename_path(long old_fd, const char *old, long new_fd, const char *new, int flags) {
  struct place from, to;
  if ((flags & ~(RENAME_NOREPLACE | RENAME_EXCHANGE)) ||
      flags == (RENAME_NOREPLACE | RENAME_EXCHANGE))
    return -EINVAL;
  long status = __posix_walk(old_fd, old, WALK_LAST, &from);
  if (status == 0) status = __posix_walk(new_fd, new, WALK_LAST | WALK_MISSING | WALK_SLASH, &to);
  if (status < 0) return status;
  if (!from.entry || (to.node && !to.entry)) return -EBUSY;
  return flags & RENAME_EXCHANGE ? exchange(&from, &to) : rename_place(&from, &to, flags);
}

long __posix_rename(const struct call *call) {
  return rename_path(AT_FDCWD, (const char *)call->a[0], AT_FDCWD, (const char *)call->a[1], 0);
}

long __posix_renameat(const struct call *call) {
  return rename_path(call->a[0], (const char *)call->a[1], call->a[2], (const char *)call->a[3], 0);
}

long __posix_renameat2(const struct call *call) {
  return rename_path(call->a[0], (const char *)call->a[1], call->a[2], (const char *)call->a[3],
                     (int)call->a[4]);
}

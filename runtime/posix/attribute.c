// Changes to what files are: size, permissions, owner, times. All of it happens in memory.
#include "posix/fs.h"
#include <errno.h>
#include <fcntl.h>
#include <sys/syscall.h>
#include <sys/time.h>
#include <unistd.h>
#include <utime.h>

// The node behind a descriptor; the host's streams have none to change.
static long node_of(long fd, struct node **node) {
  struct file *file = __posix_file(fd);
  if (!file) return -EBADF;
  if (file->node) {
    *node = file->node;
    return 0;
  }
  __smew_unmodelled("changing the attributes of a stream");
  return -EPERM;
}

// A descriptor that only says where (O_PATH) will not do.
static long open_node(long fd, struct node **node) {
  struct file *file = __posix_file(fd);
  return file && (file->flags & O_PATH) ? -EBADF : node_of(fd, node);
}

static long node_at(long fd, const char *path, int flags, struct node **node) {
  struct place place;
  if ((flags & AT_EMPTY_PATH) && path && !*path) return node_of(fd, node);
  int named = __posix_named_descriptor(path);
  if (named >= 0) return node_of(named, node);
  long status = __posix_walk(fd, path, flags & AT_SYMLINK_NOFOLLOW ? 0 : WALK_FOLLOW, &place);
  if (status == 0) *node = place.node;
  return status;
}

static bool is_owner(const struct node *node) {
  uid_t user = __posix_user();
  return user == 0 || user == node->status.st_uid;
}

// ---- size ----

static long truncate_node(struct node *node, long size) {
  if (node->type == S_IFDIR) return -EISDIR;
  return node->type == S_IFREG ? __posix_node_truncate(node, __smew_number(size)) : -EINVAL;
}

long __posix_truncate(const struct call *call) {
  struct node *node;
  if (call->a[1] < 0) return -EINVAL;
  long status = node_at(AT_FDCWD, (const char *)call->a[0], 0, &node);
  if (status == 0 && node->type == S_IFDIR) return -EISDIR;
  if (status == 0) status = __posix_check_node(node, W_OK, false);
  return status < 0 ? status : truncate_node(node, call->a[1]);
}

long __posix_ftruncate(const struct call *call) {
  struct file *file = __posix_file(call->a[0]);
  if (!file || (file->flags & O_PATH)) return -EBADF;
  if (call->a[1] < 0) return -EINVAL;
  if (file->kind != FILE_NODE || !__posix_may_write(file)) return -EINVAL;
  return truncate_node(file->node, call->a[1]);
}

// Space is there when it is needed; what remains is the size, unless that is to be kept.
long __posix_fallocate(const struct call *call) {
  enum { KEEP_SIZE = 1 };
  struct file *file = __posix_file(call->a[0]);
  long offset = __smew_number(call->a[2]), length = __smew_number(call->a[3]), end;
  if (!file || !__posix_may_write(file)) return -EBADF;
  if (offset < 0 || length <= 0) return -EINVAL;
  if (file->kind == FILE_DEVICE || file->kind == FILE_TERMINAL) return -ENODEV;
  if (file->kind != FILE_NODE) return -ESPIPE;
  if (call->a[1] & ~KEEP_SIZE) return -EOPNOTSUPP;
  if (__builtin_add_overflow(offset, length, &end)) return -EFBIG;
  if ((call->a[1] & KEEP_SIZE) || end <= __posix_node_size(file->node)) return 0;
  return __posix_node_truncate(file->node, end);
}

// ---- permissions ----

static long change_mode(struct node *node, mode_t mode) {
  if (!is_owner(node)) return -EPERM;
  if (node->type == S_IFLNK) return -EOPNOTSUPP;
  node->status.st_mode = node->type | (mode & 07777);
  node->status.st_ctim = __posix_now();
  return 0;
}

static long change_mode_at(long fd, const char *path, mode_t mode) {
  struct node *node;
  long status = node_at(fd, path, 0, &node);
  return status < 0 ? status : change_mode(node, mode);
}

long __posix_chmod(const struct call *call) {
  return change_mode_at(AT_FDCWD, (const char *)call->a[0], (mode_t)call->a[1]);
}

long __posix_fchmodat(const struct call *call) {
  return change_mode_at(call->a[0], (const char *)call->a[1], (mode_t)call->a[2]);
}

long __posix_fchmod(const struct call *call) {
  struct node *node;
  long status = open_node(call->a[0], &node);
  return status < 0 ? status : change_mode(node, (mode_t)call->a[1]);
}

// ---- owner ----

// -1 leaves it as it is. Only the superuser gives files away.
static long change_owner(struct node *node, uid_t user, gid_t group) {
  if (__posix_user() != 0) {
    bool is_same = (user == (uid_t)-1 || user == node->status.st_uid) &&
                   (group == (gid_t)-1 || group == node->status.st_gid ||
                    (is_owner(node) && __posix_is_in_group(group)));
    if (!is_same) return -EPERM;
  }
  if (user != (uid_t)-1) node->status.st_uid = user;
  if (group != (gid_t)-1) node->status.st_gid = group;
  if (node->type == S_IFREG && (node->status.st_mode & 0111))
    node->status.st_mode &= ~(mode_t)(S_ISUID | (node->status.st_mode & S_IXGRP ? S_ISGID : 0));
  node->status.st_ctim = __posix_now();
  return 0;
}

static long change_owner_at(long fd, const char *path, long user, long group, int flags) {
  struct node *node;
  long status = node_at(fd, path, flags, &node);
  return status < 0 ? status : change_owner(node, (uid_t)user, (gid_t)group);
}

long __posix_chown(const struct call *call) {
  return change_owner_at(AT_FDCWD, (const char *)call->a[0], call->a[1], call->a[2], 0);
}

long __posix_lchown(const struct call *call) {
  return change_owner_at(AT_FDCWD, (const char *)call->a[0], call->a[1], call->a[2],
                         AT_SYMLINK_NOFOLLOW);
}

long __posix_fchownat(const struct call *call) {
  if ((int)call->a[4] & ~(AT_SYMLINK_NOFOLLOW | AT_EMPTY_PATH)) return -EINVAL;
  return change_owner_at(call->a[0], (const char *)call->a[1], call->a[2], call->a[3],
                         (int)call->a[4]);
}

long __posix_fchown(const struct call *call) {
  struct node *node;
  long status = open_node(call->a[0], &node);
  return status < 0 ? status : change_owner(node, (uid_t)call->a[1], (gid_t)call->a[2]);
}

// ---- times ----

static long set_time(struct timespec *time, struct timespec wanted) {
  if (wanted.tv_nsec == UTIME_OMIT) return 0;
  if (wanted.tv_nsec == UTIME_NOW)
    *time = __posix_now();
  else if (wanted.tv_nsec < 0 || wanted.tv_nsec > 999999999)
    return -EINVAL;
  else
    *time = wanted;
  return 0;
}

static bool is_now(const struct timespec *times) {
  return !times || (times[0].tv_nsec == UTIME_NOW && times[1].tv_nsec == UTIME_NOW);
}

// Who may write to a file may set its times to now; any other time is the owner's to set.
static long change_times(struct node *node, const struct timespec *times) {
  static const struct timespec now[2] = {{0, UTIME_NOW}, {0, UTIME_NOW}};
  struct timespec atime = node->status.st_atim, mtime = node->status.st_mtim;
  bool wants_now = is_now(times);
  if (!times) times = now;
  long status = set_time(&atime, times[0]);
  if (status == 0) status = set_time(&mtime, times[1]);
  if (status < 0) return status;
  if (!is_owner(node)) {
    if (!wants_now) return -EPERM;
    status = __posix_check_node(node, W_OK, false);
    if (status < 0) return status;
  }
  node->status.st_atim = atime;
  node->status.st_mtim = mtime;
  node->status.st_ctim = __posix_now();
  return 0;
}

// Without a path it is the descriptor's own file.
long __posix_utimensat(const struct call *call) {
  struct node *node;
  const char *path = (const char *)call->a[1];
  if ((int)call->a[3] & ~(AT_SYMLINK_NOFOLLOW | AT_EMPTY_PATH)) return -EINVAL;
  long status =
      path ? node_at(call->a[0], path, (int)call->a[3], &node) : open_node(call->a[0], &node);
  return status < 0 ? status : change_times(node, (const struct timespec *)call->a[2]);
}

static long change_times_at(long fd, const char *path, const struct timeval *values) {
  struct timespec times[2];
  struct node *node;
  long status = path ? node_at(fd, path, 0, &node) : node_of(fd, &node);
  if (status < 0) return status;
  for (int i = 0; values && i < 2; i++) {
    if (values[i].tv_usec < 0 || values[i].tv_usec > 999999) return -EINVAL;
    times[i] = (struct timespec){values[i].tv_sec, values[i].tv_usec * 1000};
  }
  return change_times(node, values ? times : NULL);
}

long __posix_utimes(const struct call *call) {
  return change_times_at(AT_FDCWD, (const char *)call->a[0], (const struct timeval *)call->a[1]);
}

long __posix_futimesat(const struct call *call) {
  return change_times_at(call->a[0], (const char *)call->a[1], (const struct timeval *)call->a[2]);
}

long __posix_utime(const struct call *call) {
  const struct utimbuf *given = (const struct utimbuf *)call->a[1];
  struct timeval times[2];
  if (given) {
    times[0] = (struct timeval){given->actime, 0};
    times[1] = (struct timeval){given->modtime, 0};
  }
  return change_times_at(AT_FDCWD, (const char *)call->a[0], given ? times : NULL);
}

// What files are. Names of the program's own descriptors are looked at through those.
#include "posix/fs.h"
#include <errno.h>
#include <fcntl.h>
#include <stdint.h>
#include <string.h>
#include <sys/statfs.h>
#include <sys/syscall.h>
#include <sys/sysmacros.h>
#include <unistd.h>

// Mapped to what the kernel has on x86_64 for a file system in memory.
enum { TMPFS_MAGIC = 0x01021994, PIPEFS_MAGIC = 0x50495045, DEVPTS_MAGIC = 0x1cd1 };

static void stat_node(const struct node *node, struct stat *result) {
  *result = node->status;
  if (node->type == S_IFDIR && !node->host) result->st_size = 4096;
  if (node->type == S_IFDIR || node->type == S_IFCHR || !node->is_loaded) return;
  result->st_size = (off_t)node->size;
  result->st_blocks = (blkcnt_t)((node->size + 4095) / 4096 * 8);
  if (node->type == S_IFLNK) result->st_blocks = 0;
}

static void stat_socket(uintptr_t identity, struct stat *result) {
  *result = (struct stat){.st_mode = S_IFSOCK | 0777,
                          .st_nlink = 1,
                          .st_uid = __posix_user(),
                          .st_gid = __posix_group(),
                          .st_blksize = 4096};
  result->st_dev = 13;
  result->st_ino = (ino_t)identity;
  result->st_atim = result->st_mtim = result->st_ctim = __posix_now();
}

// struct stat is the kernel's own on x86_64.
long __posix_stat_file(const struct file *file, struct stat *result) {
  switch (file->kind) {
  case FILE_NODE:
  case FILE_DEVICE:
  case FILE_PIPE:
  case FILE_TERMINAL:
  case FILE_OUTPUT: stat_node(file->node, result); return 0;
  case FILE_SOCKET: stat_socket((uintptr_t)file, result); return 0;
  default: return host(SYS_fstat, file->host, (long)result, 0, 0);
  }
}

static long stat_descriptor(long fd, struct stat *result) {
  struct file *file = __posix_file(fd);
  return file ? __posix_stat_file(file, result) : -EBADF;
}

long __posix_stat_path(long fd, const char *path, struct stat *result, int flags) {
  struct place place;
  if (!path) return -EFAULT;
  if ((flags & AT_EMPTY_PATH) && !*path) {
    if ((int)fd != AT_FDCWD) return stat_descriptor(fd, result);
    path = ".";
  }
  int named = __posix_named_descriptor(path);
  if (named >= 0 && !(flags & AT_SYMLINK_NOFOLLOW)) {
    long status = stat_descriptor(named, result);
    return status == -EBADF ? -ENOENT : status;
  }
  long status = __posix_walk(fd, path, flags & AT_SYMLINK_NOFOLLOW ? 0 : WALK_FOLLOW, &place);
  if (status == 0) stat_node(place.node, result);
  return status;
}

long __posix_stat(const struct call *call) {
  return __posix_stat_path(AT_FDCWD, (const char *)call->a[0], (struct stat *)call->a[1], 0);
}

long __posix_lstat(const struct call *call) {
  return __posix_stat_path(AT_FDCWD, (const char *)call->a[0], (struct stat *)call->a[1],
                           AT_SYMLINK_NOFOLLOW);
}

long __posix_fstat(const struct call *call) {
  return stat_descriptor(call->a[0], (struct stat *)call->a[1]);
}

long __posix_fstatat(const struct call *call) {
  return __posix_stat_path(call->a[0], (const char *)call->a[1], (struct stat *)call->a[2],
                           (int)call->a[3]);
}

// ---- statx ----

// The kernel's struct statx, which musl's headers do not have.
struct times {
  long seconds;
  unsigned nanoseconds;
  int reserved;
};

struct wide_stat {
  unsigned mask, blksize;
  unsigned long attributes;
  unsigned nlink, uid, gid;
  unsigned short mode, spare;
  unsigned long ino, size, blocks, attributes_mask;
  struct times atime, btime, ctime, mtime;
  unsigned rdev_major, rdev_minor, dev_major, dev_minor;
  unsigned long spares[14];
};

static struct times to_times(struct timespec time) {
  return (struct times){time.tv_sec, (unsigned)time.tv_nsec, 0};
}

// The time of birth is not known, and the mask says so.
long __posix_statx(const struct call *call) {
  enum { BASIC = 0x7ff };
  struct stat status;
  struct wide_stat *result = (struct wide_stat *)call->a[4];
  long answer =
      __posix_stat_path(call->a[0], (const char *)call->a[1], &status, (int)call->a[2] & 0x1fff);
  if (answer < 0) return answer;
  *result = (struct wide_stat){.mask = BASIC,
                               .blksize = (unsigned)status.st_blksize,
                               .nlink = (unsigned)status.st_nlink,
                               .uid = status.st_uid,
                               .gid = status.st_gid,
                               .mode = (unsigned short)status.st_mode,
                               .ino = status.st_ino,
                               .size = (unsigned long)status.st_size,
                               .blocks = (unsigned long)status.st_blocks,
                               .atime = to_times(status.st_atim),
                               .ctime = to_times(status.st_ctim),
                               .mtime = to_times(status.st_mtim),
                               .rdev_major = major(status.st_rdev),
                               .rdev_minor = minor(status.st_rdev),
                               .dev_major = major(status.st_dev),
                               .dev_minor = minor(status.st_dev)};
  return 0;
}

// ---- file systems ----

static long statfs_node(const struct node *node, struct statfs *result) {
  if (node->host && !__posix_world.is_exploring)
    return host(SYS_statfs, (long)node->host, (long)result, 0, 0);
  *result = (struct statfs){.f_type = TMPFS_MAGIC,
                            .f_bsize = 4096,
                            .f_frsize = 4096,
                            .f_blocks = 1 << 20,
                            .f_bfree = 1 << 19,
                            .f_bavail = 1 << 19,
                            .f_files = 1 << 20,
                            .f_ffree = 1 << 19,
                            .f_namelen = NAME_MAX};
  return 0;
}

long __posix_statfs(const struct call *call) {
  struct place place;
  long status = __posix_walk(AT_FDCWD, (const char *)call->a[0], WALK_FOLLOW, &place);
  return status < 0 ? status : statfs_node(place.node, (struct statfs *)call->a[1]);
}

long __posix_fstatfs(const struct call *call) {
  struct file *file = __posix_file(call->a[0]);
  if (!file) return -EBADF;
  if (file->kind == FILE_NODE || file->kind == FILE_DEVICE)
    return statfs_node(file->node, (struct statfs *)call->a[1]);
  if (file->kind == FILE_PIPE || file->kind >= FILE_OUTPUT) {
    *(struct statfs *)call->a[1] =
        (struct statfs){.f_type = file->kind == FILE_TERMINAL ? DEVPTS_MAGIC : PIPEFS_MAGIC,
                        .f_bsize = 4096,
                        .f_frsize = 4096,
                        .f_namelen = NAME_MAX};
    return 0;
  }
  return host(SYS_fstatfs, file->host, call->a[1], 0, 0);
}

// ---- access ----

// What only the host knows (a read-only mount, a security module) does not count where the program
// could change the file in memory all the same.
static long check_access(long fd, const char *path, int mode, int flags) {
  struct place place;
  if (mode & ~(R_OK | W_OK | X_OK)) return -EINVAL;
  int named = __posix_named_descriptor(path);
  if (named >= 0) return __posix_file(named) ? 0 : -ENOENT;
  long status = __posix_walk(fd, path, flags & AT_SYMLINK_NOFOLLOW ? 0 : WALK_FOLLOW, &place);
  if (status < 0) return status;
  return __posix_check_node(place.node, mode, !(flags & AT_EACCESS));
}

long __posix_access(const struct call *call) {
  return check_access(AT_FDCWD, (const char *)call->a[0], (int)call->a[1], 0);
}

long __posix_faccessat(const struct call *call) {
  return check_access(call->a[0], (const char *)call->a[1], (int)call->a[2], 0);
}

long __posix_faccessat2(const struct call *call) {
  return check_access(call->a[0], (const char *)call->a[1], (int)call->a[2], (int)call->a[3]);
}

// ---- links ----

// Where a descriptor leads, for programs that ask /proc.
static long name_file(const struct file *file, char *buffer, long size) {
  char name[PATH_MAX];
  if (file->kind != FILE_NODE || file->node->type != S_IFDIR) {
    __smew_unmodelled("the name of an open file");
    return -ENOENT;
  }
  long length = __posix_path_of(file->node, name, sizeof(name));
  if (length < 0) return length;
  if (length > size) length = size;
  memcpy(buffer, name, (size_t)length);
  return length;
}

static long read_node_link(struct node *node, char *buffer, long size) {
  if (node->type != S_IFLNK) return -EINVAL;
  long status = __posix_load(node);
  if (status < 0) return status;
  if ((size_t)size > node->size) size = (long)node->size;
  memcpy(buffer, node->bytes, (size_t)size);
  return size;
}

// Without a name it is the link that a descriptor was opened for.
static long read_open_link(long fd, char *buffer, long size) {
  struct file *file = __posix_file(fd);
  if (!file) return -EBADF;
  bool is_link = file->kind == FILE_NODE && file->node->type == S_IFLNK;
  return is_link ? read_node_link(file->node, buffer, size) : -ENOENT;
}

static long read_link(long fd, const char *path, char *buffer, long size) {
  struct place place;
  if (size <= 0) return -EINVAL;
  if (path && !*path && (int)fd != AT_FDCWD) return read_open_link(fd, buffer, size);
  int named = __posix_named_descriptor(path);
  if (named >= 0 && strncmp(path, "/proc/", 6) == 0) {
    struct file *file = __posix_file(named);
    return file ? name_file(file, buffer, size) : -ENOENT;
  }
  long status = __posix_walk(fd, path, 0, &place);
  return status < 0 ? status : read_node_link(place.node, buffer, size);
}

long __posix_readlink(const struct call *call) {
  return read_link(AT_FDCWD, (const char *)call->a[0], (char *)call->a[1], call->a[2]);
}

long __posix_readlinkat(const struct call *call) {
  return read_link(call->a[0], (const char *)call->a[1], (char *)call->a[2], call->a[3]);
}

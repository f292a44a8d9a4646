// What files are: the host knows, except for the pipes inside the program. Names of the program's
// own descriptors are looked at through those.
#include "posix/posix.h"
#include <errno.h>
#include <fcntl.h>
#include <stdint.h>
#include <string.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <unistd.h>

static bool is_pipe(const struct file *file) {
  return file->kind == FILE_PIPE_IN || file->kind == FILE_PIPE_OUT;
}

// struct stat is the kernel's own on x86_64.
long __posix_stat_file(const struct file *file, struct stat *result) {
  if (!is_pipe(file)) return host(SYS_fstat, file->host, (long)result, 0, 0);
  *result = (struct stat){.st_mode = S_IFIFO | 0600, .st_nlink = 1, .st_blksize = 4096};
  result->st_ino = (ino_t)((uintptr_t)file->pipe >> 12);
  return 0;
}

static long stat_descriptor(long fd, struct stat *result) {
  struct file *file = __posix_file(fd);
  return file ? __posix_stat_file(file, result) : -EBADF;
}

long __posix_stat_path(long fd, const char *path, struct stat *result, int flags) {
  if (!*path && (flags & AT_EMPTY_PATH) && (int)fd != AT_FDCWD) return stat_descriptor(fd, result);
  int named = __posix_named_descriptor(path);
  if (named >= 0 && !(flags & AT_SYMLINK_NOFOLLOW)) {
    long status = stat_descriptor(named, result);
    return status == -EBADF ? -ENOENT : status;
  }
  long directory = __posix_host_directory(fd, path);
  if (directory < 0 && directory != AT_FDCWD) return directory;
  return host(SYS_newfstatat, directory, (long)path, (long)result, flags);
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

// Where the host cannot answer because the file is not its own, the caller falls back on stat.
long __posix_statx(const struct call *call) {
  const char *path = (const char *)call->a[1];
  long directory = __posix_host_directory(call->a[0], path);
  if (__posix_named_descriptor(path) >= 0 || directory == -ENOTDIR) return -ENOSYS;
  if (directory < 0 && directory != AT_FDCWD) return directory;
  return __smew_host_syscall(SYS_statx, directory, (long)path, call->a[2], call->a[3], call->a[4],
                             0);
}

long __posix_statfs(const struct call *call) {
  const char *path = (const char *)call->a[0];
  if (*path == '/') return __posix_pass(call);
  long fd = __posix_openat(&(struct call){.a = {AT_FDCWD, (long)path, O_PATH}});
  if (fd < 0) return fd;
  long result = __posix_fstatfs(&(struct call){.a = {fd, call->a[1]}});
  __posix_close(&(struct call){.a = {fd}});
  return result;
}

long __posix_fstatfs(const struct call *call) {
  struct file *file = __posix_file(call->a[0]);
  if (!file) return -EBADF;
  if (is_pipe(file)) {
    __smew_unmodelled("system call fstatfs of a pipe");
    return -ENOSYS;
  }
  return host(SYS_fstatfs, file->host, call->a[1], 0, 0);
}

static long check_access(long fd, const char *path, int mode, int flags) {
  int named = __posix_named_descriptor(path);
  if (named >= 0) return __posix_file(named) ? 0 : -ENOENT;
  long directory = __posix_host_directory(fd, path);
  if (directory < 0 && directory != AT_FDCWD) return directory;
  if (flags == 0) return host(SYS_faccessat, directory, (long)path, mode, 0);
  return host(SYS_faccessat2, directory, (long)path, mode, flags);
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

static long read_link(long fd, const char *path, char *buffer, long size) {
  char name[32];
  int named = __posix_named_descriptor(path);
  long directory = __posix_host_directory(fd, path);
  if (directory < 0 && directory != AT_FDCWD) return directory;
  if (named >= 0 && strncmp(path, "/proc/", 6) == 0) {
    struct file *file = __posix_file(named);
    if (!file) return -ENOENT;
    if (is_pipe(file)) return -EINVAL;
    __posix_name_descriptor(name, file->host);
    path = name;
  }
  return host(SYS_readlinkat, directory, (long)path, (long)buffer, size);
}

long __posix_readlink(const struct call *call) {
  return read_link(AT_FDCWD, (const char *)call->a[0], (char *)call->a[1], call->a[2]);
}

long __posix_readlinkat(const struct call *call) {
  return read_link(call->a[0], (const char *)call->a[1], (char *)call->a[2], call->a[3]);
}

// Files by name. Names are resolved by the host, below a directory descriptor of the host's; the
// program's working directory is such a descriptor, so that changing it leaves the host's alone.
//
// Names of the program's own descriptors (/dev/stdin, /dev/fd/N, /proc/self/fd/N) mean the
// program's numbers, not the host's: opening one is dup.
#include "posix/posix.h"
#include <errno.h>
#include <fcntl.h>
#include <string.h>
#include <sys/stat.h>
#include <sys/syscall.h>

static int working_directory = AT_FDCWD; // the host's descriptor

static int parse_number(const char *digits) {
  int number = 0;
  if (!*digits) return -1;
  for (; *digits; digits++) {
    if (*digits < '0' || *digits > '9' || number >= FD_COUNT) return -1;
    number = number * 10 + (*digits - '0');
  }
  return number;
}

int __posix_named_descriptor(const char *path) {
  static const char *const standard[] = {"/dev/stdin", "/dev/stdout", "/dev/stderr"};
  static const char *const folders[] = {"/dev/fd/", "/proc/self/fd/"};
  if (strncmp(path, "/dev/", 5) != 0 && strncmp(path, "/proc/", 6) != 0) return -1;
  for (int fd = 0; fd < 3; fd++)
    if (strcmp(path, standard[fd]) == 0) return fd;
  for (int i = 0; i < 2; i++) {
    size_t length = strlen(folders[i]);
    if (strncmp(path, folders[i], length) == 0) return parse_number(path + length);
  }
  return -1;
}

long __posix_host_directory(long fd, const char *path) {
  if (*path == '/') return AT_FDCWD;
  if ((int)fd == AT_FDCWD) return working_directory;
  struct file *file = __posix_file(fd);
  if (!file || file->kind == FILE_PIPE_IN || file->kind == FILE_PIPE_OUT)
    return file ? -ENOTDIR : -EBADF;
  return file->host;
}

static bool is_harmless_device(const char *path) {
  static const char *const devices[] = {"/dev/null", "/dev/zero", "/dev/full", "/dev/tty"};
  for (int i = 0; i < 4; i++)
    if (strcmp(path, devices[i]) == 0) return true;
  return false;
}

static bool is_for_writing(int flags) {
  return (flags & O_ACCMODE) != O_RDONLY || (flags & O_TRUNC) || (flags & O_TMPFILE) == O_TMPFILE;
}

// Says first what would be wrong on a writable file system, too.
static long refuse_to_write(long fd, const char *path, int flags) {
  struct stat status;
  long result = __posix_stat_path(fd, path, &status, 0);
  if (result < 0 && (result != -ENOENT || !(flags & O_CREAT))) return result;
  if (result == 0 && (flags & O_CREAT) && (flags & O_EXCL)) return -EEXIST;
  if (result == 0 && S_ISDIR(status.st_mode) && (flags & O_TMPFILE) != O_TMPFILE) return -EISDIR;
  __smew_unmodelled("writing to a file: the program sees a read-only file system");
  return -EROFS;
}

static long open_on_host(long directory, const char *path, int flags) {
  long result = host(SYS_openat, directory, (long)path,
                     (flags & ~(O_CREAT | O_EXCL | O_TRUNC)) | O_CLOEXEC | O_NOCTTY, 0);
  if (result < 0) return result;
  struct file *file = __posix_new_file(FILE_UNKNOWN, (int)result, flags);
  if (!file) {
    host(SYS_close, result, 0, 0, 0);
    return -ENFILE;
  }
  return __posix_install(file, 0, flags & O_CLOEXEC);
}

static long open_file(long directory_fd, const char *path, int flags) {
  int named = __posix_named_descriptor(path);
  if (named >= 0) {
    long result = __posix_duplicate(named, 0, flags & O_CLOEXEC);
    return result == -EBADF ? -ENOENT : result;
  }
  long directory = __posix_host_directory(directory_fd, path);
  if (directory < 0 && directory != AT_FDCWD) return directory;
  if (!(flags & O_PATH) && is_for_writing(flags) && !is_harmless_device(path))
    return refuse_to_write(directory_fd, path, flags);
  long result = open_on_host(directory, path, flags);
  if ((flags & O_CREAT) && result >= 0 && (flags & O_EXCL)) {
    __posix_close(&(struct call){.a = {result}});
    return -EEXIST;
  }
  return (flags & O_CREAT) && result == -ENOENT ? refuse_to_write(directory_fd, path, flags)
                                                : result;
}

long __posix_open(const struct call *call) {
  return open_file(AT_FDCWD, (const char *)call->a[0], (int)call->a[1]);
}

long __posix_openat(const struct call *call) {
  return open_file(call->a[0], (const char *)call->a[1], (int)call->a[2]);
}

long __posix_creat(const struct call *call) {
  return open_file(AT_FDCWD, (const char *)call->a[0], O_WRONLY | O_CREAT | O_TRUNC);
}

static long change_directory(long directory, const char *path) {
  if (directory < 0 && directory != AT_FDCWD) return directory;
  long result = host(SYS_openat, directory, (long)path, O_PATH | O_DIRECTORY | O_CLOEXEC, 0);
  if (result < 0) return result;
  if (working_directory != AT_FDCWD) host(SYS_close, working_directory, 0, 0, 0);
  working_directory = (int)result;
  return 0;
}

long __posix_chdir(const struct call *call) {
  const char *path = (const char *)call->a[0];
  return change_directory(__posix_host_directory(AT_FDCWD, path), path);
}

long __posix_fchdir(const struct call *call) {
  return change_directory(__posix_host_directory(call->a[0], "."), ".");
}

void __posix_name_descriptor(char *name, int host_fd) {
  char digits[16];
  int count = 0;
  do digits[count++] = (char)('0' + host_fd % 10);
  while (host_fd /= 10);
  name = stpcpy(name, "/proc/self/fd/");
  while (count > 0) *name++ = digits[--count];
  *name = 0;
}

long __posix_getcwd(const struct call *call) {
  char *buffer = (char *)call->a[0];
  char name[32];
  if (working_directory == AT_FDCWD) return __posix_pass(call);
  __posix_name_descriptor(name, working_directory);
  long length = host(SYS_readlinkat, AT_FDCWD, (long)name, (long)buffer, call->a[1]);
  if (length < 0) return length;
  if (length >= call->a[1]) return -ERANGE;
  buffer[length] = 0;
  return length + 1;
}

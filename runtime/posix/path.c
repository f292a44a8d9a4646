// Opening files by name, and the working directory.
//
// Names of the program's own descriptors (/dev/stdin, /dev/fd/N, /proc/self/fd/N) mean the
// program's numbers, not the host's: opening one is dup.
#include "posix/fs.h"
#include <errno.h>
#include <fcntl.h>
#include <string.h>
#include <sys/syscall.h>
#include <unistd.h>

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
  if (!path || __posix_is_symbolic_text(path)) return -1;
  if (strncmp(path, "/dev/", 5) != 0 && strncmp(path, "/proc/", 6) != 0) return -1;
  for (int fd = 0; fd < 3; fd++)
    if (strcmp(path, standard[fd]) == 0) return fd;
  for (int i = 0; i < 2; i++) {
    size_t length = strlen(folders[i]);
    if (strncmp(path, folders[i], length) == 0) return parse_number(path + length);
  }
  return -1;
}

// ---- open ----

static bool is_for_writing(int flags) { return (flags & O_ACCMODE) != O_RDONLY; }

static long check_access(struct node *node, int flags) {
  int wanted = (flags & O_ACCMODE) == O_RDONLY ? R_OK : W_OK;
  if ((flags & O_ACCMODE) == O_RDWR) wanted = R_OK | W_OK;
  if (flags & O_TRUNC) wanted |= W_OK;
  long status = __posix_check_node(node, wanted, false);
  if (status < 0 || node->is_loaded) return status;
  long fd = __posix_host_open(node->host, O_RDONLY); // the host may have its own reasons
  if (fd < 0) return fd;
  host(SYS_close, fd, 0, 0, 0);
  return 0;
}

// A terminal or another device of the host's. Paths that share one would disturb each other.
static long open_on_host(struct node *node, int flags) {
  if (__posix_world.is_exploring || !node->host) {
    __smew_unmodelled("opening a device, a pipe or a socket of the host");
    return -ENXIO;
  }
  long result = host(SYS_openat, AT_FDCWD, (long)node->host,
                     (flags & ~(O_CREAT | O_EXCL | O_TRUNC)) | O_CLOEXEC | O_NOCTTY, 0);
  if (result < 0) return result;
  struct file *file = __posix_new_file(FILE_UNKNOWN, (int)result, flags);
  if (!file) {
    host(SYS_close, result, 0, 0, 0);
    return -ENFILE;
  }
  return __posix_install(file, 0, flags & O_CLOEXEC);
}

long __posix_open_node(struct node *node, int flags) {
  enum file_kind kind = FILE_NODE;
  if (!(flags & O_PATH) && node->type == S_IFIFO && !node->host)
    return __posix_open_fifo(node, flags);
  if (!(flags & O_PATH) && node->type != S_IFREG && node->type != S_IFDIR) {
    if (node->type != S_IFCHR || !__posix_is_device(node)) return open_on_host(node, flags);
    kind = FILE_DEVICE;
  }
  struct file *file = __posix_new_file(kind, -1, flags);
  if (!file) return -ENFILE;
  file->node = node;
  node->opens++;
  return __posix_install(file, 0, flags & O_CLOEXEC);
}

static long open_existing(struct node *node, const struct place *place, int flags) {
  if ((flags & (O_CREAT | O_EXCL)) == (O_CREAT | O_EXCL)) return -EEXIST;
  if ((flags & O_DIRECTORY) && node->type != S_IFDIR) return -ENOTDIR;
  if (node->type == S_IFLNK && !(flags & O_PATH)) return -ELOOP;
  if (flags & O_PATH) return __posix_open_node(node, flags);
  if (node->type == S_IFDIR && (is_for_writing(flags) || (flags & (O_CREAT | O_TRUNC))))
    return -EISDIR;
  if ((flags & O_CREAT) && place->wants_directory) return -EISDIR;
  if (node->type == S_IFREG || node->type == S_IFDIR) {
    long status = check_access(node, flags);
    if (status < 0) return status;
  }
  if (node->type == S_IFREG && is_for_writing(flags) && !(flags & O_TRUNC)) {
    long status = __posix_load(node);
    if (status < 0) return status;
  }
  if (node->type == S_IFREG && (flags & O_TRUNC)) {
    long status = __posix_node_truncate(node, 0);
    if (status < 0) return status;
  }
  return __posix_open_node(node, flags);
}

// A file without a name, as O_TMPFILE asks for.
static long open_nameless(struct node *directory, int flags, mode_t mode) {
  if (directory->type != S_IFDIR) return -ENOTDIR;
  if (!is_for_writing(flags)) return -EINVAL;
  struct node *node = __posix_new_node(S_IFREG | (mode & 07777 & ~__posix_mask()));
  node->status.st_nlink = 0;
  return __posix_open_node(node, flags & ~(O_TMPFILE & ~O_DIRECTORY));
}

static long open_new(const struct place *place, int flags, mode_t mode) {
  if (place->wants_directory) return -EISDIR;
  if (place->directory->status.st_nlink == 0) return -ENOENT; // it was removed
  long status = __posix_check_node(place->directory, W_OK | X_OK, false);
  if (status < 0) return status;
  struct node *node = __posix_new_node(S_IFREG | (mode & 07777 & ~__posix_mask()));
  if (!node) return -ENOSPC;
  __posix_add_entry(place->directory, place->name, place->length, place->is_symbolic, node);
  return __posix_open_node(node, flags);
}

// A slash follows the last name: no regular file can be made there, nor is one meant.
static bool is_named_as_directory(long fd, const char *path) {
  struct place place;
  if (__posix_walk(fd, path, WALK_LAST | WALK_MISSING, &place) < 0) return false;
  return place.wants_directory && (place.entry || !place.node);
}

static long open_file(long directory_fd, const char *path, int flags, mode_t mode) {
  struct place place;
  flags = (int)__smew_number(flags);
  if (!__posix_has_room()) return -EMFILE;
  int named = __posix_named_descriptor(path);
  if (named >= 0) {
    long result = __posix_duplicate(named, 0, flags & O_CLOEXEC);
    return result == -EBADF ? -ENOENT : result;
  }
  if ((flags & O_CREAT) && is_named_as_directory(directory_fd, path)) return -EISDIR;
  bool follows = !(flags & O_NOFOLLOW) && (flags & (O_CREAT | O_EXCL)) != (O_CREAT | O_EXCL);
  long status =
      __posix_walk(directory_fd, path,
                   (follows ? WALK_FOLLOW : 0) | (flags & O_CREAT ? WALK_MISSING : 0), &place);
  if (status < 0) return status;
  if ((flags & O_TMPFILE) == O_TMPFILE) return open_nameless(place.node, flags, mode);
  return place.node ? open_existing(place.node, &place, flags) : open_new(&place, flags, mode);
}

long __posix_open(const struct call *call) {
  return open_file(AT_FDCWD, (const char *)call->a[0], (int)call->a[1], (mode_t)call->a[2]);
}

long __posix_openat(const struct call *call) {
  return open_file(call->a[0], (const char *)call->a[1], (int)call->a[2], (mode_t)call->a[3]);
}

long __posix_creat(const struct call *call) {
  return open_file(AT_FDCWD, (const char *)call->a[0], O_WRONLY | O_CREAT | O_TRUNC,
                   (mode_t)call->a[1]);
}

// ---- execution ----

// Says what is wrong with the file first. Nothing can be executed in the program's place.
long __posix_execve(const struct call *call) {
  struct place place;
  long status = __posix_walk(AT_FDCWD, (const char *)call->a[0], WALK_FOLLOW, &place);
  if (status < 0) return status;
  if (place.node->type != S_IFREG) return -EACCES;
  status = __posix_check_node(place.node, X_OK, false);
  if (status < 0) return status;
  __posix_report(call, "");
  return -ENOSYS;
}

// ---- the working directory ----

static long enter(struct node *node) {
  if (node->type != S_IFDIR) return -ENOTDIR;
  long status = __posix_check_node(node, X_OK, false);
  if (status == 0) __posix_set_working_directory(node);
  return status;
}

long __posix_chdir(const struct call *call) {
  struct place place;
  long status = __posix_walk(AT_FDCWD, (const char *)call->a[0], WALK_FOLLOW, &place);
  return status < 0 ? status : enter(place.node);
}

long __posix_fchdir(const struct call *call) {
  struct file *file = __posix_file(call->a[0]);
  if (!file) return -EBADF;
  return file->kind == FILE_NODE ? enter(file->node) : -ENOTDIR;
}

long __posix_getcwd(const struct call *call) {
  long length = __posix_path_of(__posix_working_directory(), (char *)call->a[0],
                                (size_t)__smew_number(call->a[1]));
  return length < 0 ? length : length + 1;
}

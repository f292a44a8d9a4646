// The program's descriptors. A descriptor leads to an open file description, which dup shares, as
// POSIX has it; numbers are the lowest free ones. The first three descriptions are the host's
// standard streams: the program may close them, the host's stay open.
//
// What a description of the host's is (a file, a terminal, nothing because it was closed) is found
// out when it is first used. While something is symbolic, output goes nowhere (world.c may keep
// it), and input that the paths cannot all read, because it is no file, is empty.
#include "posix/fs.h"
#include <errno.h>
#include <fcntl.h>
#include <sys/file.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <sys/sysmacros.h>
#include <unistd.h>

struct descriptor {
  struct file *file;
  bool close_on_exec;
};

// One for each descriptor, and the standard ones, which stay reserved when they are closed.
enum { FILE_COUNT = FD_COUNT + 3 };

static struct file files[FILE_COUNT] = {
    {.references = 1, .host = 0}, {.references = 1, .host = 1}, {.references = 1, .host = 2}};

static struct descriptor descriptors[FD_COUNT] = {
    {.file = &files[0]}, {.file = &files[1]}, {.file = &files[2]}};

static bool is_standard(const struct file *file) { return file < &files[3]; }

static void be_empty(struct file *file) {
  file->may_be_terminal = is_standard(file);
  file->node = __posix_new_node(S_IFCHR | 0666);
  file->node->status.st_rdev = makedev(1, 3);
  file->kind = FILE_DEVICE;
}

// Returns false if the host has no such file.
static bool look_at(struct file *file) {
  struct stat status;
  if (is_standard(file) && file->host != 0 && __posix_world.is_exploring) {
    file->flags = O_WRONLY;
    file->kind = FILE_OUTPUT;
    file->may_be_terminal = true;
    file->node = __posix_new_node(S_IFIFO | 0600);
    return true;
  }
  if (host(SYS_fstat, file->host, (long)&status, 0, 0) < 0) return false;
  if (is_standard(file)) file->flags = (int)host(SYS_fcntl, file->host, F_GETFL, 0, 0);
  if (S_ISDIR(status.st_mode)) {
    file->kind = FILE_DIRECTORY;
  } else if (S_ISREG(status.st_mode) && (file->flags & (O_ACCMODE | O_PATH)) == O_RDONLY) {
    file->kind = FILE_REGULAR;
    file->offset = host(SYS_lseek, file->host, 0, SEEK_CUR, 0);
  } else if (__posix_world.is_exploring) {
    be_empty(file);
  } else {
    file->kind = FILE_STREAM;
  }
  return true;
}

void __posix_set_stdin(struct node *node) {
  files[0].kind = FILE_NODE;
  files[0].flags = O_RDONLY;
  files[0].node = node;
  files[0].may_be_terminal = true;
  node->opens++;
}

// A path for each descriptor that is open, and one for all other numbers.
static int find_number(int fd) {
  if (!__smew_is_symbolic((unsigned)fd)) return fd;
  for (int i = 0; i < FD_COUNT; i++)
    if (descriptors[i].file && fd == i) return i;
  return -1;
}

struct file *__posix_stream(long fd) {
  int number = find_number((int)fd);
  if (number < 0 || number >= FD_COUNT) return NULL;
  struct file *file = descriptors[number].file;
  if (file && file->kind == FILE_UNKNOWN && !look_at(file)) {
    __posix_release(file);
    descriptors[number].file = NULL;
    return NULL;
  }
  return file;
}

struct file *__posix_file(long fd) {
  struct file *file = __posix_stream(fd);
  if (file) __posix_settle(file);
  return file;
}

struct file *__posix_new_file(enum file_kind kind, int host_fd, int flags) {
  for (struct file *file = &files[3]; file < &files[FILE_COUNT]; file++)
    if (file->references == 0) {
      *file = (struct file){.references = 1, .kind = kind, .host = host_fd, .flags = flags};
      return file;
    }
  return NULL;
}

void __posix_release(struct file *file) {
  if (--file->references > 0) return;
  switch (file->kind) {
  case FILE_PIPE: __posix_pipe_close(file); break;
  case FILE_NODE:
  case FILE_DEVICE:
    if (file->listing) __smew_release(file->listing);
    file->node->opens--;
    __posix_drop_node(file->node);
    break;
  case FILE_SOCKET:
  case FILE_TERMINAL:
  case FILE_OUTPUT: break;
  default:
    if (!is_standard(file)) host(SYS_close, file->host, 0, 0, 0);
  }
}

long __posix_install(struct file *file, int lowest, bool close_on_exec) {
  int limit = __posix_descriptor_limit();
  for (int fd = lowest; fd < limit; fd++)
    if (!descriptors[fd].file) {
      descriptors[fd] = (struct descriptor){file, close_on_exec};
      return fd;
    }
  __posix_release(file);
  return -EMFILE;
}

bool __posix_has_room(void) {
  int limit = __posix_descriptor_limit();
  for (int fd = 0; fd < limit; fd++)
    if (!descriptors[fd].file) return true;
  return false;
}

long __posix_duplicate(long fd, int lowest, bool close_on_exec) {
  struct file *file = __posix_stream(fd);
  if (!file) return -EBADF;
  if (lowest < 0 || lowest >= __posix_descriptor_limit()) return -EINVAL;
  file->references++;
  return __posix_install(file, lowest, close_on_exec);
}

long __posix_close(const struct call *call) {
  struct file *file = __posix_stream(call->a[0]);
  if (!file) return -EBADF;
  descriptors[(int)call->a[0]].file = NULL;
  __posix_release(file);
  return 0;
}

static long duplicate_to(long from, long to, bool close_on_exec) {
  struct file *file = __posix_stream(from);
  int number = (int)to;
  if (!file || number < 0 || number >= __posix_descriptor_limit()) return -EBADF;
  struct file *old = descriptors[number].file;
  file->references++;
  descriptors[number] = (struct descriptor){file, close_on_exec};
  if (old) __posix_release(old);
  return number;
}

long __posix_dup(const struct call *call) { return __posix_duplicate(call->a[0], 0, false); }

long __posix_dup2(const struct call *call) {
  if ((int)call->a[0] == (int)call->a[1])
    return __posix_stream(call->a[0]) ? (int)call->a[1] : -EBADF;
  return duplicate_to(call->a[0], call->a[1], false);
}

long __posix_dup3(const struct call *call) {
  if ((int)call->a[0] == (int)call->a[1] || (call->a[2] & ~O_CLOEXEC)) return -EINVAL;
  return duplicate_to(call->a[0], call->a[1], call->a[2] & O_CLOEXEC);
}

long __posix_need_descriptor(const struct call *call) {
  return __posix_file(call->a[0]) ? 0 : -EBADF;
}

bool __posix_is_locked(const struct file *file, int wanted) {
  for (const struct file *other = files; other < &files[FILE_COUNT]; other++) {
    bool is_same =
        other != file && other->references > 0 && file->node && other->node == file->node;
    if (is_same && (other->lock == LOCK_EX || (other->lock == LOCK_SH && wanted == LOCK_EX)))
      return true;
  }
  return false;
}

long __posix_fcntl(const struct call *call) {
  enum { CHANGEABLE = O_APPEND | O_NONBLOCK | O_ASYNC | O_DIRECT | O_NOATIME };
  struct file *file = __posix_stream(call->a[0]);
  long argument = call->a[2];
  if (!file) return -EBADF;
  struct descriptor *descriptor = &descriptors[(int)call->a[0]];
  switch ((int)call->a[1]) {
  case F_DUPFD: return __posix_duplicate(call->a[0], (int)argument, false);
  case F_DUPFD_CLOEXEC: return __posix_duplicate(call->a[0], (int)argument, true);
  case F_GETFD: return descriptor->close_on_exec ? FD_CLOEXEC : 0;
  case F_SETFD: descriptor->close_on_exec = argument & FD_CLOEXEC; return 0;
  case F_GETFL: return file->flags & ~(O_CREAT | O_EXCL | O_NOCTTY | O_TRUNC | O_CLOEXEC);
  case F_SETFL:
    file->flags = (int)((file->flags & ~CHANGEABLE) | (argument & CHANGEABLE));
    return 0;
  case F_GETLK:
  case F_SETLK:
  case F_SETLKW: return __posix_lock(file, (int)call->a[1], (struct flock *)argument);
  case F_GETPIPE_SZ: return file->kind == FILE_PIPE ? PIPE_SIZE : -EBADF;
  default: __smew_unmodelled("system call fcntl with an unusual command"); return -EINVAL;
  }
}

// Another process that shares standard input finds it where the program stopped reading.
void __posix_leave_stdin(void) {
  if (files[0].kind == FILE_REGULAR && !__posix_world.is_exploring)
    host(SYS_lseek, 0, files[0].offset, SEEK_SET, 0);
}

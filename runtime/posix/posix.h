// The model of the operating system, seen from inside. A system call arrives in syscall.c, which
// hands it to one of the handlers declared here. Everything that has external linkage begins with
// __posix_, since it shares one name space with the program.
//
// What a program may observe of the host is passed through to it; what would change the host is
// not. Positions in regular files and directories are kept here rather than by the host, so that
// what the host keeps for us never changes once a file is open.
#ifndef POSIX_H
#define POSIX_H

#include "smew.h"
#include <stdbool.h>
#include <stddef.h>

struct stat;

struct call {
  long number;
  long a[6];
};

#define CALL(name, handler) long handler(const struct call *call);
#include "posix/calls.inc"
#undef CALL

static inline long host(long n, long a, long b, long c, long d) {
  return __smew_host_syscall(n, a, b, c, d, 0, 0);
}

enum {
  FD_COUNT = 256 // also what RLIMIT_NOFILE says
};

enum file_kind {
  FILE_UNKNOWN,   // open on the host, not looked at yet
  FILE_REGULAR,   // position kept here, read with pread
  FILE_DIRECTORY, // position kept here
  FILE_STREAM,    // terminals, pipes, devices, files being written: the host keeps the position
  FILE_PIPE_OUT,  // the two ends of a pipe inside the program
  FILE_PIPE_IN,
};

struct pipe;

// An open file description. References count the descriptors that share it.
struct file {
  int references;
  enum file_kind kind;
  int host;  // the host's descriptor; none for pipes
  int flags; // of open
  long offset;
  struct pipe *pipe;
};

// syscall.c
void __posix_report(const struct call *call, const char *comment); // that the call is not modelled

// fd.c
struct file *__posix_file(long fd); // NULL if the descriptor is not open
struct file *__posix_new_file(enum file_kind kind, int host,
                              int flags); // NULL if there are too many
long __posix_install(struct file *file, int lowest, bool close_on_exec); // takes the file
long __posix_duplicate(long fd, int lowest, bool close_on_exec);
void __posix_release(struct file *file);
void __posix_leave_stdin(void);

// io.c, pipe.c
long __posix_read_file(struct file *file, char *buffer, size_t size);
long __posix_pipe_read(struct file *file, char *buffer, size_t size);
long __posix_pipe_write(struct file *file, const char *buffer, size_t size);
short __posix_pipe_events(const struct file *file);
void __posix_pipe_close(struct file *file);

// path.c
int __posix_named_descriptor(
    const char *path); // of /dev/stdin, /dev/fd/N, /proc/self/fd/N, else -1
void __posix_name_descriptor(char *name, int host_fd);  // writes /proc/self/fd/N, 32 bytes suffice
long __posix_host_directory(long fd, const char *path); // the host's descriptor, or -errno

// stat.c
long __posix_stat_file(const struct file *file, struct stat *result);
long __posix_stat_path(long fd, const char *path, struct stat *result, int flags);

// signal.c
void __posix_raise(int signal);

#endif

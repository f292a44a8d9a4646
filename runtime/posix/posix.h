// The model of the operating system, seen from inside. A system call arrives in syscall.c, which
// hands it to one of the handlers declared here. Everything that has external linkage begins with
// __posix_, since it shares one name space with the program.
//
// Files and directories are nodes in memory, over the host's own (fs.h). Only the three standard
// streams and devices are the host's descriptors; while something is symbolic, not even these,
// since paths that share a stream would disturb each other.
#ifndef POSIX_H
#define POSIX_H

#include "smew.h"
#include <stdbool.h>
#include <stddef.h>

struct flock;
struct node;
struct stat;
struct timespec;

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
  FD_COUNT = 256, // also what RLIMIT_NOFILE says
  PIPE_SIZE = 65536,
};

enum file_kind {
  FILE_UNKNOWN,   // open on the host, not looked at yet
  FILE_REGULAR,   // of the host's, position kept here, read with pread: standard input
  FILE_DIRECTORY, // of the host's, as standard input
  FILE_STREAM,    // terminals, pipes, devices: the host keeps the position
  FILE_PIPE,      // an end of a pipe inside the program, or both
  FILE_NODE,      // a file or directory of the program's tree
  FILE_DEVICE,    // /dev/null and its like
  FILE_OUTPUT,    // where standard output and error go while something is symbolic
  FILE_SOCKET,    // a local socket that is connected to nobody
  FILE_TERMINAL,  // a standard stream that --sym-tty has made one
};

// An open file description. References count the descriptors that share it.
struct file {
  int references;
  enum file_kind kind;
  int host;             // the host's descriptor, or the number that FILE_OUTPUT stands for
  int flags;            // of open
  int lock;             // of flock, 0 before the first
  bool may_be_terminal; // if there are any: nothing has depended on it yet
  long offset;
  struct node *node; // of FILE_NODE, FILE_DEVICE, FILE_PIPE, FILE_OUTPUT and FILE_TERMINAL
  char *listing;     // of a directory that is being read
  size_t listing_size;
};

// world.c: what the command line said about the environment.
struct world {
  bool is_exploring;   // something may be symbolic: the same on every run, nothing shared
  bool shows_output;   // even then
  bool records_output; // as an input named stdout
  bool has_host_files; // below the program's own
  bool has_fixed_clock;
  bool has_terminals;            // maybe
  const char *working_directory; // to start in; null: the host's
  int failures_left;             // of system calls
};
extern struct world __posix_world;
void __posix_record_output(const char *bytes, size_t size);
void __posix_end_output(void); // the path ends: what was written becomes an input

// fail.c
void __posix_make_failures(int most);
long __posix_fail(const struct call *call); // 0, or the error that the call fails with

// syscall.c
void __posix_report(const struct call *call, const char *comment); // that the call is not modelled
long __posix_pass(const struct call *call);                        // to the host

// fd.c
struct file *__posix_file(long fd);   // NULL if the descriptor is not open
struct file *__posix_stream(long fd); // the same for reading on and writing on and closing, to
                                      // which it is the same whether it is a terminal
struct file *__posix_new_file(enum file_kind kind, int host,
                              int flags); // NULL if there are too many
long __posix_install(struct file *file, int lowest, bool close_on_exec); // takes the file
long __posix_duplicate(long fd, int lowest, bool close_on_exec);
void __posix_release(struct file *file);
bool __posix_has_room(void);                                 // for one more descriptor
bool __posix_is_locked(const struct file *file, int wanted); // by another description
void __posix_leave_stdin(void);
void __posix_set_stdin(struct node *node);

// io.c, pipe.c, device.c
long __posix_read_file(struct file *file, char *buffer, size_t size);
long __posix_write_file(struct file *file, const char *buffer, size_t size);
long __posix_read_at(struct file *file, char *buffer, size_t size, long offset);
long __posix_write_at(struct file *file, const char *buffer, size_t size, long offset);
bool __posix_may_read(const struct file *file);
bool __posix_may_write(const struct file *file);
long __posix_pipe_read(struct file *file, char *buffer, size_t size);
long __posix_pipe_write(struct file *file, const char *buffer, size_t size);
size_t __posix_pipe_count(const struct file *file); // bytes that wait in it
short __posix_pipe_events(const struct file *file);
void __posix_pipe_close(struct file *file);
long __posix_open_fifo(struct node *node, int flags); // a descriptor
bool __posix_is_device(const struct node *node);
long __posix_device_read(const struct node *node, char *buffer, size_t size);
long __posix_device_write(const struct node *node, const char *buffer, size_t size);

// terminal.c
void __posix_make_terminals(void);
void __posix_settle(struct file *file); // whether it is a terminal
long __posix_terminal_read(struct file *file, char *buffer, size_t size);
short __posix_terminal_events(const struct file *file);
long __posix_terminal_control(struct file *file, int request, void *argument); // ioctl

// path.c: the descriptor of /dev/stdin, /dev/fd/N, /proc/self/fd/N, else -1
int __posix_named_descriptor(const char *path);

// stat.c
long __posix_stat_file(const struct file *file, struct stat *result);
long __posix_stat_path(long fd, const char *path, struct stat *result, int flags);

// memory.c: shared mappings of a file and its content are brought together
void __posix_gather_mappings(struct node *node); // the file gets what was written to memory
void __posix_spread_mappings(struct node *node); // memory gets what was written to the file

// time.c
struct timespec __posix_now(void);
void __posix_sleep(long seconds, long nanoseconds);

// credentials.c
unsigned __posix_user(void); // effective
unsigned __posix_real_user(void);
unsigned __posix_group(void); // effective
bool __posix_is_in_group(unsigned group);

// limits.c
int __posix_descriptor_limit(void);

// lock.c
long __posix_lock(const struct file *file, int command, struct flock *lock); // of fcntl

// process.c
unsigned __posix_mask(void); // of umask
long __posix_process(void);  // its number
long __posix_random(char *buffer, size_t size);

// signal.c
void __posix_raise(int signal);
bool __posix_deliver_under(unsigned long mask); // whether any signal had an effect

#endif

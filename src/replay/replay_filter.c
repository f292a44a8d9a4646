/* The system calls of a program under test. A list names those that programs need; all others do
   not exist (ENOSYS), which is what C libraries are ready for, or are not permitted where a program
   would expect that of an ordinary user. This keeps programs away from what namespaces do not
   separate (keys, performance counters, handles of files) and from parts of the kernel that are
   large and of no use to a test (io_uring, BPF, mounts, further namespaces).

   Calls whose arguments matter are filtered a second time: the kernel takes the stricter answer.
   Sockets are those of smew's model of the world, local streams that nobody can be reached with,
   and in addition pairs of them.

   The filters are made once, by libseccomp; a test loads the finished programs. The kernel compiles
   them each time, so the second architecture of a machine is only in those for its programs. */
#include "replay/replay_filter.h"

#include "util/alloc.h"
#include "util/buffer.h"

#include <errno.h>
#include <linux/filter.h>
#include <linux/seccomp.h>
#include <sched.h>
#include <seccomp.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>
#include <sys/ioctl.h>
#include <sys/mman.h>
#include <sys/prctl.h>
#include <sys/socket.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <unistd.h>

/* clang-format off */
static const char *const allowed[] = {
    /* files */
    "read", "write", "open", "close", "stat", "fstat", "lstat", "poll", "lseek", "pread64", "pwrite64", "readv",
    "writev", "preadv", "pwritev", "preadv2", "pwritev2", "access", "faccessat", "faccessat2", "pipe", "pipe2",
    "select", "pselect6", "ppoll", "dup", "dup2", "dup3", "sendfile", "fcntl", "flock", "fsync", "fdatasync",
    "sync", "syncfs", "sync_file_range", "truncate", "ftruncate", "fallocate", "fadvise64", "readahead", "getdents",
    "getdents64", "getcwd", "chdir", "fchdir", "rename", "renameat", "renameat2", "mkdir", "mkdirat", "rmdir", "creat",
    "link", "linkat", "unlink", "unlinkat", "symlink", "symlinkat", "readlink", "readlinkat", "chmod", "fchmod",
    "fchmodat", "fchmodat2", "chown", "fchown", "lchown", "fchownat", "umask", "utime", "utimes", "futimesat",
    "utimensat", "mknod", "mknodat", "statfs", "fstatfs", "ustat", "statx", "newfstatat", "openat", "openat2",
    "close_range", "copy_file_range", "splice", "tee", "vmsplice", "ioctl", "chroot", "setxattr", "lsetxattr",
    "fsetxattr", "getxattr", "lgetxattr", "fgetxattr", "listxattr", "llistxattr", "flistxattr", "removexattr",
    "lremovexattr", "fremovexattr", "inotify_init", "inotify_init1", "inotify_add_watch", "inotify_rm_watch",
    "memfd_create", "eventfd", "eventfd2", "signalfd", "signalfd4", "timerfd_create", "timerfd_settime",
    "timerfd_gettime", "epoll_create", "epoll_create1", "epoll_ctl", "epoll_wait", "epoll_pwait", "epoll_pwait2",
    "io_setup", "io_destroy", "io_getevents", "io_submit", "io_cancel", "io_pgetevents",
    /* memory */
    "mmap", "mprotect", "munmap", "mremap", "msync", "mincore", "madvise", "brk", "mlock", "mlock2", "munlock",
    "mlockall", "munlockall", "remap_file_pages", "pkey_mprotect", "pkey_alloc", "pkey_free", "membarrier",
    "get_mempolicy", "shmget", "shmat", "shmctl", "shmdt",
    /* processes, threads and signals */
    "clone", "fork", "vfork", "execve", "execveat", "exit", "exit_group", "wait4", "waitid", "kill", "tkill", "tgkill",
    "rt_sigaction", "rt_sigprocmask", "rt_sigreturn", "rt_sigpending", "rt_sigtimedwait", "rt_sigqueueinfo",
    "rt_sigsuspend", "rt_tgsigqueueinfo", "sigaltstack", "pause", "restart_syscall", "pidfd_open", "pidfd_send_signal",
    "futex", "futex_waitv", "set_robust_list", "get_robust_list", "set_tid_address", "rseq", "arch_prctl", "prctl",
    "set_thread_area", "get_thread_area", "sched_yield", "sched_getparam", "sched_setparam", "sched_getscheduler",
    "sched_setscheduler", "sched_get_priority_max", "sched_get_priority_min", "sched_rr_get_interval",
    "sched_getaffinity", "sched_setaffinity", "sched_getattr", "sched_setattr", "getcpu", "getpriority", "setpriority",
    "ioprio_get", "ioprio_set", "getrlimit", "setrlimit", "prlimit64", "getrusage", "times", "personality", "ptrace",
    /* who and where */
    "getpid", "getppid", "gettid", "getpgid", "getpgrp", "setpgid", "getsid", "setsid", "getuid", "geteuid", "getgid",
    "getegid", "setuid", "setgid", "setreuid", "setregid", "getresuid", "getresgid", "setresuid", "setresgid",
    "setfsuid", "setfsgid", "getgroups", "setgroups", "capget", "capset", "uname", "sysinfo", "getrandom",
    /* time */
    "time", "gettimeofday", "clock_gettime", "clock_getres", "clock_nanosleep", "nanosleep", "alarm", "getitimer",
    "setitimer", "timer_create", "timer_settime", "timer_gettime", "timer_getoverrun", "timer_delete",
    /* between the program's own processes */
    "semget", "semop", "semctl", "semtimedop", "msgget", "msgsnd", "msgrcv", "msgctl", "mq_open", "mq_unlink",
    "mq_timedsend", "mq_timedreceive", "mq_notify", "mq_getsetattr",
    /* 32-bit names of the above */
    "_llseek", "_newselect", "fcntl64", "stat64", "lstat64", "fstat64", "fstatat64", "statfs64", "fstatfs64",
    "ftruncate64", "truncate64", "sendfile64", "fadvise64_64", "mmap2", "getuid32", "geteuid32", "getgid32",
    "getegid32", "setuid32", "setgid32", "setreuid32", "setregid32", "getresuid32", "getresgid32", "setresuid32",
    "setresgid32", "setfsuid32", "setfsgid32", "getgroups32", "setgroups32", "chown32", "fchown32", "lchown32",
    "ugetrlimit", "waitpid", "sigaction", "sigprocmask", "sigreturn", "signal", "sigpending", "sigsuspend", "nice",
    "clock_gettime64", "clock_getres_time64", "clock_nanosleep_time64", "futex_time64", "ppoll_time64",
    "pselect6_time64", "recvmmsg_time64", "rt_sigtimedwait_time64", "sched_rr_get_interval_time64",
    "semtimedop_time64", "timer_gettime64", "timer_settime64", "timerfd_gettime64", "timerfd_settime64",
    "utimensat_time64", "mq_timedsend_time64", "mq_timedreceive_time64", "io_pgetevents_time64",
};

/* On 32-bit machines these may be one call with the kind in memory, where no filter sees it. */
static const char *const allowed_sockets[] = {
    "socket", "socketpair", "connect", "bind", "listen", "accept", "accept4", "shutdown", "getsockname", "getpeername",
    "getsockopt", "setsockopt", "sendto", "recvfrom", "sendmsg", "recvmsg", "sendmmsg", "recvmmsg",
};

static const char *const forbidden[] = {
    "mount", "umount", "umount2", "pivot_root", "open_tree", "move_mount", "fsopen", "fsconfig", "fsmount", "fspick",
    "mount_setattr", "unshare", "setns", "swapon", "swapoff", "reboot", "sethostname", "setdomainname", "iopl",
    "ioperm", "init_module", "finit_module", "delete_module", "kexec_load", "kexec_file_load", "quotactl",
    "quotactl_fd", "acct", "settimeofday", "stime", "clock_settime", "clock_settime64", "adjtimex", "clock_adjtime",
    "vhangup", "syslog", "open_by_handle_at", "name_to_handle_at", "perf_event_open", "bpf", "userfaultfd",
    "fanotify_init", "fanotify_mark", "add_key", "request_key", "keyctl", "process_vm_readv", "process_vm_writev",
    "process_madvise", "kcmp", "pidfd_getfd", "move_pages", "migrate_pages",
};
/* clang-format on */

/* Buffers of struct sock_filter. */
struct programs {
  struct buffer allowed, by_arguments, and_not_tracing;
};

struct call_filter {
  struct programs native, with_32_bits;
};

#define LENGTH(array) (sizeof(array) / sizeof *(array))

/* Names that this machine or libseccomp does not know are not there to be allowed. */
static bool add_names(scmp_filter_ctx context, uint32_t action, const char *const *names,
                      size_t count) {
  for (size_t i = 0; i < count; i++) {
    int number = seccomp_syscall_resolve_name(names[i]);
    if (number != __NR_SCMP_ERROR && seccomp_rule_add(context, action, number, 0) != 0)
      return false;
  }
  return true;
}

static bool add_allowed(scmp_filter_ctx context, bool is_native) {
  return add_names(context, SCMP_ACT_ALLOW, allowed, LENGTH(allowed)) &&
         (!is_native ||
          add_names(context, SCMP_ACT_ALLOW, allowed_sockets, LENGTH(allowed_sockets))) &&
         add_names(context, SCMP_ACT_ERRNO(EPERM), forbidden, LENGTH(forbidden));
}

/* Refuses the call if the argument has that value under the mask. */
static bool refuse_value(scmp_filter_ctx context, int error, int call, unsigned argument,
                         uint64_t mask, uint64_t value) {
  struct scmp_arg_cmp has_value = {argument, SCMP_CMP_MASKED_EQ, mask, value};
  return seccomp_rule_add_array(context, SCMP_ACT_ERRNO(error), call, 1, &has_value) == 0;
}

static bool refuse_sockets(scmp_filter_ctx context, int call) {
  struct scmp_arg_cmp is_other = {0, SCMP_CMP_NE, AF_UNIX, 0};
  return seccomp_rule_add_array(context, SCMP_ACT_ERRNO(EAFNOSUPPORT), call, 1, &is_other) == 0 &&
         refuse_value(context, EAFNOSUPPORT, call, 1, 0xf, SOCK_DGRAM) &&
         refuse_value(context, EAFNOSUPPORT, call, 1, 0xf, SOCK_RAW);
}

/* Further namespaces, devices, input for terminals that others read, and partners outside. */
static bool add_refused_arguments(scmp_filter_ctx context, bool is_native) {
  static const uint64_t namespaces[] = {CLONE_NEWNS,   CLONE_NEWCGROUP, CLONE_NEWUTS, CLONE_NEWIPC,
                                        CLONE_NEWUSER, CLONE_NEWPID,    CLONE_NEWNET};
  static const uint64_t requests[] = {TIOCSTI, TIOCLINUX, TIOCSETD, TIOCCONS};
  static const uint64_t devices[] = {S_IFCHR, S_IFBLK};
  bool is_good = true;
  for (size_t i = 0; i < LENGTH(namespaces); i++)
    is_good &= refuse_value(context, EPERM, SCMP_SYS(clone), 0, namespaces[i], namespaces[i]);
  for (size_t i = 0; i < LENGTH(requests); i++)
    is_good &= refuse_value(context, EPERM, SCMP_SYS(ioctl), 1, UINT32_MAX, requests[i]);
  for (size_t i = 0; i < LENGTH(devices); i++)
    is_good &= refuse_value(context, EPERM, SCMP_SYS(mknod), 1, S_IFMT, devices[i]) &&
               refuse_value(context, EPERM, SCMP_SYS(mknodat), 2, S_IFMT, devices[i]);
  if (!is_native) return is_good;
  return is_good && refuse_sockets(context, SCMP_SYS(socket)) &&
         refuse_sockets(context, SCMP_SYS(socketpair)) &&
         seccomp_rule_add(context, SCMP_ACT_ERRNO(ECONNREFUSED), SCMP_SYS(connect), 0) == 0;
}

static bool add_no_tracing(scmp_filter_ctx context, bool is_native) {
  return add_refused_arguments(context, is_native) &&
         seccomp_rule_add(context, SCMP_ACT_ERRNO(EPERM), SCMP_SYS(ptrace), 0) == 0;
}

typedef bool rules(scmp_filter_ctx context, bool is_native);

/* The rules for one architecture; calls of another one do not exist. Owned, or NULL. */
static scmp_filter_ctx make_context(uint32_t architecture, uint32_t usual, rules *add) {
  bool is_native = architecture == seccomp_arch_native();
  scmp_filter_ctx context = seccomp_init(usual);
  if (context == NULL) return NULL;
  if (seccomp_attr_set(context, SCMP_FLTATR_ACT_BADARCH, SCMP_ACT_ERRNO(ENOSYS)) == 0 &&
      (is_native || (seccomp_arch_add(context, architecture) == 0 &&
                     seccomp_arch_remove(context, SCMP_ARCH_NATIVE) == 0)) &&
      add(context, is_native))
    return context;
  seccomp_release(context);
  return NULL;
}

static bool export_program(scmp_filter_ctx context, struct buffer *program) {
  struct stat status;
  int file = memfd_create("filter", MFD_CLOEXEC);
  bool is_good = file >= 0 && seccomp_export_bpf(context, file) == 0 && fstat(file, &status) == 0;
  void *bytes = is_good ? alloc_bytes((size_t)status.st_size) : NULL;
  is_good = is_good && pread(file, bytes, (size_t)status.st_size, 0) == status.st_size;
  if (is_good) buffer_add_bytes(program, bytes, (size_t)status.st_size);
  free(bytes);
  if (file >= 0) close(file);
  return is_good;
}

static bool make_program(struct buffer *program, bool has_32_bits, uint32_t usual, rules *add) {
  scmp_filter_ctx context = make_context(seccomp_arch_native(), usual, add);
  if (context != NULL && has_32_bits && seccomp_arch_native() == SCMP_ARCH_X86_64) {
    scmp_filter_ctx other = make_context(SCMP_ARCH_X86, usual, add);
    if (other == NULL || seccomp_merge(context, other) != 0) { /* which takes it if it succeeds */
      if (other != NULL) seccomp_release(other);
      seccomp_release(context);
      context = NULL;
    }
  }
  bool is_good = context != NULL && export_program(context, program);
  if (context != NULL) seccomp_release(context);
  return is_good;
}

static bool make_programs(struct programs *programs, bool has_32_bits) {
  bool is_good =
      make_program(&programs->allowed, has_32_bits, SCMP_ACT_ERRNO(ENOSYS), add_allowed) &&
      make_program(&programs->by_arguments, has_32_bits, SCMP_ACT_ALLOW, add_refused_arguments) &&
      make_program(&programs->and_not_tracing, has_32_bits, SCMP_ACT_ALLOW, add_no_tracing);
  if (!is_good) errno = ENOTSUP;
  return is_good;
}

struct call_filter *filter_new(void) {
  struct call_filter *filter = alloc_zeroed(sizeof *filter);
  if (make_programs(&filter->native, false)) return filter;
  filter_free(filter);
  return NULL;
}

bool filter_add_32_bits(struct call_filter *filter) {
  return filter->with_32_bits.allowed.length > 0 || make_programs(&filter->with_32_bits, true);
}

static void free_programs(struct programs *programs) {
  buffer_free(&programs->allowed);
  buffer_free(&programs->by_arguments);
  buffer_free(&programs->and_not_tracing);
}

void filter_free(struct call_filter *filter) {
  if (filter == NULL) return;
  free_programs(&filter->native);
  free_programs(&filter->with_32_bits);
  free(filter);
}

static bool apply(const struct buffer *program) {
  size_t count = program->length / sizeof(struct sock_filter);
  struct sock_fprog loaded = {(unsigned short)count, (struct sock_filter *)(void *)program->text};
  return prctl(PR_SET_SECCOMP, SECCOMP_MODE_FILTER, &loaded) == 0;
}

/* prctl stays allowed, so the order does not matter. */
bool filter_apply(const struct call_filter *filter, struct call_rights rights) {
  const struct programs *programs = rights.is_32_bits ? &filter->with_32_bits : &filter->native;
  return prctl(PR_SET_NO_NEW_PRIVS, 1, 0, 0, 0) == 0 && apply(&programs->allowed) &&
         apply(rights.may_trace ? &programs->by_arguments : &programs->and_not_tracing);
}

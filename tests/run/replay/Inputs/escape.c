/* Tries to leave the sandbox, by every way that its author could think of, and to change or reach
   what is outside: "NAME: refused" or "NAME: POSSIBLE" for each, and the number of possible ones as
   its status. What may be possible because it must not have an effect outside is done silently;
   escape.py looks for effects. CANARY is a directory with files, sockets and pipes, OUTSIDE a
   process. */
#define _GNU_SOURCE
#include <errno.h>
#include <fcntl.h>
#include <linux/capability.h>
#include <sched.h>
#include <signal.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/ioctl.h>
#include <sys/mman.h>
#include <sys/mount.h>
#include <sys/prctl.h>
#include <sys/ptrace.h>
#include <sys/resource.h>
#include <sys/shm.h>
#include <sys/socket.h>
#include <sys/stat.h>
#include <sys/sysmacros.h>
#include <sys/syscall.h>
#include <sys/time.h>
#include <sys/uio.h>
#include <sys/un.h>
#include <sys/wait.h>
#include <unistd.h>

static int possible;

static void try(const char *name, int is_done) {
  printf("%s: %s\n", name, is_done ? "POSSIBLE" : "refused");
  possible += is_done;
}

/* The call fails, whatever the error is. */
#define REFUSED(call, ...) try(#call, syscall(SYS_##call, ##__VA_ARGS__) >= 0)

/* ---- files ---- */

static void open_handles(const char *where) {
  struct {
    struct file_handle handle;
    unsigned char bytes[64];
  } file = {.handle = {.handle_bytes = sizeof file.bytes}};
  int mount_id, directory = open(where, O_RDONLY);
  try("name_to_handle_at", name_to_handle_at(directory, "", &file.handle, &mount_id, AT_EMPTY_PATH) == 0);
  for (int type = 1; type <= 2; type++) { /* ext4's root: inode 2, generation 0 */
    memset(file.bytes, 0, sizeof file.bytes);
    file.handle.handle_type = type;
    file.handle.handle_bytes = 8 * type;
    *(uint32_t *)(void *)file.handle.f_handle = 2;
    try("open_by_handle_at", open_by_handle_at(directory, &file.handle, O_RDONLY) >= 0);
  }
  close(directory);
}

static void make_devices(void) {
  struct stat status;
  dev_t disk = stat("/", &status) == 0 ? status.st_dev : makedev(254, 0);
  unlink("disk");
  try("mknod of a disk", mknod("disk", S_IFBLK | 0600, disk) == 0);
  unlink("disk");
  try("mknodat of a character device", mknodat(AT_FDCWD, "disk", S_IFCHR | 0600, makedev(1, 1)) == 0);
  try("open of the memory", open("/dev/mem", O_RDONLY) >= 0);
  try("open of the log", open("/dev/kmsg", O_RDONLY) >= 0);
  try("open of a terminal", open("/dev/tty", O_RDWR) >= 0 || open("/dev/tty1", O_RDWR) >= 0);
  try("open of a pseudo-terminal", open("/dev/ptmx", O_RDWR) >= 0);
}

/* May succeed, on devices of the program's own. */
static void change_devices(void) {
  static const char *const names[] = {"/dev/null", "/dev/zero", "/dev/full", "/dev/urandom"};
  const struct timeval times[2] = {{1, 0}, {1, 0}};
  for (size_t i = 0; i < sizeof names / sizeof *names; i++) {
    if (chmod(names[i], 0) == 0) chmod(names[i], 0666);
    (void)!chown(names[i], 12345, 12345);
    utimes(names[i], times);
    chmod(names[i], 0123);
  }
}

static void write_system(void) {
  static const char *const names[] = {"/proc/sys/kernel/core_pattern", "/proc/sys/kernel/hostname",
                                      "/proc/sysrq-trigger", "/proc/sys/fs/binfmt_misc/register",
                                      "/sys/kernel/uevent_helper", "/sys/power/state"};
  for (size_t i = 0; i < sizeof names / sizeof *names; i++) try(names[i], open(names[i], O_WRONLY) >= 0);
}

static void touch_tree(const char *canary) {
  char path[4096];
  int here = open(".", O_RDONLY);
  for (int i = 0; i < 2; i++) { /* the second time through a root that was left */
    snprintf(path, sizeof path, "%s/file", canary);
    int file = open(path, O_WRONLY | O_TRUNC);
    if (file >= 0) (void)!write(file, "changed\n", 8), fchmod(file, 0), close(file);
    (void)!rename(path, "stolen");
    snprintf(path, sizeof path, "%s/new", canary);
    if ((file = open(path, O_WRONLY | O_CREAT, 06777)) >= 0) close(file);
    (void)!link("stolen", path);
    mkdir("below", 0700);
    if (chroot("below") != 0 || fchdir(here) != 0) break;
    for (int up = 0; up < 64; up++) (void)!chdir("..");
    (void)!chroot(".");
  }
  close(here);
}

/* ---- processes ---- */

static void reach_processes(void) {
  const char *outside = getenv("OUTSIDE");
  char byte;
  struct iovec local = {&byte, 1}, remote = {&possible, 1};
  struct rlimit limit;
  pid_t other = outside != NULL ? atoi(outside) : 2;
  try("kill", kill(other, 0) == 0);
  try("prlimit of another", prlimit(other, RLIMIT_CPU, NULL, &limit) == 0);
  try("ptrace of the guard", ptrace(PTRACE_ATTACH, 1, 0, 0) == 0);
  try("ptrace of its parent", ptrace(PTRACE_SEIZE, getppid(), 0, 0) == 0);
  try("ptrace of itself", ptrace(PTRACE_TRACEME, 0, 0, 0) == 0);
  try("process_vm_readv", process_vm_readv(1, &local, 1, &remote, 1, 0) > 0);
  try("process_vm_writev", process_vm_writev(1, &local, 1, &remote, 1, 0) > 0);
  try("memory of the guard", open("/proc/1/mem", O_RDWR) >= 0);
  try("root of the guard", open("/proc/1/root", O_RDONLY) >= 0);
  try("directory of the guard", open("/proc/1/cwd", O_RDONLY) >= 0);
  try("executable of the guard", open("/proc/1/exe", O_RDONLY) >= 0);
  for (int i = 0; i < 16; i++) {
    char path[32];
    snprintf(path, sizeof path, "/proc/1/fd/%d", i);
    try("descriptors of the guard", open(path, O_RDWR | O_NONBLOCK) >= 0 || open(path, O_RDONLY | O_NONBLOCK) >= 0);
  }
  int guard = (int)syscall(SYS_pidfd_open, 1, 0);
  try("pidfd_getfd", syscall(SYS_pidfd_getfd, guard, 1, 0) >= 0);
  try("setns by process", setns(guard, CLONE_NEWNS) == 0);
  try("setns", setns(open("/proc/1/ns/mnt", O_RDONLY), 0) == 0);
  REFUSED(kcmp, 1, getpid(), 0, 0, 0);
  REFUSED(process_madvise, guard, &remote, 1, 0, 0);
}

static int in_namespace(void *nothing) {
  (void)nothing;
  return 0;
}

static void make_namespaces(void) {
  static const int flags[] = {CLONE_NEWUSER, CLONE_NEWNS, CLONE_NEWPID, CLONE_NEWNET, CLONE_NEWIPC, CLONE_NEWUTS, CLONE_NEWCGROUP};
  static char stack[65536];
  struct { uint64_t flags, rest[10]; } arguments = {CLONE_NEWUSER, {[3] = SIGCHLD}};
  for (size_t i = 0; i < sizeof flags / sizeof *flags; i++) {
    try("unshare", unshare(flags[i]) == 0);
    try("clone", clone(in_namespace, stack + sizeof stack, flags[i] | SIGCHLD, NULL) > 0);
  }
  pid_t child = (pid_t)syscall(SYS_clone3, &arguments, 64);
  if (child == 0) _exit(0);
  try("clone3", child > 0);
}

static void gain_privileges(void) {
  struct __user_cap_header_struct header = {.version = _LINUX_CAPABILITY_VERSION_3};
  struct __user_cap_data_struct data[2] = {{~0u, ~0u, ~0u}, {~0u, ~0u, ~0u}};
  try("capset", syscall(SYS_capset, &header, data) == 0);
  data[0] = (struct __user_cap_data_struct){1u << CAP_DAC_READ_SEARCH, 1u << CAP_DAC_READ_SEARCH, 0};
  data[1] = (struct __user_cap_data_struct){0, 0, 0};
  try("CAP_DAC_READ_SEARCH", syscall(SYS_capset, &header, data) == 0);
  data[0].permitted = data[0].effective = 1u << CAP_MKNOD;
  try("CAP_MKNOD", syscall(SYS_capset, &header, data) == 0);
  try("new privileges", prctl(PR_GET_NO_NEW_PRIVS, 0, 0, 0, 0) != 1);
  try("CAP_SYS_ADMIN in the bounding set", prctl(PR_CAPBSET_READ, CAP_SYS_ADMIN, 0, 0, 0) == 1);
  if (getuid() != 0) try("setuid", setuid(0) == 0);
}

/* ---- the kernel ---- */

static void use_kernel(void) {
  struct timeval now;
  char page[8192] = "";
  gettimeofday(&now, NULL);
  REFUSED(mount, "none", "/", NULL, MS_REMOUNT, NULL);
  REFUSED(mount, "none", "/tmp", "tmpfs", 0, NULL);
  REFUSED(umount2, "/proc", MNT_DETACH);
  REFUSED(pivot_root, ".", ".");
  REFUSED(open_tree, AT_FDCWD, "/", 1);
  REFUSED(fsopen, "tmpfs", 0);
  REFUSED(fspick, AT_FDCWD, "/", 0);
  REFUSED(move_mount, AT_FDCWD, "/", AT_FDCWD, "/tmp", 0);
  REFUSED(mount_setattr, AT_FDCWD, "/", 0, page, 32);
  REFUSED(settimeofday, &now, NULL);
  REFUSED(clock_settime, 0, page);
  REFUSED(sethostname, "x", 1);
  REFUSED(swapoff, "/none");
  REFUSED(acct, NULL);
  REFUSED(iopl, 0);
  REFUSED(ioperm, 0, 1, 1);
  REFUSED(init_module, page, sizeof page, "");
  REFUSED(finit_module, 0, "", 0);
  REFUSED(delete_module, "none", 0);
  REFUSED(kexec_load, 0, 0, NULL, 0);
  REFUSED(reboot, 0xfee1dead, 672274793, 0, NULL);
  REFUSED(syslog, 3, page, sizeof page);
  REFUSED(quotactl, 0, NULL, 0, NULL);
  REFUSED(vhangup);
  REFUSED(bpf, 0, page, 128);
  REFUSED(perf_event_open, page, 0, -1, -1, 0);
  REFUSED(userfaultfd, 1);
  REFUSED(io_uring_setup, 1, page);
  REFUSED(io_uring_enter, 0, 0, 0, 0, NULL, 0);
  REFUSED(io_uring_register, 0, 0, NULL, 0);
  REFUSED(fanotify_init, 0, 0);
  REFUSED(memfd_secret, 0);
  REFUSED(modify_ldt, 0, page, 16);
  REFUSED(keyctl, 0, -3, 0);
  REFUSED(keyctl, 6, -4, 0, 0);
  REFUSED(add_key, "user", "smew", "x", 1, -2);
  REFUSED(request_key, "user", "smew-canary", NULL, 0);
  REFUSED(lookup_dcookie, 0, page, sizeof page);
  REFUSED(move_pages, 1, 0, NULL, NULL, NULL, 0);
  REFUSED(migrate_pages, 1, 0, NULL, NULL);
}

#ifdef __x86_64__
static long call_32(long number, long a, long b, long c) {
  long result;
  __asm__ volatile("int $0x80" : "=a"(result) : "a"(number), "b"(a), "c"(b), "d"(c) : "memory", "r8", "r9", "r10", "r11");
  return result;
}

/* The same calls under their other numbers. */
static void use_other_numbers(void) {
  char *low = mmap((void *)0x10000000, 4096, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS | MAP_FIXED_NOREPLACE, -1, 0);
  strcpy(low, "/proc");
  try("32-bit umount2", call_32(52, (long)low, MNT_DETACH, 0) >= 0);
  try("32-bit unshare", call_32(310, CLONE_NEWUSER, 0, 0) >= 0);
  try("32-bit ptrace", call_32(26, PTRACE_ATTACH, 1, 0) >= 0);
  try("32-bit keyctl", call_32(288, 0, -3, 0) >= 0);
  try("32-bit socketcall", call_32(102, 1, (long)low, 0) >= 0);
  try("32-bit socket", call_32(359, AF_INET, SOCK_STREAM, 0) >= 0);
  strcpy(low, "disk");
  try("32-bit mknod", call_32(14, (long)low, S_IFBLK | 0600, (long)makedev(254, 0)) >= 0);
  try("x32 getpid", syscall(0x40000000 | SYS_getpid) >= 0);
  try("x32 unshare", syscall(0x40000000 | SYS_unshare, CLONE_NEWUSER) >= 0);
}
#else
static void use_other_numbers(void) {}
#endif

/* ---- partners ---- */

static struct sockaddr_un address(const char *canary, const char *name) {
  struct sockaddr_un result = {.sun_family = AF_UNIX};
  snprintf(result.sun_path, sizeof result.sun_path, "%s/%s", canary, name);
  return result;
}

static void reach_sockets(const char *canary) {
  static const int families[] = {AF_INET, AF_INET6, AF_NETLINK, AF_PACKET, AF_VSOCK, AF_ALG, AF_BLUETOOTH, AF_CAN, AF_KEY, AF_TIPC, AF_XDP};
  struct sockaddr_un stream = address(canary, "stream"), datagram = address(canary, "datagram");
  struct sockaddr_un abstract = {.sun_family = AF_UNIX};
  struct iovec text = {"reached", 7};
  struct msghdr message = {.msg_name = &datagram, .msg_namelen = sizeof datagram, .msg_iov = &text, .msg_iovlen = 1};
  int pair[2] = {-1, -1};
  char name[64];
  for (size_t i = 0; i < sizeof families / sizeof *families; i++) {
    snprintf(name, sizeof name, "socket of family %d", families[i]);
    try(name, socket(families[i], SOCK_STREAM, 0) >= 0 || socket(families[i], SOCK_DGRAM, 0) >= 0 || socket(families[i], SOCK_RAW, 0) >= 0);
  }
  try("stream socket", connect(socket(AF_UNIX, SOCK_STREAM, 0), (void *)&stream, sizeof stream) == 0);
  memcpy(abstract.sun_path + 1, "smew-canary", 11);
  try("abstract socket", connect(socket(AF_UNIX, SOCK_STREAM, 0), (void *)&abstract, offsetof(struct sockaddr_un, sun_path) + 12) == 0);
  try("datagram socket", sendto(socket(AF_UNIX, SOCK_DGRAM, 0), "reached", 7, 0, (void *)&datagram, sizeof datagram) == 7);
  try("pair of datagram sockets", socketpair(AF_UNIX, SOCK_DGRAM, 0, pair) == 0 && sendmsg(pair[0], &message, 0) == 7);
  if (socketpair(AF_UNIX, SOCK_STREAM, 0, pair) != 0 || write(pair[0], "x", 1) != 1) try("pair of sockets failed", 1);
  try("message from a pair", sendmsg(pair[0], &message, 0) == 7);
  try("connect of a pair", connect(pair[0], (void *)&stream, sizeof stream) == 0);
}

static void reach_pipes(const char *canary) {
  char path[4096];
  snprintf(path, sizeof path, "%s/pipe", canary);
  int file = open(path, O_WRONLY | O_NONBLOCK);
  if (file >= 0) (void)!write(file, "reached", 7);
  try("named pipe", file >= 0);
}

static void reach_shared_memory(void) {
  try("shared memory", shmget(0x5e3e1, 0, 0) >= 0);
}

static void reach_descriptors(void) {
  int found = 0;
  for (int i = 3; i < 1024; i++) found += fcntl(i, F_GETFD) >= 0;
  try("inherited descriptors", found > 0);
  (void)!ftruncate(STDOUT_FILENO, 0);
  (void)!ftruncate(STDERR_FILENO, 0);
  (void)!open("/proc/self/fd/1", O_WRONLY | O_TRUNC);
  int self = open("/proc/self/exe", O_WRONLY | O_TRUNC);
  if (self >= 0) close(self);
  try("TIOCSTI", ioctl(STDIN_FILENO, TIOCSTI, "x") == 0 || errno != EPERM);
  try("TIOCLINUX", ioctl(STDIN_FILENO, TIOCLINUX, "\2") == 0 || errno != EPERM);
}

int main(void) {
  const char *canary = getenv("CANARY");
  setvbuf(stdout, NULL, _IOLBF, 0);
  if (canary == NULL) return 99;
  reach_descriptors();
  open_handles(".");
  open_handles("/");
  make_devices();
  change_devices();
  write_system();
  reach_processes();
  make_namespaces();
  gain_privileges();
  use_kernel();
  use_other_numbers();
  reach_sockets(canary);
  reach_pipes(canary);
  reach_shared_memory();
  touch_tree(canary);
  printf("end: %d possible\n", possible);
  return possible;
}

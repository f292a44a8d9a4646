/* The sandbox. Arguments found by a solver can be anything, including "-rf /", and a program that
   somebody else sent may try to break out. The cage is made of Linux namespaces, with root's
   privileges or, where the system allows it, those of a user namespace:

   - mounts: every file system is covered by an overlay whose changes go to memory (CAGE_OVERLAY),
     or is mounted read-only (CAGE_READ_ONLY). /dev has null and similar devices only.
   - processes: no other process can be signalled, and all processes that the program started end
     with it. The program has the process id that smew's model of the world gives it.
   - network, System V IPC, host name: separate. The host name is that of the model.
   - users: the program is in a further user namespace, so whatever capabilities it has are worth
     nothing for the mounts and namespaces around it. Users and groups keep their ids there, so root
     still owns root's files.

   Of capabilities it keeps those for files, owners and processes; it can gain no privileges by
   executing files, and makes only the system calls of replay_filter.c.

   bubblewrap does most of this, but Debian's has no overlays, and cannot choose a process id or
   leave its first process to us, which makes system calls fail; and root's /dev/null would be the
   machine's. */
#include "replay/replay_cage.h"

#include "replay/replay_devices.h"
#include "replay/replay_filter.h"
#include "replay/replay_mount.h"
#include "util/alloc.h"
#include "util/buffer.h"
#include "util/file.h"

#include <errno.h>
#include <fcntl.h>
#include <linux/capability.h>
#include <linux/sched.h>
#include <sched.h>
#include <signal.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/prctl.h>
#include <sys/resource.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <sys/wait.h>
#include <unistd.h>

enum { PROGRAM_PID = 1000 };

/* ---- users ---- */

static bool write_at(int directory, const char *path, const struct buffer *text) {
  int file = openat(directory, path, O_WRONLY | O_CLOEXEC);
  bool is_written = file >= 0 && write(file, text->text, text->length) == (ssize_t)text->length;
  if (file >= 0) close(file);
  return is_written;
}

static bool write_text(int directory, const char *path, const char *text) {
  return write_at(directory, path, &(struct buffer){.text = (char *)text, .length = strlen(text)});
}

/* In a new user namespace: users and groups keep their ids. */
static bool map_user(uid_t user, gid_t group) {
  struct buffer users = {0}, groups = {0};
  buffer_add(&users, "%u %u 1", (unsigned)user, (unsigned)user);
  buffer_add(&groups, "%u %u 1", (unsigned)group, (unsigned)group);
  bool is_good = write_text(AT_FDCWD, "/proc/self/setgroups", "deny") &&
                 write_at(AT_FDCWD, "/proc/self/uid_map", &users) &&
                 write_at(AT_FDCWD, "/proc/self/gid_map", &groups);
  buffer_free(&users);
  buffer_free(&groups);
  return is_good;
}

/* The ids that are mapped in this namespace, each to itself. */
static bool read_ids(int directory, const char *path, struct buffer *text) {
  int descriptor = openat(directory, path, O_RDONLY | O_CLOEXEC);
  FILE *file = descriptor >= 0 ? fdopen(descriptor, "r") : NULL;
  unsigned first, outer, count;
  while (file != NULL && fscanf(file, "%u %u %u", &first, &outer, &count) == 3)
    buffer_add(text, "%u %u %u\n", first, first, count);
  if (file != NULL) fclose(file);
  return text->length > 0;
}

/* Moves the calling process into a new user namespace with the same ids. Only a process outside may
   map more than one id. The first process of the cage does; it gets the number of this one in the
   machine's /proc. */
static bool enter_users(const struct cage_link *link) {
  char number[32] = "", answer = 0;
  if (readlinkat(link->processes, "self", number, sizeof number - 1) <= 0 ||
      unshare(CLONE_NEWUSER) != 0 ||
      write(link->request[1], number, sizeof number) != (ssize_t)sizeof number)
    return false;
  while (read(link->reply[0], &answer, 1) < 0 && errno == EINTR) continue;
  if (answer == 0) errno = EPERM;
  return answer != 0;
}

static bool map_ids(int process) {
  struct buffer users = {0}, groups = {0};
  bool is_good = read_ids(AT_FDCWD, "/proc/self/uid_map", &users) &&
                 read_ids(AT_FDCWD, "/proc/self/gid_map", &groups) &&
                 write_at(process, "uid_map", &users) && write_at(process, "gid_map", &groups);
  buffer_free(&users);
  buffer_free(&groups);
  return is_good;
}

/* A program's process that fails before closes its end of the pipe. */
void cage_help(const struct cage *cage, const struct cage_link *link) {
  char number[32] = "", answer;
  ssize_t got;
  close(link->request[1]);
  close(link->reply[0]);
  while (cage->support.has_users && (got = read(link->request[0], number, sizeof number)) != 0) {
    if (got < 0) continue;
    int process = openat(link->processes, number, O_PATH | O_DIRECTORY | O_CLOEXEC);
    answer = process >= 0 && map_ids(process);
    if (process >= 0) close(process);
    if (write(link->reply[1], &answer, 1) < 0) break;
    break;
  }
  close(link->request[0]);
  close(link->reply[1]);
  close(link->processes);
}

/* ---- preparing ---- */

/* Tries the cage on a child that does nothing. */
static bool can_make(struct cage_support support, const char *place,
                     const struct call_filter *filter) {
  int status = -1;
  pid_t child = cage_fork();
  if (child == 0) {
    struct cage cage = {.support = support, .place = place, .filter = filter};
    struct cage_link link;
    if (!cage_enter(&cage, &link) || (child = cage_fork_inner()) < 0) _exit(1);
    if (child == 0) _exit(cage_confine(&cage, &link) ? 0 : 1);
    cage_help(&cage, &link);
    _exit(waitpid(child, &status, 0) == child && status == 0 ? 0 : 1);
  }
  while (child > 0 && waitpid(child, &status, 0) < 0 && errno == EINTR) continue;
  return child > 0 && status == 0;
}

/* Leaves the machine's network, mounts and names. */
static bool leave(void) {
  int flags = CLONE_NEWNS | CLONE_NEWNET | CLONE_NEWIPC | CLONE_NEWUTS;
  uid_t user = geteuid();
  gid_t group = getegid();
  if (unshare(flags) != 0 && (unshare(flags | CLONE_NEWUSER) != 0 || !map_user(user, group)))
    return false;
  return mount_make_private() && sethostname("smew", 4) == 0;
}

/* From the best. */
static const struct cage_support supports[] = {{CAGE_OVERLAY, true},
                                               {CAGE_OVERLAY, false},
                                               {CAGE_READ_ONLY, true},
                                               {CAGE_READ_ONLY, false},
                                               {CAGE_NONE, false}};
enum { SUPPORT_COUNT = sizeof supports / sizeof *supports };

/* A process that has left its namespaces and then fails cannot go back, so a child tries it. */
struct cage_support cage_prepare(const char *place, const struct call_filter *filter) {
  int status = -1, found = SUPPORT_COUNT - 1;
  pid_t child = filter != NULL ? fork() : -1;
  if (child == 0) {
    if (leave())
      for (found = 0; found < SUPPORT_COUNT - 1; found++)
        if (can_make(supports[found], place, filter)) break;
    _exit(found);
  }
  while (child > 0 && waitpid(child, &status, 0) < 0 && errno == EINTR) continue;
  if (child > 0 && WIFEXITED(status) && WEXITSTATUS(status) < SUPPORT_COUNT - 1 && leave())
    found = WEXITSTATUS(status);
  return supports[found];
}

/* ---- entering ---- */

static bool bind_writable(const struct cage *cage, const char *root) {
  bool is_good = true;
  for (size_t i = 0; is_good && i <= cage->writable_count; i++) {
    const char *from = i == 0 ? cage->place : cage->writable[i - 1];
    char *to = alloc_format("%s%s", root, from);
    is_good = mount_bind(from, to, MOUNT_WRITABLE);
    free(to);
  }
  return is_good;
}

/* A new file system in memory, mounted in the place. It is hidden when the place is bound over it.
   Owned, or NULL with errno set. */
static char *make_memory(const struct cage *cage) {
  char *path = alloc_format("%s/memory-XXXXXX", cage->place);
  if (mkdtemp(path) != NULL) {
    if (mount_memory(path, false)) return path;
    rmdir(path);
  }
  free(path);
  return NULL;
}

/* What is no longer mounted there is removed. */
static void remove_memory(char *path) {
  int fault = errno;
  if (path != NULL) rmdir(path);
  free(path);
  errno = fault;
}

/* Devices, made below `memory`. Only root could change the directory outside. */
static bool show_devices(const char *memory, const char *root) {
  char *made = alloc_format("%s/dev", memory), *target = alloc_format("%s/dev", root);
  char *shared = alloc_format("%s/shm", target);
  bool is_good = mkdir(made, 0755) == 0 && mount_memory(made, true) && devices_make(made) &&
                 mount_bind_devices(made, target);
  if (is_good && geteuid() != 0)
    is_good =
        mount_memory(shared, false) && chmod(shared, 01777) == 0 && mount_make_read_only(target);
  free(made);
  free(target);
  free(shared);
  return is_good;
}

static bool enter_overlay(const struct cage *cage) {
  char *memory = make_memory(cage);
  if (memory == NULL) return false;
  char *root = alloc_format("%s/root", memory);
  bool is_good = mkdir(root, 0755) == 0 && mount_everything(memory, root, cage->place) &&
                 (!cage->is_read_only || mount_make_harmless(root, true)) &&
                 show_devices(memory, root) && bind_writable(cage, root);
  if (is_good) mount_processes(root);
  is_good = is_good && mount_move_to(root);
  remove_memory(memory);
  free(root);
  return is_good;
}

/* A user who may not cover everything may still cover a directory without mounts in it. */
static bool cover_home(const struct cage *cage) {
  size_t length = cage->home != NULL ? strlen(cage->home) : 0;
  bool is_inside = length > 0 && strncmp(cage->place, cage->home, length) == 0 &&
                   (cage->place[length] == '/' || cage->home[length - 1] == '/');
  char *memory = length > 0 && !is_inside && !cage->is_read_only ? make_memory(cage) : NULL;
  bool is_good = memory != NULL && mount_overlay(memory, 0, cage->home, cage->home);
  remove_memory(memory);
  return is_good;
}

static bool enter_read_only(const struct cage *cage) {
  bool has_home = cover_home(cage);
  bool is_good = bind_writable(cage, "") && mount_make_harmless("/", true) &&
                 mount_make_writable(cage->place) && (!has_home || mount_make_writable(cage->home));
  for (size_t i = 0; is_good && i < cage->writable_count; i++)
    is_good = mount_make_writable(cage->writable[i]);
  char *memory = is_good ? make_memory(cage) : NULL;
  is_good = memory != NULL && show_devices(memory, "") && bind_writable(cage, "");
  if (is_good) mount_processes("");
  remove_memory(memory);
  return is_good;
}

/* Ids will be mapped through the machine's /proc, which is then out of reach. */
bool cage_enter(const struct cage *cage, struct cage_link *link) {
  *link = (struct cage_link){open("/proc", O_PATH | O_DIRECTORY | O_CLOEXEC), {-1, -1}, {-1, -1}};
  return link->processes >= 0 && pipe2(link->request, O_CLOEXEC) == 0 &&
         pipe2(link->reply, O_CLOEXEC) == 0 && mount_make_private() &&
         (cage->support.kind == CAGE_OVERLAY ? enter_overlay(cage) : enter_read_only(cage));
}

/* ---- processes ---- */

pid_t cage_fork(void) {
  return (pid_t)syscall(SYS_clone, SIGCHLD | CLONE_NEWNS | CLONE_NEWPID, NULL, NULL, NULL, NULL);
}

pid_t cage_fork_inner(void) {
  pid_t number = PROGRAM_PID;
  struct clone_args arguments = {
      .exit_signal = SIGCHLD, .set_tid = (uintptr_t)&number, .set_tid_size = 1};
  pid_t child = (pid_t)syscall(SYS_clone3, &arguments, sizeof arguments);
  return child >= 0 ? child : fork();
}

/* What root may do without a capability in the first user namespace: be nice to nobody. */
static void raise_limits(void) {
  static const struct rlimit any = {40, 40};
  if (geteuid() == 0) setrlimit(RLIMIT_NICE, &any);
}

static bool drop_capabilities(void) {
  static const int kept[] = {CAP_CHOWN,  CAP_DAC_OVERRIDE, CAP_FOWNER,     CAP_FSETID,  CAP_KILL,
                             CAP_SETGID, CAP_SETUID,       CAP_SYS_CHROOT, CAP_SYS_NICE};
  uint64_t mask = 0;
  for (size_t i = 0; i < sizeof kept / sizeof *kept; i++) mask |= (uint64_t)1 << kept[i];
  for (int i = 0; prctl(PR_CAPBSET_READ, i, 0, 0, 0) >= 0; i++)
    if (i > 63 || !(mask >> i & 1)) prctl(PR_CAPBSET_DROP, i, 0, 0, 0);
  struct __user_cap_header_struct header = {.version = _LINUX_CAPABILITY_VERSION_3};
  struct __user_cap_data_struct data[2];
  if (syscall(SYS_capget, &header, data) != 0) return false;
  for (int i = 0; i < 2; i++) {
    uint32_t word = (uint32_t)(mask >> 32 * i);
    data[i].permitted &= word;
    data[i].effective &= word;
    data[i].inheritable = 0;
  }
  return syscall(SYS_capset, &header, data) == 0;
}

bool cage_confine(const struct cage *cage, const struct cage_link *link) {
  close(link->request[0]);
  close(link->reply[1]);
  raise_limits();
  return (!cage->support.has_users || enter_users(link)) && drop_capabilities() &&
         filter_apply(cage->filter, cage->rights);
}

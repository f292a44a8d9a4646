/* The sandbox. Arguments found by a solver can be anything, including "-rf /", so their effects
   must be contained. The cage is made of Linux namespaces, with root's privileges or, where the
   system allows it, those of a user namespace:

   - mounts: every file system is covered by an overlay whose changes go to memory (CAGE_OVERLAY),
     or is mounted read-only (CAGE_READ_ONLY). Devices cannot be opened, except null and similar
     ones.
   - processes: no other process can be signalled, and all processes that the program started end
     with it. The program has the process id that smew's model of the world gives it.
   - network, System V IPC, host name: separate. The host name is that of the model.

   Of root's privileges those for files, owners and processes remain; those for the clock, modules,
   mounts and the like are dropped. */
#include "replay/replay_cage.h"

#include "util/alloc.h"

#include <errno.h>
#include <fcntl.h>
#include <linux/capability.h>
#include <linux/mount.h>
#include <linux/sched.h>
#include <sched.h>
#include <signal.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/prctl.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <sys/wait.h>
#include <unistd.h>

/* glibc's sys/mount.h and linux/mount.h cannot be included together. */
int mount(const char *source, const char *target, const char *type, unsigned long flags,
          const void *data);
int umount2(const char *target, int flags);

enum { PROGRAM_PID = 1000, DETACH = 2 };

/* ---- preparing ---- */

static bool write_text(const char *path, const char *text) {
  int file = open(path, O_WRONLY | O_CLOEXEC);
  bool is_written = file >= 0 && write(file, text, strlen(text)) == (ssize_t)strlen(text);
  if (file >= 0) close(file);
  return is_written;
}

/* Users and groups keep their ids. */
static bool map_user(uid_t user, gid_t group) {
  char *users = alloc_format("%u %u 1", (unsigned)user, (unsigned)user);
  char *groups = alloc_format("%u %u 1", (unsigned)group, (unsigned)group);
  bool is_good = write_text("/proc/self/setgroups", "deny") &&
                 write_text("/proc/self/uid_map", users) &&
                 write_text("/proc/self/gid_map", groups);
  free(users);
  free(groups);
  return is_good;
}

/* Tries the cage on a child that does nothing. */
static bool can_make(enum cage_kind kind, const char *place) {
  int status = -1;
  pid_t child = cage_fork();
  if (child == 0) {
    struct cage cage = {.kind = kind, .place = place};
    _exit(cage_enter(&cage) ? 0 : 1);
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
  return mount(NULL, "/", NULL, MS_REC | MS_PRIVATE, NULL) == 0 && sethostname("smew", 4) == 0;
}

/* A process that has left its namespaces and then fails cannot go back, so a child tries it. */
enum cage_kind cage_prepare(const char *place) {
  int status = -1;
  pid_t child = fork();
  if (child == 0) {
    enum cage_kind kind = CAGE_NONE;
    if (leave())
      kind = can_make(CAGE_OVERLAY, place)     ? CAGE_OVERLAY
             : can_make(CAGE_READ_ONLY, place) ? CAGE_READ_ONLY
                                               : CAGE_NONE;
    _exit((int)kind);
  }
  while (child > 0 && waitpid(child, &status, 0) < 0 && errno == EINTR) continue;
  if (child < 0 || !WIFEXITED(status) || WEXITSTATUS(status) == CAGE_NONE) return CAGE_NONE;
  return leave() ? (enum cage_kind)WEXITSTATUS(status) : CAGE_NONE;
}

/* ---- mounts ---- */

static bool change_attributes(const char *path, uint64_t set, uint64_t clear, unsigned flags) {
  struct mount_attr attributes = {.attr_set = set, .attr_clr = clear};
  return syscall(SYS_mount_setattr, AT_FDCWD, path, flags, &attributes, sizeof attributes) == 0;
}

enum { HARMLESS = MOUNT_ATTR_RDONLY | MOUNT_ATTR_NODEV | MOUNT_ATTR_NOSUID };

static bool bind_read_only(const char *from, const char *to) {
  return mount(from, to, NULL, MS_BIND | MS_REC, NULL) == 0 &&
         change_attributes(to, HARMLESS, 0, AT_RECURSIVE);
}

/* Binds harmless devices below `root`, so that they can be opened although others cannot. */
static bool bind_devices(const char *root) {
  static const char *const devices[] = {"/dev/null", "/dev/zero", "/dev/full", "/dev/random",
                                        "/dev/urandom"};
  for (size_t i = 0; i < sizeof devices / sizeof *devices; i++) {
    char *target = alloc_format("%s%s", root, devices[i]);
    bool is_good = access(devices[i], F_OK) != 0 ||
                   (mount(devices[i], target, NULL, MS_BIND, NULL) == 0 &&
                    change_attributes(target, 0, MOUNT_ATTR_NODEV | MOUNT_ATTR_RDONLY, 0));
    free(target);
    if (!is_good) return false;
  }
  return true;
}

struct mount_point {
  char *path;   /* owned */
  bool is_real; /* files for which an overlay is useful */
};
typedef VEC(struct mount_point) mount_points;

static void free_mount_points(mount_points *points) {
  for (size_t i = 0; i < points->count; i++) free(points->data[i].path);
  vec_free(points);
}

/* "\040" stands for a space. */
static void unescape(char *text) {
  char *to = text;
  for (const char *from = text; *from != '\0'; to++) {
    if (*from == '\\' && strspn(from + 1, "01234567") >= 3) {
      *to = (char)((from[1] - '0') * 64 + (from[2] - '0') * 8 + (from[3] - '0'));
      from += 4;
    } else {
      *to = *from++;
    }
  }
  *to = '\0';
}

static bool is_real_type(const char *type) {
  static const char *const real[] = {"ext2", "ext3",     "ext4", "xfs",   "btrfs",    "overlay",
                                     "zfs",  "tmpfs",    "f2fs", "ramfs", "squashfs", "fuseblk",
                                     "9p",   "virtiofs", "vfat", "nfs",   "nfs4"};
  for (size_t i = 0; i < sizeof real / sizeof *real; i++)
    if (strcmp(real[i], type) == 0) return true;
  return false;
}

static bool is_below(const char *path, const char *directory) {
  size_t length = strlen(directory);
  if (strcmp(directory, "/") == 0) return path[1] != '\0';
  return strncmp(path, directory, length) == 0 && path[length] == '/';
}

/* One line of mountinfo: "36 35 98:0 /root /path options optional… - type source options". Mounts
   below file systems that are taken as a whole are not listed. */
static void take_mount(mount_points *points, char *line) {
  char *path = NULL, *rest = line, *word;
  for (int i = 0; i < 5 && (word = strsep(&rest, " ")) != NULL; i++) path = word;
  char *dash = rest != NULL ? strstr(rest, " - ") : NULL;
  if (path == NULL || dash == NULL) return;
  char *type = dash + 3;
  type[strcspn(type, " \n")] = '\0';
  unescape(path);
  for (size_t i = 0; i < points->count; i++)
    if (strcmp(points->data[i].path, path) == 0 ||
        (!points->data[i].is_real && is_below(path, points->data[i].path)))
      return;
  vec_push(points, ((struct mount_point){alloc_string(path), is_real_type(type)}));
}

/* In the kernel's order: a mount comes after what it is mounted on. */
static mount_points list_mounts(void) {
  mount_points points = {0};
  char *line = NULL;
  size_t capacity = 0;
  FILE *file = fopen("/proc/self/mountinfo", "r");
  vec_push(&points, ((struct mount_point){alloc_string("/"), true}));
  while (file != NULL && getline(&line, &capacity, file) >= 0) take_mount(&points, line);
  if (file != NULL) fclose(file);
  free(line);
  return points;
}

/* `memory` is a directory in memory for the changes. */
static bool mount_overlay(const char *memory, size_t number, const char *lower,
                          const char *target) {
  char *upper = alloc_format("%s/%zu", memory, number);
  char *work = alloc_format("%s/%zu-work", memory, number);
  char *options = alloc_format("lowerdir=%s,upperdir=%s,workdir=%s", lower, upper, work);
  char *for_users = alloc_format("%s,userxattr", options);
  struct stat status;
  unsigned long flags = MS_NODEV | MS_NOSUID;
  bool is_good = strpbrk(lower, ",:\\") == NULL && stat(lower, &status) == 0 &&
                 mkdir(upper, 0755) == 0 && mkdir(work, 0755) == 0 &&
                 chmod(upper, status.st_mode & 07777) == 0 &&
                 (mount("overlay", target, "overlay", flags, options) == 0 ||
                  mount("overlay", target, "overlay", flags, for_users) == 0);
  free(upper);
  free(work);
  free(options);
  free(for_users);
  return is_good;
}

static bool mount_everything(const mount_points *points, const char *memory, const char *root,
                             const char *place) {
  for (size_t i = 0; i < points->count; i++) {
    const struct mount_point *point = &points->data[i];
    struct stat status;
    if (is_below(point->path, place) || stat(point->path, &status) != 0) continue;
    char *target = alloc_format("%s%s", root, point->path);
    bool is_good = (point->is_real && S_ISDIR(status.st_mode) &&
                    mount_overlay(memory, i, point->path, target)) ||
                   (i > 0 && bind_read_only(point->path, target));
    free(target);
    if (!is_good && i == 0) return false; /* the others are optional */
  }
  return true;
}

/* The process ids of the cage; if that is not allowed, the machine's are visible. */
static void mount_processes(const char *root) {
  char *target = alloc_format("%s/proc", root);
  mount("proc", target, "proc", MS_RDONLY | MS_NODEV | MS_NOSUID | MS_NOEXEC, NULL);
  free(target);
}

static bool bind_writable(const struct cage *cage, const char *root) {
  bool is_good = true;
  for (size_t i = 0; is_good && i <= cage->writable_count; i++) {
    const char *from = i == 0 ? cage->place : cage->writable[i - 1];
    char *to = alloc_format("%s%s", root, from);
    is_good = mount(from, to, NULL, MS_BIND, NULL) == 0;
    free(to);
  }
  return is_good;
}

static bool move_to(const char *root) {
  if (chdir(root) != 0) return false;
  if (syscall(SYS_pivot_root, ".", ".") == 0) return umount2(".", DETACH) == 0;
  return chroot(".") == 0;
}

/* The memory file system is mounted on the place, and hidden when the place is bound over it. */
static bool enter_overlay(const struct cage *cage) {
  char *memory = alloc_format("%s/memory", cage->place), *root = alloc_format("%s/root", memory);
  mount_points points = list_mounts();
  bool is_good = (mkdir(memory, 0755) == 0 || errno == EEXIST) &&
                 mount("tmpfs", memory, "tmpfs", MS_NODEV | MS_NOSUID, "size=1g,mode=755") == 0 &&
                 mkdir(root, 0755) == 0 && mount_everything(&points, memory, root, cage->place) &&
                 bind_devices(root) && bind_writable(cage, root);
  if (is_good) mount_processes(root);
  is_good = is_good && move_to(root);
  int fault = errno;
  rmdir(memory);
  free_mount_points(&points);
  free(memory);
  free(root);
  errno = fault;
  return is_good;
}

/* A user who may not cover everything may still cover a directory without mounts in it. */
static bool cover_home(const struct cage *cage) {
  char *memory = alloc_format("%s/memory", cage->place);
  bool is_good = cage->home != NULL && !is_below(cage->place, cage->home) &&
                 (mkdir(memory, 0755) == 0 || errno == EEXIST) &&
                 mount("tmpfs", memory, "tmpfs", MS_NODEV | MS_NOSUID, "size=1g,mode=755") == 0 &&
                 mount_overlay(memory, 0, cage->home, cage->home);
  free(memory);
  return is_good;
}

static bool enter_read_only(const struct cage *cage) {
  bool has_home = cover_home(cage);
  bool is_good = bind_writable(cage, "") && change_attributes("/", HARMLESS, 0, AT_RECURSIVE) &&
                 bind_devices("") && change_attributes(cage->place, 0, MOUNT_ATTR_RDONLY, 0) &&
                 (!has_home || change_attributes(cage->home, 0, MOUNT_ATTR_RDONLY, 0));
  for (size_t i = 0; is_good && i < cage->writable_count; i++)
    is_good = change_attributes(cage->writable[i], 0, MOUNT_ATTR_RDONLY, 0);
  if (is_good) mount_processes("");
  return is_good;
}

/* ---- processes ---- */

pid_t cage_fork(void) {
  return (pid_t)syscall(SYS_clone, SIGCHLD | CLONE_NEWNS | CLONE_NEWPID, NULL, NULL, NULL, NULL);
}

bool cage_enter(const struct cage *cage) {
  if (mount(NULL, "/", NULL, MS_REC | MS_PRIVATE, NULL) != 0) return false;
  return cage->kind == CAGE_OVERLAY ? enter_overlay(cage) : enter_read_only(cage);
}

pid_t cage_fork_inner(void) {
  pid_t number = PROGRAM_PID;
  struct clone_args arguments = {
      .exit_signal = SIGCHLD, .set_tid = (uintptr_t)&number, .set_tid_size = 1};
  pid_t child = (pid_t)syscall(SYS_clone3, &arguments, sizeof arguments);
  return child >= 0 ? child : fork();
}

void cage_drop_privileges(void) {
  static const int kept[] = {CAP_CHOWN,  CAP_DAC_OVERRIDE, CAP_DAC_READ_SEARCH, CAP_FOWNER,
                             CAP_FSETID, CAP_KILL,         CAP_SETGID,          CAP_SETUID,
                             CAP_MKNOD,  CAP_SYS_CHROOT,   CAP_SYS_NICE};
  uint64_t mask = 0;
  for (size_t i = 0; i < sizeof kept / sizeof *kept; i++) mask |= (uint64_t)1 << kept[i];
  for (int i = 0; prctl(PR_CAPBSET_READ, i, 0, 0, 0) >= 0; i++)
    if (i > 63 || !(mask >> i & 1)) prctl(PR_CAPBSET_DROP, i, 0, 0, 0);
  struct __user_cap_header_struct header = {.version = _LINUX_CAPABILITY_VERSION_3};
  struct __user_cap_data_struct data[2];
  if (syscall(SYS_capget, &header, data) != 0) return;
  for (int i = 0; i < 2; i++) {
    uint32_t word = (uint32_t)(mask >> 32 * i);
    data[i].permitted &= word;
    data[i].effective &= word;
    data[i].inheritable = 0;
  }
  syscall(SYS_capset, &header, data);
}

/* The mounts of a sandbox: every file system of the machine is covered by an overlay, or shown
   read-only. Needs the privileges of a namespace of mounts. */
#include "replay/replay_mount.h"

#include "util/alloc.h"
#include "util/file.h"

#include <dirent.h>
#include <errno.h>
#include <fcntl.h>
#include <limits.h>
#include <linux/mount.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <unistd.h>

/* glibc's sys/mount.h and linux/mount.h cannot be included together. */
int mount(const char *source, const char *target, const char *type, unsigned long flags,
          const void *data);
int umount2(const char *target, int flags);

enum { DETACH = 2 };

/* ---- single mounts ---- */

enum { HARMLESS = MOUNT_ATTR_RDONLY | MOUNT_ATTR_NODEV | MOUNT_ATTR_NOSUID };

static bool change_attributes(const char *path, uint64_t set, uint64_t clear, unsigned flags) {
  struct mount_attr attributes = {.attr_set = set, .attr_clr = clear};
  return syscall(SYS_mount_setattr, AT_FDCWD, path, flags, &attributes, sizeof attributes) == 0;
}

bool mount_make_private(void) { return mount(NULL, "/", NULL, MS_REC | MS_PRIVATE, NULL) == 0; }

bool mount_bind(const char *from, const char *to, enum mount_use use) {
  bool is_deep = use == MOUNT_READ_ONLY;
  if (mount(from, to, NULL, MS_BIND | (is_deep ? MS_REC : 0), NULL) != 0) return false;
  switch (use) {
  case MOUNT_READ_ONLY: return change_attributes(to, HARMLESS, 0, AT_RECURSIVE);
  case MOUNT_WRITABLE:
    return change_attributes(to, MOUNT_ATTR_NODEV | MOUNT_ATTR_NOSUID, MOUNT_ATTR_RDONLY, 0);
  case MOUNT_DEVICE:
    return change_attributes(to, MOUNT_ATTR_RDONLY | MOUNT_ATTR_NOSUID, MOUNT_ATTR_NODEV, 0);
  }
  return false;
}

bool mount_bind_devices(const char *from, const char *to) {
  return mount(from, to, NULL, MS_BIND | MS_REC, NULL) == 0;
}

bool mount_make_read_only(const char *path) {
  return change_attributes(path, MOUNT_ATTR_RDONLY, 0, 0);
}

bool mount_make_harmless(const char *path, bool is_deep) {
  return change_attributes(path, HARMLESS, 0, is_deep ? AT_RECURSIVE : 0);
}

bool mount_make_writable(const char *path) {
  return change_attributes(path, 0, MOUNT_ATTR_RDONLY, 0);
}

bool mount_memory(const char *path, bool has_devices) {
  unsigned long flags = MS_NOSUID | (has_devices ? MS_NOEXEC : MS_NODEV);
  return mount("tmpfs", path, "tmpfs", flags, "size=1g,mode=755") == 0;
}

void mount_processes(const char *root) {
  char *target = alloc_format("%s/proc", root);
  mount("proc", target, "proc", MS_RDONLY | MS_NODEV | MS_NOSUID | MS_NOEXEC, NULL);
  free(target);
}

bool mount_move_to(const char *root) {
  if (chdir(root) != 0) return false;
  if (syscall(SYS_pivot_root, ".", ".") == 0) return umount2(".", DETACH) == 0;
  return chroot(".") == 0;
}

/* ---- everything ---- */

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
  static const char *const real[] = {"ext2",  "ext3",     "ext4", "xfs",   "btrfs",    "overlay",
                                     "zfs",   "tmpfs",    "f2fs", "ramfs", "squashfs", "fuseblk",
                                     "9p",    "virtiofs", "vfat", "nfs",   "nfs4",     "bcachefs",
                                     "erofs", "jfs",      "fuse"};
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
  while (file != NULL && file_read_line(&line, &capacity, file) >= 0) take_mount(&points, line);
  if (file != NULL) fclose(file);
  free(line);
  return points;
}

bool mount_overlay(const char *memory, size_t number, const char *lower, const char *target) {
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

static bool is_or_is_below(const char *path, const char *directory) {
  return strcmp(path, directory) == 0 || is_below(path, directory);
}

/* What is shown of the machine. */
struct view {
  mount_points points;
  const char *memory, *root, *hidden;
  size_t overlays; /* so far */
};

static bool is_hidden(const struct view *view, const char *path) {
  return is_or_is_below(path, view->hidden) || is_or_is_below(path, "/dev");
}

/* Covers a directory, or shows it read-only. */
static bool show(struct view *view, const char *path, const char *target, bool is_real) {
  return (is_real && mount_overlay(view->memory, view->overlays++, path, target)) ||
         mount_bind(path, target, MOUNT_READ_ONLY);
}

/* One overlay for each mount: as root. Only that for the root must succeed. */
static bool show_mounts(struct view *view) {
  for (size_t i = 0; i < view->points.count; i++) {
    const struct mount_point *point = &view->points.data[i];
    struct stat status;
    if (i == 0) {
      if (!mount_overlay(view->memory, view->overlays++, "/", view->root)) return false;
      continue;
    }
    if (is_hidden(view, point->path) || stat(point->path, &status) != 0) continue;
    char *target = alloc_format("%s%s", view->root, point->path);
    show(view, point->path, target, point->is_real && S_ISDIR(status.st_mode));
    free(target);
  }
  return true;
}

/* ---- everything, for a user ---- */

static const struct mount_point *find_point(const struct view *view, const char *path) {
  for (size_t i = 0; i < view->points.count; i++)
    if (strcmp(view->points.data[i].path, path) == 0) return &view->points.data[i];
  return NULL;
}

/* Of the machine's, not of this sandbox. */
static bool has_mounts(const struct view *view, const char *path) {
  for (size_t i = 0; i < view->points.count; i++)
    if (is_below(view->points.data[i].path, path) &&
        !is_below(view->points.data[i].path, view->hidden))
      return true;
  return false;
}

static void show_file(const char *path, const char *target) {
  int file = open(target, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0600);
  if (file >= 0) close(file);
  if (file < 0 || !mount_bind(path, target, MOUNT_READ_ONLY)) unlink(target);
}

static void show_link(const char *path, const char *target) {
  char text[PATH_MAX];
  ssize_t length = readlink(path, text, sizeof text - 1);
  if (length < 0) return;
  text[length] = '\0';
  (void)!symlink(text, target);
}

static void show_below(struct view *view, const char *path);

/* Sockets and pipes are left out; what is hidden is an empty directory. */
static void show_entry(struct view *view, const char *path) {
  char *target = alloc_format("%s%s", view->root, path);
  const struct mount_point *point = find_point(view, path);
  bool is_covered = point == NULL || point->is_real;
  struct stat status = {0};
  if (lstat(path, &status) == 0 && S_ISREG(status.st_mode))
    show_file(path, target);
  else if (S_ISLNK(status.st_mode))
    show_link(path, target);
  else if (S_ISDIR(status.st_mode) && mkdir(target, status.st_mode & 07777) == 0 &&
           !is_hidden(view, path) && !(is_covered && has_mounts(view, path)))
    show(view, path, target, is_covered);
  else if (S_ISDIR(status.st_mode) && !is_hidden(view, path))
    show_below(view, path);
  free(target);
}

/* The directory has been made; mounts are few and not deep. */
static void show_below(struct view *view, const char *path) {
  DIR *directory = opendir(path);
  for (struct dirent *entry; directory != NULL && (entry = readdir(directory)) != NULL;) {
    if (strcmp(entry->d_name, ".") == 0 || strcmp(entry->d_name, "..") == 0) continue;
    char *below = alloc_format("%s/%s", strcmp(path, "/") == 0 ? "" : path, entry->d_name);
    show_entry(view, below);
    free(below);
  }
  if (directory != NULL) closedir(directory);
}

/* Whether an overlay of a directory can be made at all. */
static bool can_cover(struct view *view) {
  char *path = alloc_format("%s/covered", view->memory);
  bool is_good =
      mkdir(path, 0700) == 0 && mount_overlay(view->memory, view->overlays++, path, path);
  free(path);
  return is_good;
}

/* A user who must not take mounts apart may cover only directories in which there are none. Those
   with mounts are made anew, in memory, and cannot be changed. */
static bool show_directories(struct view *view) {
  if (!can_cover(view) || !mount_memory(view->root, false)) return false;
  show_below(view, "/");
  return true;
}

bool mount_everything(const char *memory, const char *root, const char *hidden) {
  struct view view = {list_mounts(), memory, root, hidden, 0};
  bool is_good = show_mounts(&view) || show_directories(&view);
  free_mount_points(&view.points);
  return is_good;
}

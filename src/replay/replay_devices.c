/* A /dev of the program's own. As root the devices are made anew, so that changing their
   permissions or times does not reach the machine's. Where that is not allowed, as for a user, the
   machine's are bound, read-only: that still lets a program write to them. All others are missing:
   the terminals of the machine are there to be looked at, but cannot be opened. */
#include "replay/replay_devices.h"

#include "replay/replay_mount.h"
#include "util/alloc.h"

#include <errno.h>
#include <fcntl.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <sys/sysmacros.h>
#include <unistd.h>

#define LENGTH(array) (sizeof(array) / sizeof *(array))

/* Whether a device that was just made can be opened: not on a file system of a user namespace. */
static bool is_usable(const char *path) {
  int file = open(path, O_RDONLY | O_CLOEXEC | O_NONBLOCK | O_NOCTTY);
  if (file >= 0) close(file);
  return file >= 0 || errno == ENXIO; /* no controlling terminal */
}

static bool bind_device(const char *device, const char *path) {
  int file = open(path, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0600);
  if (file < 0) return false;
  close(file);
  return mount_bind(device, path, MOUNT_DEVICE);
}

static bool make_device(const char *directory, const char *name) {
  char *device = alloc_format("/dev/%s", name), *path = alloc_format("%s/%s", directory, name);
  struct stat status;
  bool is_good = true;
  if (stat(device, &status) == 0 && S_ISCHR(status.st_mode)) {
    bool is_made = mknod(path, S_IFCHR | 0600, status.st_rdev) == 0;
    is_good = is_made && is_usable(path) && chmod(path, status.st_mode & 07777) == 0 &&
              chown(path, status.st_uid, status.st_gid) == 0;
    if (is_made && !is_good) unlink(path);
    is_good = is_good || bind_device(device, path);
  }
  free(device);
  free(path);
  return is_good;
}

static bool make_link(const char *directory, const char *name, const char *target) {
  char *path = alloc_format("%s/%s", directory, name);
  bool is_good = symlink(target, path) == 0;
  free(path);
  return is_good;
}

static bool make_directory(const char *directory, const char *name, mode_t mode) {
  char *path = alloc_format("%s/%s", directory, name);
  bool is_good = mkdir(path, mode) == 0 && chmod(path, mode) == 0;
  free(path);
  return is_good;
}

static void show_terminals(const char *directory) {
  char *path = alloc_format("%s/pts", directory);
  mount_bind("/dev/pts", path, MOUNT_READ_ONLY);
  free(path);
}

bool devices_make(const char *directory) {
  static const char *const devices[] = {"null", "zero", "full", "random", "urandom", "tty"};
  static const struct {
    const char *name, *target;
  } links[] = {{"fd", "/proc/self/fd"},
               {"stdin", "/proc/self/fd/0"},
               {"stdout", "/proc/self/fd/1"},
               {"stderr", "/proc/self/fd/2"}};
  bool is_good = make_directory(directory, "pts", 0755) && make_directory(directory, "shm", 01777);
  for (size_t i = 0; is_good && i < LENGTH(devices); i++)
    is_good = make_device(directory, devices[i]);
  for (size_t i = 0; is_good && i < LENGTH(links); i++)
    is_good = make_link(directory, links[i].name, links[i].target);
  if (is_good) show_terminals(directory);
  return is_good;
}

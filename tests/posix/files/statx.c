// statx says what stat says.
#include "../observe.h"
#include <sys/syscall.h>
#include <sys/sysmacros.h>

// The kernel's, which not every libc has.
struct extended {
  uint32_t mask, block_size;
  uint64_t attributes;
  uint32_t links, user, group;
  uint16_t mode, unused;
  uint64_t inode, size, blocks, attribute_mask;
  struct {
    int64_t seconds;
    uint32_t nanoseconds;
    int32_t unused;
  } accessed, born, changed, modified;
  uint32_t rdev_major, rdev_minor, dev_major, dev_minor;
  uint64_t spare[14];
};

static long ask(int directory, const char *path, int flags, struct extended *result) {
  memset(result, 0, sizeof *result);
  return syscall(SYS_statx, directory, path, flags, 0x7ff, result);
}

int main(void) {
  struct extended wide;
  struct stat status;
  make_file("a", "content");
  MUST(symlink("a", "s") == 0 && mkdir("d", 0750) == 0);
  struct timespec times[] = {{11, 12}, {13, 14}};
  MUST(utimensat(AT_FDCWD, "a", times, 0) == 0);
  SEE(ask(AT_FDCWD, "a", 0, &wide));
  SEE(stat("a", &status));
  IS((wide.mask & 0x7ff) == 0x7ff);
  IS(wide.size);
  OCTAL(wide.mode);
  IS(wide.links);
  IS(wide.inode == status.st_ino);
  IS(wide.user == status.st_uid && wide.group == status.st_gid);
  IS(wide.dev_major == major(status.st_dev) && wide.dev_minor == minor(status.st_dev));
  IS(wide.accessed.seconds);
  IS(wide.accessed.nanoseconds);
  IS(wide.modified.seconds);
  IS(wide.modified.nanoseconds);
  SEE(ask(AT_FDCWD, "s", 0, &wide));
  IS(S_ISREG(wide.mode));
  SEE(ask(AT_FDCWD, "s", AT_SYMLINK_NOFOLLOW, &wide));
  IS(S_ISLNK(wide.mode));
  IS(wide.size);
  SEE(ask(AT_FDCWD, "d", 0, &wide));
  OCTAL(wide.mode);
  int fd = SEE(open("a", O_RDONLY));
  SEE(ask(fd, "", AT_EMPTY_PATH, &wide));
  IS(wide.size);
  SEE(ask(fd, "", 0, &wide));
  SEE(ask(99, "", AT_EMPTY_PATH, &wide));
  SEE(ask(AT_FDCWD, "none", 0, &wide));
  SEE(ask(AT_FDCWD, "a/x", 0, &wide));
  SEE(ask(AT_FDCWD, "/dev/null", 0, &wide));
  IS(wide.rdev_major);
  IS(wide.rdev_minor);
  return 0;
}

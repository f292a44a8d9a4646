// chown and its kin, as far as everybody may call them.
#include "../observe.h"

static bool is_mine(const char *path) {
  struct stat status;
  MUST(lstat(path, &status) == 0);
  return status.st_uid == geteuid() && status.st_gid == getegid();
}

int main(void) {
  make_file("a", "a");
  MUST(symlink("a", "s") == 0 && symlink("none", "dangling") == 0);
  int fd = open("a", O_RDONLY);
  SEE(chown("a", geteuid(), getegid()));
  SEE(chown("a", -1, -1));
  SEE(chown("a", -1, getegid()));
  SEE(fchown(fd, geteuid(), -1));
  SEE(lchown("s", geteuid(), getegid()));
  SEE(lchown("dangling", -1, -1));
  SEE(fchownat(AT_FDCWD, "a", -1, -1, 0));
  SEE(fchownat(AT_FDCWD, "dangling", -1, -1, AT_SYMLINK_NOFOLLOW));
  SEE(fchownat(fd, "", -1, -1, AT_EMPTY_PATH));
  IS(is_mine("a"));
  IS(is_mine("s"));
  part("refused");
  SEE(chown("none", -1, -1));
  SEE(chown("dangling", -1, -1));
  SEE(chown("", -1, -1));
  SEE(chown("a/x", -1, -1));
  SEE(lchown("none", -1, -1));
  SEE(fchown(99, -1, -1));
  SEE(fchownat(99, "a", -1, -1, 0));
  SEE(fchownat(AT_FDCWD, "a", -1, -1, 0x40000000));
  part("another owner is the superuser's to give");
  IS((chown("a", 12345, 54321) == 0) == (geteuid() == 0));
  struct stat status;
  SEE(stat("a", &status));
  IS(status.st_uid == (geteuid() == 0 ? 12345 : geteuid()));
  IS(status.st_gid == (geteuid() == 0 ? 54321 : getegid()));
  part("a change of owner takes the special bits away");
  make_file("p", "p");
  SEE(chmod("p", 06755));
  SEE(chown("p", geteuid(), getegid()));
  SEE(stat("p", &status));
  OCTAL(status.st_mode);
  return 0;
}

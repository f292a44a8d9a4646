// access and its kin. What the superuser may do differs: the program prints what holds for both.
#include "../observe.h"

int main(void) {
  make_file("a", "a");
  MUST(mkdir("d", 0755) == 0 && symlink("none", "dangling") == 0 && symlink("a", "s") == 0);
  SEE(access("a", F_OK));
  SEE(access("a", R_OK));
  SEE(access("a", W_OK));
  SEE(access("a", R_OK | W_OK));
  SEE(access("a", X_OK));
  SEE(access("a", R_OK | X_OK));
  SEE(chmod("a", 0755));
  SEE(access("a", X_OK));
  SEE(access("a", R_OK | W_OK | X_OK));
  SEE(access("d", R_OK | W_OK | X_OK));
  SEE(access("s", R_OK));
  SEE(access("dangling", F_OK));
  SEE(access("none", F_OK));
  SEE(access("", F_OK));
  SEE(access("a/x", F_OK));
  SEE(access("a/", F_OK));
  SEE(access("d/", F_OK));
  SEE(access("d/none", R_OK));
  SEE(access("a", 8));
  SEE(access("a", -1));
  SEE(access("/dev/null", R_OK | W_OK));
  part("permissions taken away");
  SEE(chmod("a", 0));
  IS((access("a", R_OK) == 0) == (geteuid() == 0));
  IS((access("a", W_OK) == 0) == (geteuid() == 0));
  IS((open("a", O_RDONLY) >= 0) == (geteuid() == 0));
  SEE(access("a", F_OK));
  SEE(access("a", X_OK));
  SEE(chmod("a", 0001));
  IS((access("a", X_OK) == 0) == (geteuid() == 0));
  SEE(chmod("a", 0400));
  SEE(access("a", R_OK));
  IS((access("a", W_OK) == 0) == (geteuid() == 0));
  SEE(chmod("d", 0500));
  IS((access("d", W_OK) == 0) == (geteuid() == 0));
  IS((open("d/new", O_WRONLY | O_CREAT, 0644) >= 0) == (geteuid() == 0));
  SEE(chmod("d", 0));
  IS((access("d/none", F_OK) == -1) && (errno == (geteuid() == 0 ? ENOENT : EACCES)));
  SEE(chmod("d", 0755));
  part("faccessat");
  SEE(faccessat(AT_FDCWD, "a", R_OK, 0));
  SEE(faccessat(AT_FDCWD, "a", R_OK, AT_EACCESS));
  SEE(faccessat(AT_FDCWD, "dangling", F_OK, AT_SYMLINK_NOFOLLOW));
  SEE(faccessat(AT_FDCWD, "none", F_OK, AT_SYMLINK_NOFOLLOW));
  SEE(faccessat(99, "a", R_OK, 0));
  SEE(faccessat(99, "/dev/null", R_OK, 0));
  int fd = open("a", O_RDONLY);
  SEE(faccessat(fd, "a", R_OK, 0));
  SEE(euidaccess("a", R_OK));
  return 0;
}

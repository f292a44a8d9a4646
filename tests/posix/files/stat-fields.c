// stat, lstat, fstat: the same file has the same fields whichever way one asks.
#include "../observe.h"
#include <sys/sysmacros.h>

static bool is_same(const struct stat *a, const struct stat *b) {
  return a->st_dev == b->st_dev && a->st_ino == b->st_ino && a->st_mode == b->st_mode &&
         a->st_nlink == b->st_nlink && a->st_uid == b->st_uid && a->st_gid == b->st_gid &&
         a->st_size == b->st_size && a->st_mtim.tv_sec == b->st_mtim.tv_sec &&
         a->st_mtim.tv_nsec == b->st_mtim.tv_nsec;
}

int main(void) {
  struct stat a, b, c, d, l;
  make_file("a", "12345");
  make_file("b", "1");
  MUST(mkdir("d", 0750) == 0 && symlink("a", "link") == 0);
  int fd = open("a", O_RDONLY);
  SEE(stat("a", &a));
  SEE(fstat(fd, &b));
  IS(is_same(&a, &b));
  SEE(lstat("a", &b));
  IS(is_same(&a, &b));
  SEE(stat("link", &b));
  IS(is_same(&a, &b));
  SEE(stat("./d/../a", &b));
  IS(is_same(&a, &b));
  OCTAL(a.st_mode);
  IS(a.st_size);
  IS(a.st_nlink);
  IS(a.st_uid == geteuid());
  IS(a.st_gid == getegid());
  IS(a.st_blksize > 0);
  IS(a.st_blocks >= 0);
  IS(a.st_rdev);
  IS(a.st_ino != 0);
  SEE(stat("b", &b));
  IS(a.st_ino != b.st_ino);
  IS(a.st_dev == b.st_dev);
  part("a directory");
  SEE(stat("d", &d));
  OCTAL(d.st_mode);
  IS(d.st_nlink > 0);
  SEE(stat("d/", &c));
  IS(is_same(&d, &c));
  SEE(stat("d/.", &c));
  IS(is_same(&d, &c));
  SEE(stat(".", &c));
  SEE(stat("d/..", &b));
  IS(is_same(&b, &c));
  part("a link");
  SEE(lstat("link", &l));
  OCTAL(l.st_mode);
  IS(l.st_size);
  IS(l.st_ino != a.st_ino);
  part("devices and pipes");
  SEE(stat("/dev/null", &c));
  IS(S_ISCHR(c.st_mode));
  IS(major(c.st_rdev));
  IS(minor(c.st_rdev));
  SEE(stat("/dev/zero", &d));
  IS(c.st_rdev != d.st_rdev);
  int ends[2];
  MUST(pipe(ends) == 0);
  SEE(fstat(ends[0], &c));
  SEE(fstat(ends[1], &d));
  OCTAL(c.st_mode);
  IS(c.st_ino == d.st_ino);
  IS(c.st_size);
  IS(c.st_nlink);
  part("not there");
  SEE(stat("none", &a));
  SEE(stat("", &a));
  SEE(stat("a/", &a));
  SEE(stat("a/x", &a));
  SEE(stat("none/x", &a));
  SEE(lstat("none", &a));
  SEE(lstat("a/", &a));
  SEE(fstat(99, &a));
  SEE(fstat(-1, &a));
  return 0;
}

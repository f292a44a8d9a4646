// chmod and umask.
#include "../observe.h"

static long mode_of(const char *path) {
  struct stat status;
  MUST(lstat(path, &status) == 0);
  return status.st_mode;
}

static void create(const char *path, mode_t mode) {
  int fd = open(path, O_WRONLY | O_CREAT | O_EXCL, mode);
  must(fd >= 0, path);
  close(fd);
}

int main(void) {
  create("a", 0666);
  OCTAL(mode_of("a"));
  SEE(chmod("a", 0600));
  OCTAL(mode_of("a"));
  SEE(chmod("a", 0));
  OCTAL(mode_of("a"));
  SEE(chmod("a", 07777));
  OCTAL(mode_of("a"));
  SEE(chmod("a", 0170644));
  OCTAL(mode_of("a"));
  int fd = SEE(open("a", O_RDONLY));
  SEE(fchmod(fd, 0444));
  OCTAL(mode_of("a"));
  SEE(fchmod(fd, 0644));
  SEE(fchmod(99, 0644));
  SEE(mkdir("d", 0755));
  SEE(chmod("d", 01700));
  OCTAL(mode_of("d"));
  SEE(symlink("a", "s"));
  SEE(chmod("s", 0640));
  OCTAL(mode_of("a"));
  OCTAL(mode_of("s"));
  SEE(chmod("none", 0644));
  SEE(chmod("", 0644));
  SEE(chmod("a/x", 0644));
  SEE(chmod("a/", 0644));
  int ends[2];
  MUST(pipe(ends) == 0);
  SEE(fchmod(ends[0], 0600));
  part("umask");
  OCTAL(umask(0));
  OCTAL(umask(077));
  create("b", 0666);
  OCTAL(mode_of("b"));
  SEE(mkdir("e", 0777));
  OCTAL(mode_of("e"));
  SEE(mkfifo("p", 0666));
  OCTAL(mode_of("p"));
  SEE(symlink("a", "t"));
  OCTAL(mode_of("t"));
  SEE(chmod("b", 0666));
  OCTAL(mode_of("b"));
  OCTAL(umask(07777));
  OCTAL(umask(0));
  create("c", 0666);
  OCTAL(mode_of("c"));
  create("x", 07777);
  OCTAL(mode_of("x"));
  OCTAL(umask(022));
  part("the mode counts for later openings only");
  fd = SEE(open("ro", O_RDWR | O_CREAT, 0400));
  OCTAL(mode_of("ro"));
  SEE(write(fd, "x", 1));
  part("who may write");
  fd = SEE(open("w", O_WRONLY | O_CREAT, 0));
  OCTAL(mode_of("w"));
  SEE(write(fd, "x", 1));
  return 0;
}

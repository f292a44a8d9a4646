// Modes and times of what was there before.
// fixtures:
#include "show.h"

static struct stat status;

static void show(const char *path) {
  MUST(lstat(path, &status) == 0);
  printf("%s: mode %o, size %ld, %s, time %s\n", path, status.st_mode & 07777, (long)status.st_size,
         type_of_mode(status.st_mode), status.st_mtim.tv_sec == 1000000000 ? "old" : "other");
}

int main(void) {
  show("one.txt");
  show("two.txt");
  show("to-one");
  SEE(chmod("two.txt", 0444));
  show("two.txt");
  TEXT(content_of("two.txt"));
  SEE(chmod("to-one", 0600));
  show("one.txt");
  show("one-too.txt");
  SEE(chmod("tree", 0700));
  OCTAL((stat("tree", &status), status.st_mode));
  part("times");
  struct timespec times[] = {{5, 0}, {6, 0}};
  SEE(utimensat(AT_FDCWD, "blank", times, 0));
  SEE(stat("blank", &status));
  IS(status.st_mtim.tv_sec);
  IS(status.st_atim.tv_sec);
  SEE(utimensat(AT_FDCWD, "to-nowhere", times, AT_SYMLINK_NOFOLLOW));
  SEE(lstat("to-nowhere", &status));
  IS(status.st_mtim.tv_sec);
  part("a descriptor opened before");
  int fd = SEE(open("two.txt", O_RDONLY));
  SEE(fchmod(fd, 0640));
  show("two.txt");
  SEE(futimens(fd, times));
  SEE(stat("two.txt", &status));
  IS(status.st_mtim.tv_sec);
  part("directories get younger");
  IS((stat("tree/inner", &status), status.st_mtim.tv_sec));
  SEE(unlink("tree/inner/core"));
  IS((stat("tree/inner", &status), status.st_mtim.tv_sec > 1000000000));
  part("owners");
  SEE(chown("two.txt", getuid(), getgid()));
  SEE(lchown("to-nowhere", -1, -1));
  part("the name moves, the rest stays");
  SEE(rename("two.txt", "tree/2"));
  SEE(stat("tree/2", &status));
  OCTAL(status.st_mode);
  IS(status.st_mtim.tv_sec);
  return 0;
}

// mkdir and rmdir.
#include "../observe.h"

int main(void) {
  struct stat status;
  make_file("f", "f");
  SEE(mkdir("d", 0755));
  SEE(mkdir("d", 0755));
  SEE(mkdir("f", 0755));
  SEE(mkdir("d/", 0755));
  SEE(mkdir("new/", 0755));
  SEE(mkdir("new//sub//", 0755));
  TEXT(type_of("new/sub"));
  SEE(mkdir("", 0755));
  SEE(mkdir(".", 0755));
  SEE(mkdir("..", 0755));
  SEE(mkdir("/", 0755));
  SEE(mkdir("none/d", 0755));
  SEE(mkdir("f/d", 0755));
  SEE(mkdir("d/.", 0755));
  SEE(mkdir("d/e/.", 0755));
  part("modes");
  SEE(mkdir("m1", 0777));
  SEE(stat("m1", &status));
  OCTAL(status.st_mode);
  SEE(mkdir("m2", 0));
  SEE(stat("m2", &status));
  OCTAL(status.st_mode);
  SEE(mkdir("m3", 01777));
  SEE(stat("m3", &status));
  OCTAL(status.st_mode);
  part("rmdir");
  SEE(rmdir("m1"));
  SEE(rmdir("m1"));
  SEE(rmdir("m2/"));
  SEE(rmdir("new"));
  SEE(rmdir("new/sub"));
  SEE(rmdir("new"));
  SEE(rmdir("f"));
  SEE(rmdir("f/"));
  SEE(rmdir("f/x"));
  SEE(rmdir(""));
  SEE(rmdir("."));
  SEE(rmdir("d/."));
  SEE(rmdir("d/.."));
  SEE(rmdir(".."));
  SEE(rmdir("none"));
  make_file("d/x", "x");
  SEE(rmdir("d"));
  SEE(unlink("d/x"));
  SEE(symlink("none", "d/s"));
  SEE(rmdir("d"));
  SEE(unlink("d/s"));
  SEE(rmdir("d"));
  part("a removed directory that is still open");
  SEE(mkdir("gone", 0755));
  int fd = SEE(open("gone", O_RDONLY | O_DIRECTORY));
  SEE(rmdir("gone"));
  SEE(fstat(fd, &status));
  IS(status.st_nlink);
  SEE(openat(fd, "x", O_WRONLY | O_CREAT, 0644));
  SEE(mkdirat(fd, "x", 0755));
  SEE(openat(fd, "x", O_RDONLY));
  int again = SEE(openat(fd, ".", O_RDONLY));
  SEE(mkdir("gone", 0755));
  SEE(openat(fd, "x", O_WRONLY | O_CREAT, 0644));
  part("deep");
  char path[200] = "deep";
  for (int i = 0; i < 20; i++) {
    MUST(mkdir(path, 0755) == 0);
    strcat(path, "/n");
  }
  make_file(path, "bottom");
  TEXT(content_of(path));
  SEE(rmdir("deep"));
  return again < 0;
}

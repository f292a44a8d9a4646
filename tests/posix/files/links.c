// Hard links: several names of one file.
#include "../observe.h"

static long links(const char *path) {
  struct stat status;
  MUST(stat(path, &status) == 0);
  return (long)status.st_nlink;
}

int main(void) {
  struct stat one, two;
  make_file("a", "content");
  MUST(mkdir("d", 0755) == 0 && symlink("a", "s") == 0 && symlink("none", "dangling") == 0);
  IS(links("a"));
  SEE(link("a", "b"));
  SEE(link("a", "d/c"));
  IS(links("a"));
  IS(links("d/c"));
  SEE(stat("a", &one));
  SEE(stat("b", &two));
  IS(one.st_ino == two.st_ino);
  part("one content");
  int fd = SEE(open("b", O_WRONLY));
  SEE(write(fd, "CON", 3));
  TEXT(content_of("a"));
  TEXT(content_of("d/c"));
  SEE(chmod("d/c", 0600));
  SEE(stat("a", &one));
  OCTAL(one.st_mode);
  part("one name less");
  SEE(unlink("a"));
  IS(links("b"));
  TEXT(content_of("b"));
  SEE(unlink("b"));
  SEE(fstat(fd, &one));
  IS(one.st_nlink);
  SEE(unlink("d/c"));
  SEE(fstat(fd, &one));
  IS(one.st_nlink);
  SEE(write(fd, "x", 1));
  part("refused");
  make_file("a", "new");
  make_file("b", "other");
  SEE(link("a", "b"));
  SEE(link("a", "a"));
  SEE(link("none", "x"));
  SEE(link("a", "none/x"));
  SEE(link("a", "b/x"));
  SEE(link("a/x", "x"));
  SEE(link("", "x"));
  SEE(link("a", ""));
  SEE(link("d", "e"));
  SEE(link("a", "d"));
  SEE(link("a", "x/"));
  SEE(link("a", "d/."));
  TEXT(content_of("b"));
  part("of a symbolic link: the link itself on Linux");
  SEE(link("s", "t"));
  TEXT(type_of("t"));
  SEE(link("dangling", "u"));
  TEXT(type_of("u"));
  SEE(link("a", "dangling"));
  SEE(link("a", "s"));
  return 0;
}

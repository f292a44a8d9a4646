// Names that were there before: removed, moved, made anew.
// fixtures:
#include "show.h"

int main(void) {
  char buffer[32] = {0};
  struct stat before, after;
  part("unlink");
  int fd = SEE(open("two.txt", O_RDONLY));
  SEE(unlink("two.txt"));
  SEE(stat("two.txt", &after));
  SEE(access("two.txt", F_OK));
  SEE(open("two.txt", O_RDONLY));
  SEE(unlink("two.txt"));
  SEE(read(fd, buffer, 6));
  TEXT(buffer);
  SEE(fstat(fd, &after));
  IS(after.st_nlink);
  show_directory(".");
  part("made anew");
  int made = SEE(open("two.txt", O_RDWR | O_CREAT | O_EXCL, 0640));
  SEE(write(made, "fresh", 5));
  TEXT(content_of("two.txt"));
  SEE(fstat(made, &after));
  OCTAL(after.st_mode);
  part("one of two links");
  SEE(unlink("one.txt"));
  SEE(stat("one-too.txt", &after));
  IS(after.st_nlink);
  TEXT(content_of("one-too.txt"));
  TEXT(content_of("to-one"));
  TEXT(type_of("to-one"));
  part("a link removed leaves its target");
  SEE(unlink("to-inner"));
  TEXT(content_of("tree/inner/core"));
  TEXT(content_of("to-inner/core"));
  part("rename of a file");
  SEE(stat("blank", &before));
  SEE(rename("blank", "filled"));
  SEE(stat("filled", &after));
  IS(before.st_ino == after.st_ino);
  TEXT(type_of("blank"));
  SEE(rename("filled", "one-too.txt"));
  TEXT(content_of("one-too.txt"));
  show_directory(".");
  part("a directory in the place of a file");
  SEE(unlink("one-too.txt"));
  SEE(mkdir("one-too.txt", 0755));
  show_directory("one-too.txt");
  SEE(rmdir("one-too.txt"));
  part("into a directory and out of it");
  SEE(rename("two.txt", "tree/inner/two"));
  TEXT(content_of("tree/inner/two"));
  SEE(rename("tree/leaf", "leaf"));
  show_directory("tree");
  show_directory("tree/inner");
  TEXT(content_of("leaf"));
  SEE(link("leaf", "tree/again"));
  SEE(stat("leaf", &after));
  IS(after.st_nlink);
  show_directory("tree");
  return 0;
}

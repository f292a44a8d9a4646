// Directories that were there before: filled, emptied, moved with all they hold.
// fixtures:
#include "show.h"

int main(void) {
  char buffer[32] = {0};
  part("new entries among the old");
  make_file("tree/new", "n");
  SEE(mkdir("tree/more", 0755));
  SEE(symlink("leaf", "tree/sym"));
  show_directory("tree");
  show_directory("to-inner");
  make_file("to-inner/fresh", "f");
  show_directory("tree/inner");
  part("not empty");
  SEE(rmdir("tree"));
  SEE(rmdir("tree/inner/deep"));
  SEE(unlink("tree/inner/deep/seed"));
  show_directory("tree/inner/deep");
  SEE(rmdir("tree/inner/deep"));
  show_directory("tree/inner");
  part("made again: nothing of the old shines through");
  SEE(mkdir("tree/inner/deep", 0700));
  show_directory("tree/inner/deep");
  SEE(open("tree/inner/deep/seed", O_RDONLY));
  make_file("tree/inner/deep/sprout", "s");
  show_directory("tree/inner/deep");
  part("an empty one");
  SEE(rmdir("empty"));
  SEE(mkdir("empty", 0755));
  show_directory("empty");
  SEE(rename("empty", "void"));
  SEE(rmdir("void"));
  part("moved with all it holds");
  int fd = SEE(open("tree/leaf", O_RDONLY));
  int directory = SEE(open("tree/inner", O_RDONLY | O_DIRECTORY));
  SEE(rename("tree", "wood"));
  show_directory("tree");
  show_directory("wood");
  show_directory("wood/inner");
  TEXT(content_of("wood/inner/core"));
  TEXT(content_of("wood/inner/deep/sprout"));
  TEXT(content_of("to-inner/core"));
  SEE(read(fd, buffer, 32));
  TEXT(buffer);
  SEE(openat(directory, "core", O_RDONLY));
  SEE(openat(directory, "../new", O_RDONLY));
  part("another in its place");
  SEE(mkdir("tree", 0755));
  show_directory("tree");
  SEE(rename("wood/inner", "tree/inner"));
  TEXT(content_of("to-inner/core"));
  show_directory("wood");
  show_directory("tree");
  part("emptied and removed");
  SEE(unlink("wood/leaf"));
  SEE(unlink("wood/new"));
  SEE(unlink("wood/sym"));
  SEE(rmdir("wood"));
  SEE(rmdir("wood/more"));
  SEE(rmdir("wood"));
  show_directory(".");
  return 0;
}

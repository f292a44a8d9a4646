// chdir, fchdir, getcwd.
#include "../observe.h"
#include <limits.h>

static char start[PATH_MAX];

// Where we are, as seen from where the program began.
static const char *here(void) {
  static char path[PATH_MAX];
  if (!getcwd(path, sizeof path)) return NULL;
  size_t length = strlen(start);
  return strncmp(path, start, length) == 0 && (path[length] == '/' || !path[length]) ? path + length : path;
}

int main(void) {
  char buffer[PATH_MAX];
  GOT(getcwd(start, sizeof start));
  IS(start[0] == '/');
  TEXT(here());
  MUST(mkdir("d", 0755) == 0 && mkdir("d/e", 0755) == 0 && symlink("d/e", "s") == 0);
  make_file("f", "outer");
  make_file("d/f", "inner");
  SEE(chdir("d"));
  TEXT(here());
  TEXT(content_of("f"));
  SEE(chdir("e"));
  TEXT(here());
  TEXT(content_of("../f"));
  SEE(chdir("../.."));
  TEXT(here());
  SEE(chdir("./d//e/../"));
  TEXT(here());
  SEE(chdir(start));
  TEXT(here());
  part("links are resolved");
  SEE(chdir("s"));
  TEXT(here());
  SEE(chdir(".."));
  TEXT(here());
  SEE(chdir(start));
  part("refused");
  SEE(chdir("none"));
  SEE(chdir("f"));
  SEE(chdir("f/x"));
  SEE(chdir(""));
  TEXT(here());
  part("by descriptor");
  int directory = SEE(open("d", O_RDONLY | O_DIRECTORY));
  int file = SEE(open("f", O_RDONLY));
  SEE(fchdir(directory));
  TEXT(here());
  SEE(fchdir(file));
  SEE(fchdir(99));
  SEE(chdir(start));
  part("getcwd with little room");
  TEXT(getcwd(buffer, 1));
  TEXT(getcwd(buffer, 0));
  GOT(getcwd(buffer, strlen(start)));
  GOT(getcwd(buffer, strlen(start) + 1));
  char *own = getcwd(NULL, 0);
  IS(strcmp(own, start));
  free(own);
  part("things are made where we are");
  SEE(chdir("d/e"));
  make_file("made", "made");
  SEE(mkdir("sub", 0755));
  SEE(chdir(start));
  TEXT(content_of("d/e/made"));
  TEXT(type_of("d/e/sub"));
  part("the directory is renamed under us");
  SEE(chdir("d/e"));
  SEE(rename("../../d", "../../D"));
  TEXT(here());
  TEXT(content_of("made"));
  SEE(chdir(".."));
  TEXT(here());
  part("the directory is removed under us");
  SEE(mkdir("gone", 0755));
  SEE(chdir("gone"));
  SEE(rmdir("../gone"));
  TEXT(getcwd(buffer, sizeof buffer));
  SEE(open("x", O_WRONLY | O_CREAT, 0644));
  SEE(open("x", O_RDONLY));
  SEE(chdir(".."));
  TEXT(here());
  part("the root");
  SEE(chdir("/"));
  TEXT(getcwd(buffer, sizeof buffer));
  SEE(chdir(".."));
  TEXT(getcwd(buffer, sizeof buffer));
  SEE(chdir(start));
  TEXT(content_of("f"));
  return 0;
}

// The working directory among files that were there before.
// fixtures:
#include "show.h"
#include <limits.h>

static char start[PATH_MAX];

static const char *here(void) {
  static char path[PATH_MAX];
  if (!getcwd(path, sizeof path)) return NULL;
  return strncmp(path, start, strlen(start)) == 0 ? path + strlen(start) : path;
}

int main(void) {
  MUST(getcwd(start, sizeof start));
  SEE(chdir("to-inner"));
  TEXT(here());
  TEXT(content_of("core"));
  TEXT(content_of("../leaf"));
  make_file("made", "here");
  show_directory(".");
  SEE(chdir("deep"));
  SEE(rename("../../../tree", "../../../wood"));
  TEXT(here());
  TEXT(content_of("seed"));
  TEXT(content_of("../made"));
  SEE(chdir(".."));
  TEXT(here());
  SEE(mkdir("fresh", 0755));
  SEE(chdir("fresh"));
  TEXT(here());
  TEXT(content_of("../core"));
  SEE(chdir("../../../wood"));
  TEXT(here());
  show_directory(".");
  SEE(chdir(start));
  TEXT(content_of("to-inner/core"));
  TEXT(content_of("wood/inner/core"));
  SEE(chdir("/"));
  char path[PATH_MAX + 32];
  snprintf(path, sizeof path, "%s/one.txt", start);
  TEXT(content_of(path));
  snprintf(path, sizeof path, "%s/wood/../empty/../to-one", start);
  TEXT(content_of(path));
  return 0;
}

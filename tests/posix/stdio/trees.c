// What libraries do on top: realpath, glob, nftw, remove.
#include "../observe.h"
#include <ftw.h>
#include <glob.h>
#include <limits.h>

static char start[PATH_MAX];

static const char *short_path(const char *path) {
  size_t length = strlen(start);
  return path && strncmp(path, start, length) == 0 ? path + length : path;
}

static const char *real(const char *path) {
  static char result[PATH_MAX];
  return short_path(realpath(path, result));
}

static char seen[20][100];
static int seen_count;

static int visit(const char *path, const struct stat *status, int kind, struct FTW *where) {
  const char *name = kind == FTW_D    ? "directory"
                     : kind == FTW_DP ? "directory after"
                     : kind == FTW_F  ? "file"
                     : kind == FTW_SL ? "link"
                     : kind == FTW_SLN ? "dangling"
                                       : "other";
  snprintf(seen[seen_count++], 100, "%s %s %d %d", path, name, where->level, where->base);
  return 0;
}

static int delete_it(const char *path, const struct stat *status, int kind, struct FTW *where) { return remove(path); }

static int by_text(const void *a, const void *b) { return strcmp(a, b); }

static void walk(const char *path, int flags) {
  seen_count = 0;
  SEE(nftw(path, visit, 10, flags));
  qsort(seen, seen_count, sizeof *seen, by_text);
  for (int i = 0; i < seen_count; i++) TEXT(seen[i]);
}

int main(void) {
  MUST(getcwd(start, sizeof start));
  MUST(mkdir("d", 0755) == 0 && mkdir("d/e", 0755) == 0 && mkdir("d/e/f", 0755) == 0);
  make_file("d/one.txt", "1");
  make_file("d/two.txt", "2");
  make_file("d/e/three.c", "3");
  MUST(symlink("e/three.c", "d/link") == 0 && symlink("../d", "d/self") == 0 && symlink("none", "d/lost") == 0);
  part("realpath");
  TEXT(real("."));
  TEXT(real("d/e/../one.txt"));
  TEXT(real("d/link"));
  TEXT(real("d/self/self/e"));
  TEXT(real("d/lost"));
  TEXT(real("none"));
  TEXT(real("d/one.txt/x"));
  TEXT(real("d/one.txt/"));
  TEXT(real(""));
  TEXT(realpath("/", NULL));
  TEXT(realpath("/../.", NULL));
  part("glob");
  glob_t found;
  IS(glob("d/*.txt", 0, NULL, &found));
  for (size_t i = 0; i < found.gl_pathc; i++) TEXT(found.gl_pathv[i]);
  globfree(&found);
  IS(glob("*/*/*", GLOB_MARK, NULL, &found));
  for (size_t i = 0; i < found.gl_pathc; i++) TEXT(found.gl_pathv[i]);
  globfree(&found);
  IS(glob("d/?ne.[a-t]*", 0, NULL, &found));
  IS(found.gl_pathc);
  globfree(&found);
  IS(glob("nothing*", 0, NULL, &found) == GLOB_NOMATCH);
  part("nftw");
  walk("d", FTW_PHYS);
  walk("d/e", FTW_PHYS | FTW_DEPTH);
  SEE(nftw("none", visit, 10, FTW_PHYS));
  part("a whole tree removed");
  SEE(nftw("d", delete_it, 10, FTW_PHYS | FTW_DEPTH));
  TEXT(type_of("d"));
  return 0;
}

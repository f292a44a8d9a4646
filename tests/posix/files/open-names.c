// open: how names are taken apart, and which ones are wrong.
#include "../observe.h"
#include <limits.h>

static void try_name(const char *name) {
  errno = 0;
  int fd = open(name, O_RDONLY);
  printf("\"%s\": %s\n", name, fd >= 0 ? "opens" : error_name(errno));
  if (fd >= 0) close(fd);
}

static void try_creating(const char *name) {
  errno = 0;
  int fd = open(name, O_WRONLY | O_CREAT, 0644);
  printf("create \"%s\": %s\n", name, fd >= 0 ? "opens" : error_name(errno));
  if (fd >= 0) close(fd);
}

int main(void) {
  char long_name[NAME_MAX + 2], long_path[PATH_MAX + 16];
  MUST(mkdir("d", 0755) == 0 && mkdir("d/e", 0755) == 0);
  make_file("f", "f");
  make_file("d/g", "g");
  MUST(symlink("d", "to-d") == 0 && symlink("f", "to-f") == 0 && symlink("d/g", "to-g") == 0);

  const char *const names[] = {
      "",        "f",          "./f",      ".//f",     "././f",    "d/../f",     "d/e/../../f", "f/",
      "f/.",     "f/..",       "f/x",      "f/../f",   "d",        "d/",         "d//",         "d/.",
      "d/..",    "d//g",       "d/g",      "d/g/",     "d/g/x",    "d/none",     "none",        "none/",
      "none/f",  "none/../f",  "to-d",     "to-d/",    "to-d/g",   "to-d/../f",  "to-d/e/../g", "to-f",
      "to-f/",   "to-f/x",     "to-g",     ".",        "..",       "./",         "/",           "//",
      "/.",      "/..",        "/../..",   "d/e/.",    "d/e/..",   "d/e/../g",   "d/e/../e/../g",
  };
  for (size_t i = 0; i < sizeof names / sizeof *names; i++) try_name(names[i]);

  const char *const fresh[] = {"", "n1", "./n2", "d/n3", "d/n4/", "n5/", "none/n6", "f/n7", "to-d/n8",
                               "d/../n9", "d/.", "d/..", ".", "..", "/", "d/"};
  for (size_t i = 0; i < sizeof fresh / sizeof *fresh; i++) try_creating(fresh[i]);
  TEXT(type_of("n1"));
  TEXT(type_of("n2"));
  TEXT(type_of("d/n3"));
  TEXT(type_of("d/n8"));
  TEXT(type_of("n9"));

  part("long names");
  memset(long_name, 'x', sizeof long_name);
  long_name[NAME_MAX] = 0;
  SEE(open(long_name, O_RDONLY));
  int fd = SEE(open(long_name, O_WRONLY | O_CREAT, 0644));
  SEE(close(fd));
  SEE(unlink(long_name));
  long_name[NAME_MAX] = 'x';
  long_name[NAME_MAX + 1] = 0;
  SEE(open(long_name, O_RDONLY));
  SEE(open(long_name, O_WRONLY | O_CREAT, 0644));
  SEE(mkdir(long_name, 0755));
  SEE(unlink(long_name));
  SEE(access(long_name, F_OK));
  SEE(rename("f", long_name));
  SEE(symlink("f", long_name));
  for (int i = 0; i < PATH_MAX - 2; i += 2) memcpy(long_path + i, "./", 2);
  strcpy(long_path + PATH_MAX - 2, "f");
  fd = SEE(open(long_path, O_RDONLY));
  SEE(close(fd));
  for (int i = 0; i < PATH_MAX; i += 2) memcpy(long_path + i, "./", 2);
  strcpy(long_path + PATH_MAX, "f");
  SEE(open(long_path, O_RDONLY));
  SEE(access(long_path, F_OK));
  SEE(unlink(long_path));
  return 0;
}

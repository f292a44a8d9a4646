// What somebody else may do. The superuser becomes one; others stay who they are.
#include "../observe.h"
#include <grp.h>

enum { OTHER_USER = 12345, OTHER_GROUP = 54321 };

static void make(const char *path, mode_t mode) {
  make_file(path, "text");
  MUST(chmod(path, mode) == 0);
}

static void try_file(const char *path) {
  errno = 0;
  int reader = open(path, O_RDONLY);
  printf("%s: read %s", path, reader >= 0 ? "yes" : error_name(errno));
  int writer = open(path, O_WRONLY);
  printf(", write %s", writer >= 0 ? "yes" : error_name(errno));
  int both = open(path, O_RDWR | O_TRUNC);
  printf(", truncate %s", both >= 0 ? "yes" : error_name(errno));
  printf(", access %d%d%d\n", access(path, R_OK), access(path, W_OK), access(path, X_OK));
  if (reader >= 0) close(reader);
  if (writer >= 0) close(writer);
  if (both >= 0) close(both);
}

static void try_directory(const char *path) {
  char name[64];
  snprintf(name, sizeof name, "%s/inside", path);
  printf("%s: look %s", path, access(name, F_OK) == 0 ? "yes" : error_name(errno));
  int list = open(path, O_RDONLY);
  printf(", list %s", list >= 0 ? "yes" : error_name(errno));
  if (list >= 0) close(list);
  snprintf(name, sizeof name, "%s/new", path);
  int made = open(name, O_WRONLY | O_CREAT | O_EXCL, 0644);
  printf(", make %s", made >= 0 ? "yes" : error_name(errno));
  if (made >= 0) close(made);
  snprintf(name, sizeof name, "%s/inside", path);
  printf(", remove %s", unlink(name) == 0 ? "yes" : error_name(errno));
  printf(", enter %s\n", chdir(path) == 0 ? "yes" : error_name(errno));
  chdir("..");
}

int main(void) {
  const mode_t modes[] = {0600, 0640, 0644, 0666, 0060, 0006, 0755, 0070, 0};
  const mode_t directory_modes[] = {0700, 0755, 0777, 0711, 0733, 0744, 01777};
  char path[32];
  for (int i = 0; i < 9; i++) {
    snprintf(path, sizeof path, "file-%o", modes[i]);
    make(path, modes[i]);
  }
  make("group-file", 0640);
  make("mine", 0200);
  for (int i = 0; i < 7; i++) {
    char name[64];
    snprintf(path, sizeof path, "directory-%o", directory_modes[i]);
    MUST(mkdir(path, 0755) == 0);
    snprintf(name, sizeof name, "%s/inside", path);
    make_file(name, "text");
    MUST(chmod(path, directory_modes[i]) == 0);
  }
  MUST(chmod(".", 0777) == 0);
  if (geteuid() == 0) {
    MUST(chown("group-file", 0, OTHER_GROUP) == 0 && chown("mine", OTHER_USER, 0) == 0);
    MUST(setgroups(0, NULL) == 0 && setresgid(OTHER_GROUP, OTHER_GROUP, OTHER_GROUP) == 0);
    MUST(setresuid(OTHER_USER, OTHER_USER, OTHER_USER) == 0);
  }
  part("files");
  for (int i = 0; i < 9; i++) {
    snprintf(path, sizeof path, "file-%o", modes[i]);
    try_file(path);
  }
  try_file("group-file");
  try_file("mine");
  part("directories");
  for (int i = 0; i < 7; i++) {
    snprintf(path, sizeof path, "directory-%o", directory_modes[i]);
    try_directory(path);
  }
  part("what only an owner may do");
  SEE(chmod("file-644", 0666));
  SEE(chmod("mine", 0600));
  SEE(chown("mine", 0, -1));
  SEE(chown("file-644", -1, -1));
  struct timespec times[2] = {{1, 0}, {2, 0}};
  SEE(utimensat(AT_FDCWD, "file-666", times, 0));
  SEE(utimensat(AT_FDCWD, "file-666", NULL, 0));
  SEE(utimensat(AT_FDCWD, "file-644", NULL, 0));
  SEE(utimensat(AT_FDCWD, "mine", times, 0));
  part("not back");
  IS(setuid(0));
  IS(seteuid(0));
  IS(setgroups(0, NULL));
  return 0;
}

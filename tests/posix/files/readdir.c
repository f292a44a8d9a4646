// Directories read entry by entry.
#include "../observe.h"
#include <dirent.h>
#include <sys/syscall.h>

static int by_name(const void *a, const void *b) { return strcmp(*(char *const *)a, *(char *const *)b); }

static char type_letter(unsigned char type) {
  return type == DT_REG ? 'f' : type == DT_DIR ? 'd' : type == DT_LNK ? 'l' : type == DT_FIFO ? 'p' : '?';
}

// All entries in the order of their names.
static void list(DIR *directory) {
  char *names[300];
  int count = 0;
  for (struct dirent *entry; (entry = readdir(directory)) && count < 300; count++) {
    names[count] = malloc(strlen(entry->d_name) + 3);
    sprintf(names[count], "%s:%c", entry->d_name, type_letter(entry->d_type));
  }
  qsort(names, count, sizeof *names, by_name);
  printf("%d entries:", count);
  for (int i = 0; i < count; i++) {
    if (count < 20) printf(" %s", names[i]);
    free(names[i]);
  }
  printf("\n");
}

static void list_path(const char *path) {
  DIR *directory = opendir(path);
  must(directory, path);
  printf("%s: ", path);
  list(directory);
  closedir(directory);
}

int main(void) {
  MUST(mkdir("d", 0755) == 0);
  part("empty");
  list_path("d");
  part("with some of each kind");
  make_file("d/file", "x");
  MUST(mkdir("d/sub", 0755) == 0 && symlink("none", "d/link") == 0 && mkfifo("d/fifo", 0600) == 0);
  list_path("d");
  list_path("d/sub");
  list_path(".");
  part("after changes");
  SEE(rename("d/file", "d/renamed"));
  SEE(unlink("d/link"));
  SEE(rename("d/fifo", "d/sub/fifo"));
  SEE(link("d/renamed", "d/second"));
  list_path("d");
  list_path("d/sub");
  part("inode numbers are those of stat");
  DIR *directory = opendir("d");
  for (struct dirent *entry; (entry = readdir(directory));) {
    char path[300];
    struct stat status;
    snprintf(path, sizeof path, "d/%s", entry->d_name);
    MUST(lstat(path, &status) == 0);
    if (strcmp(entry->d_name, "..") != 0 && entry->d_ino != status.st_ino) printf("%s differs\n", entry->d_name);
  }
  GOT(readdir(directory));
  part("rewinding");
  rewinddir(directory);
  list(directory);
  make_file("d/later", "x");
  rewinddir(directory);
  list(directory);
  part("telling and seeking");
  rewinddir(directory);
  readdir(directory);
  long place = telldir(directory);
  struct dirent *entry = readdir(directory);
  char name[256];
  strcpy(name, entry->d_name);
  while (readdir(directory));
  seekdir(directory, place);
  entry = readdir(directory);
  IS(strcmp(entry->d_name, name));
  SEE(closedir(directory));
  part("many");
  MUST(mkdir("many", 0755) == 0);
  for (int i = 0; i < 250; i++) {
    char path[40];
    snprintf(path, sizeof path, "many/a-rather-long-name-%d", i);
    make_file(path, "");
  }
  list_path("many");
  part("removed while reading: every name once");
  directory = opendir("many");
  int removed = 0;
  for (struct dirent *e; (e = readdir(directory));) {
    char path[300];
    snprintf(path, sizeof path, "many/%s", e->d_name);
    if (e->d_name[0] != '.') removed += unlink(path) == 0;
  }
  closedir(directory);
  IS(removed);
  SEE(rmdir("many"));
  part("by descriptor");
  int fd = SEE(open("d", O_RDONLY | O_DIRECTORY));
  directory = fdopendir(fd);
  IS(dirfd(directory) == fd);
  list(directory);
  SEE(closedir(directory));
  SEE(close(fd));
  part("refused");
  GOT(opendir("none"));
  GOT(opendir("d/second"));
  GOT(opendir(""));
  GOT(fdopendir(99));
  fd = SEE(open("d/second", O_RDONLY));
  GOT(fdopendir(fd));
  char small[8];
  SEE(syscall(SYS_getdents64, fd, small, sizeof small));
  int d = SEE(open("d", O_RDONLY));
  SEE(syscall(SYS_getdents64, d, small, sizeof small));
  SEE(syscall(SYS_getdents64, 99, small, sizeof small));
  part("scandir");
  struct dirent **found;
  int count = SEE(scandir("d", &found, NULL, alphasort));
  for (int i = 0; i < count; i++) {
    TEXT(found[i]->d_name);
    free(found[i]);
  }
  free(found);
  part("removed while open");
  SEE(mkdir("gone", 0755));
  directory = opendir("gone");
  SEE(rmdir("gone"));
  errno = 0;
  int left = 0;
  while (readdir(directory)) left++;
  IS(left);
  SEE(closedir(directory));
  return 0;
}

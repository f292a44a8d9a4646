// Listings for the programs that change a tree they were given.
#ifndef SHOW_H
#define SHOW_H

#include "../observe.h"
#include <dirent.h>

static inline int compare_names(const void *a, const void *b) { return strcmp(*(char *const *)a, *(char *const *)b); }

// The names in a directory, in order, with their types by readdir.
static inline void show_directory(const char *path) {
  char *names[64];
  int count = 0;
  errno = 0;
  DIR *directory = opendir(path);
  if (!directory) {
    printf("%s: %s\n", path, error_name(errno));
    return;
  }
  for (struct dirent *entry; (entry = readdir(directory)) && count < 64;) {
    const char *mark = entry->d_type == DT_DIR ? "/" : entry->d_type == DT_LNK ? "@" : entry->d_type == DT_REG ? "" : "?";
    names[count] = malloc(strlen(entry->d_name) + 2);
    sprintf(names[count++], "%s%s", entry->d_name, mark);
  }
  closedir(directory);
  qsort(names, count, sizeof *names, compare_names);
  printf("%s:", path);
  for (int i = 0; i < count; i++) {
    printf(" %s", names[i]);
    free(names[i]);
  }
  printf("\n");
  fflush(stdout);
}

#endif

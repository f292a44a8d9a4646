/* The files of a replay are in one directory under TMPDIR, which is removed at the end. Programs
   under test run in separate directories within it, so whatever they write is removed too. */
#include "replay/replay_scratch.h"

#include "util/alloc.h"

#include <errno.h>
#include <ftw.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

char *replay_scratch_new(void) {
  const char *parent = getenv("TMPDIR");
  if (parent == NULL || *parent == '\0') parent = "/tmp";
  char *pattern = alloc_format("%s/smew-replay-XXXXXX", parent);
  char *made = mkdtemp(pattern), *path = made ? realpath(made, NULL) : NULL;
  if (path == NULL)
    fprintf(stderr, "smew: cannot create a directory in %s: %s\n", parent, strerror(errno));
  free(pattern);
  return path;
}

char *replay_scratch_add(const char *parent, const char *name) {
  char *path = alloc_format("%s/%s", parent, name);
  if (mkdir(path, 0777) == 0) return path;
  fprintf(stderr, "smew: cannot make %s: %s\n", path, strerror(errno));
  free(path);
  return NULL;
}

static int remove_entry(const char *path, const struct stat *status, int type, struct FTW *where) {
  (void)status, (void)where;
  if (type == FTW_DNR) chmod(path, 0700); /* the next attempt can read it */
  remove(path);
  return 0;
}

void replay_scratch_remove(const char *path) {
  for (int round = 0; round < 2; round++) nftw(path, remove_entry, 16, FTW_DEPTH | FTW_PHYS);
}

void replay_scratch_free(char *path) {
  if (path != NULL) replay_scratch_remove(path);
  free(path);
}

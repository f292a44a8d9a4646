/* smew's own files (its libc, its headers, its replay library) are next to the executable, so that
   a build directory can be moved or installed as a whole; an environment variable for each
   overrides that. */
#include "util/home.h"

#include "util/alloc.h"

#include <limits.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

char *home_find(const char *variable, const char *name) {
  const char *named = getenv(variable);
  if (named != NULL && *named != '\0') return alloc_string(named);
  char path[PATH_MAX];
  ssize_t length = readlink("/proc/self/exe", path, sizeof path - 1);
  if (length <= 0) return NULL;
  path[length] = '\0';
  char *slash = strrchr(path, '/');
  if (slash == NULL) return NULL;
  *slash = '\0';
  return alloc_format("%s/%s", path, name);
}

// strerror_r as glibc declares it under _GNU_SOURCE: returns the text. musl's is POSIX's and
// returns an error number under the same name, so the front end takes this one for a declaration
// that returns a pointer.
#include <stdio.h>
#include <string.h>

char *__smew_gnu_strerror_r(int error, char *buffer, size_t size) {
  (void)buffer;
  (void)size;
  return strerror(error);
}

// basename as glibc has it under _GNU_SOURCE: never changes its argument.
char *__smew_gnu_basename(const char *path) {
  char *slash = strrchr(path, '/');
  return slash ? slash + 1 : (char *)path;
}

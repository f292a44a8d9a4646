/* The kernel gives the lowest free number to what is opened, also when that is 0, 1 or 2. */
#include "util/standard.h"

#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <string.h>
#include <unistd.h>

void standard_reserve(void) {
  for (int stream = 0; stream <= STDERR_FILENO; stream++)
    if (fcntl(stream, F_GETFD) < 0 && open("/", O_PATH | O_CLOEXEC) < 0) return;
}

/* What could not be written before has left a mark on the stream, but not its reason. Some file
   systems find out only when a file is closed. */
bool standard_finish(void) {
  bool is_bad = ferror(stdout);
  int fault = 0;
  if (fflush(stdout) != 0) fault = errno;
  if (fclose(stdout) != 0 && fault == 0) fault = errno;
  if (fault == 0 && !is_bad) return true;
  fprintf(stderr, "smew: cannot write to standard output%s%s\n", fault ? ": " : "",
          fault ? strerror(fault) : "");
  return false;
}

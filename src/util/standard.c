/* The kernel gives the lowest free number to what is opened, also when that is 0, 1 or 2. */
#include "util/standard.h"

#include <fcntl.h>
#include <unistd.h>

void standard_reserve(void) {
  for (int stream = 0; stream <= STDERR_FILENO; stream++)
    if (fcntl(stream, F_GETFD) < 0 && open("/", O_PATH | O_CLOEXEC) < 0) return;
}

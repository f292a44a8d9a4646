// Writing to a pipe that nobody reads is deadly unless one cares.
#include "../observe.h"
#include <signal.h>

static void handler(int number) {
  int error = errno;
  part(number == SIGPIPE ? "SIGPIPE" : "another signal");
  errno = error;
}

int main(void) {
  int ends[2];
  MUST(pipe(ends) == 0);
  SEE(close(ends[0]));
  part("handled");
  signal(SIGPIPE, handler);
  SEE(write(ends[1], "x", 1));
  part("blocked");
  sigset_t set, waiting;
  sigemptyset(&set);
  sigaddset(&set, SIGPIPE);
  SEE(sigprocmask(SIG_BLOCK, &set, NULL));
  SEE(write(ends[1], "x", 1));
  SEE(sigpending(&waiting));
  IS(sigismember(&waiting, SIGPIPE));
  SEE(sigprocmask(SIG_UNBLOCK, &set, NULL));
  part("ignored");
  signal(SIGPIPE, SIG_IGN);
  SEE(write(ends[1], "x", 1));
  FILE *stream = fdopen(ends[1], "w");
  IS(fputs("text", stream) >= 0);
  SEE(fflush(stream));
  IS(ferror(stream) != 0);
  part("deadly");
  signal(SIGPIPE, SIG_DFL);
  SEE(write(ends[1], "x", 1));
  part("never here");
  return 0;
}

// An ordinary deadly signal ends the program with its number.
#include "../observe.h"
#include <signal.h>

static void at_exit(void) { part("never here"); }

int main(void) {
  atexit(at_exit);
  sigset_t set;
  sigemptyset(&set);
  sigaddset(&set, SIGTERM);
  sigprocmask(SIG_BLOCK, &set, NULL);
  kill(getpid(), SIGTERM);
  part("still here");
  printf("not flushed");
  sigprocmask(SIG_UNBLOCK, &set, NULL);
  part("never here");
  return 0;
}

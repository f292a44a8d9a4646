// abort gets through a mask, and through ignoring.
#include "../observe.h"
#include <signal.h>

int main(void) {
  sigset_t set;
  sigfillset(&set);
  sigprocmask(SIG_BLOCK, &set, NULL);
  signal(SIGABRT, SIG_IGN);
  raise(SIGABRT);
  part("still here");
  abort();
  part("never here");
  return 0;
}

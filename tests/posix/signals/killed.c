// SIGKILL takes no excuse.
#include "../observe.h"
#include <signal.h>

int main(void) {
  sigset_t set;
  sigfillset(&set);
  SEE(sigprocmask(SIG_BLOCK, &set, NULL));
  IS(signal(SIGKILL, SIG_IGN) == SIG_ERR);
  raise(SIGKILL);
  part("never here");
  return 0;
}

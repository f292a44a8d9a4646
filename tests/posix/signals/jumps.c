// Leaving a handler by siglongjmp brings the mask back, if it was kept.
#include "../observe.h"
#include <setjmp.h>
#include <signal.h>

static sigjmp_buf place;
static volatile int rounds;

static void leave(int number) { siglongjmp(place, number); }

static bool is_blocked(int number) {
  sigset_t set;
  sigprocmask(SIG_SETMASK, NULL, &set);
  return sigismember(&set, number);
}

int main(void) {
  struct sigaction action = {.sa_handler = leave};
  sigaction(SIGUSR1, &action, NULL);
  part("kept");
  int came = sigsetjmp(place, 1);
  if (came) {
    IS(came == SIGUSR1);
    IS(is_blocked(SIGUSR1));
    rounds++;
  }
  if (rounds < 3) raise(SIGUSR1);
  IS(rounds);
  part("not kept");
  came = sigsetjmp(place, 0);
  if (!came) kill(getpid(), SIGUSR1);
  IS(is_blocked(SIGUSR1));
  sigset_t set;
  sigemptyset(&set);
  sigaddset(&set, SIGUSR1);
  sigprocmask(SIG_UNBLOCK, &set, NULL);
  IS(is_blocked(SIGUSR1));
  part("out of a call");
  came = sigsetjmp(place, 1);
  if (!came) SEE(kill(getpid(), SIGUSR1));
  IS(came == SIGUSR1);
  IS(is_blocked(SIGUSR1));
  return 0;
}

// Real-time signals queue and carry a value.
// libc: musl
#include "../observe.h"
#include <signal.h>

static void note(int number, siginfo_t *info, void *context) {
  printf("%d with %d, code %d\n", number - SIGRTMIN, info->si_value.sival_int, info->si_code);
}

int main(void) {
  sigset_t set, waiting;
  struct sigaction action = {.sa_sigaction = note, .sa_flags = SA_SIGINFO};
  sigemptyset(&set);
  for (int i = 0; i < 3; i++) {
    sigaddset(&set, SIGRTMIN + i);
    sigaddset(&action.sa_mask, SIGRTMIN + i);
  }
  for (int i = 0; i < 3; i++) sigaction(SIGRTMIN + i, &action, NULL);
  part("at once");
  SEE(sigqueue(getpid(), SIGRTMIN, (union sigval){.sival_int = 7}));
  part("queued");
  sigprocmask(SIG_BLOCK, &set, NULL);
  SEE(sigqueue(getpid(), SIGRTMIN + 1, (union sigval){.sival_int = 1}));
  SEE(sigqueue(getpid(), SIGRTMIN, (union sigval){.sival_int = 2}));
  SEE(sigqueue(getpid(), SIGRTMIN + 1, (union sigval){.sival_int = 3}));
  SEE(sigqueue(getpid(), SIGRTMIN + 2, (union sigval){.sival_int = 4}));
  SEE(sigqueue(getpid(), SIGRTMIN, (union sigval){.sival_int = 5}));
  SEE(sigpending(&waiting));
  IS(sigismember(&waiting, SIGRTMIN));
  sigprocmask(SIG_UNBLOCK, &set, NULL);
  part("ordinary ones do not queue");
  sigaction(SIGUSR1, &action, NULL);
  sigemptyset(&set);
  sigaddset(&set, SIGUSR1);
  sigprocmask(SIG_BLOCK, &set, NULL);
  SEE(sigqueue(getpid(), SIGUSR1, (union sigval){.sival_int = 1}));
  SEE(sigqueue(getpid(), SIGUSR1, (union sigval){.sival_int = 2}));
  sigprocmask(SIG_UNBLOCK, &set, NULL);
  part("waited for");
  sigemptyset(&set);
  sigaddset(&set, SIGRTMIN);
  sigprocmask(SIG_BLOCK, &set, NULL);
  SEE(sigqueue(getpid(), SIGRTMIN, (union sigval){.sival_int = 11}));
  SEE(sigqueue(getpid(), SIGRTMIN, (union sigval){.sival_int = 12}));
  siginfo_t info;
  for (int i = 0; i < 2; i++) {
    IS(sigwaitinfo(&set, &info) == SIGRTMIN);
    IS(info.si_value.sival_int);
    IS(info.si_code);
  }
  part("refused");
  SEE(sigqueue(getpid(), 65, (union sigval){0}));
  SEE(sigqueue(getpid(), 0, (union sigval){0}));
  return 0;
}

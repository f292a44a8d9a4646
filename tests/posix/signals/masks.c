// Blocked signals wait; how they come when they may.
#include "../observe.h"
#include <signal.h>

static char order[64];

static void note(int number) {
  char text[4];
  snprintf(text, sizeof text, "%d ", number);
  strcat(order, text);
}

static void send(const int *numbers) {
  for (; *numbers; numbers++) raise(*numbers);
}

static sigset_t set_of(const int *numbers) {
  sigset_t set;
  sigemptyset(&set);
  for (; *numbers; numbers++) sigaddset(&set, *numbers);
  return set;
}

static const int some[] = {SIGHUP, SIGUSR1, SIGUSR2, SIGTERM, 0};
static const int mixed[] = {SIGTERM, SIGHUP, SIGUSR2, SIGUSR1, SIGHUP, SIGTERM, 0};

int main(void) {
  sigset_t set = set_of(some), old, waiting, full, empty;
  sigfillset(&full);
  sigemptyset(&empty);
  struct sigaction action = {.sa_handler = note};
  for (int i = 0; some[i]; i++) sigaction(some[i], &action, NULL);
  part("blocked");
  SEE(sigprocmask(SIG_BLOCK, &set, &old));
  IS(sigismember(&old, SIGUSR1));
  send(mixed);
  TEXT(order);
  SEE(sigpending(&waiting));
  for (int i = 0; some[i]; i++) IS(sigismember(&waiting, some[i]));
  IS(sigismember(&waiting, SIGINT));
  part("each once; with no mask the later handler interrupts the earlier");
  SEE(sigprocmask(SIG_UNBLOCK, &set, &old));
  IS(sigismember(&old, SIGUSR1));
  TEXT(order);
  order[0] = 0;
  part("with a full mask they come by number");
  action.sa_mask = full;
  for (int i = 0; some[i]; i++) sigaction(some[i], &action, NULL);
  sigprocmask(SIG_BLOCK, &set, NULL);
  send(mixed);
  SEE(sigprocmask(SIG_SETMASK, &empty, &old));
  IS(sigismember(&old, SIGHUP));
  TEXT(order);
  order[0] = 0;
  part("ignoring drops what waits");
  sigprocmask(SIG_BLOCK, &set, NULL);
  raise(SIGUSR1);
  signal(SIGUSR1, SIG_IGN);
  sigpending(&waiting);
  IS(sigismember(&waiting, SIGUSR1));
  sigaction(SIGUSR1, &action, NULL);
  sigprocmask(SIG_SETMASK, &empty, NULL);
  TEXT(order);
  part("blocked and ignored: it waits all the same");
  sigprocmask(SIG_BLOCK, &set, NULL);
  signal(SIGUSR1, SIG_IGN);
  raise(SIGUSR1);
  sigpending(&waiting);
  IS(sigismember(&waiting, SIGUSR1));
  sigaction(SIGUSR1, &action, NULL);
  sigprocmask(SIG_SETMASK, &empty, NULL);
  TEXT(order);
  order[0] = 0;
  part("what cannot be blocked");
  SEE(sigprocmask(SIG_SETMASK, &full, NULL));
  SEE(sigprocmask(SIG_SETMASK, NULL, &old));
  IS(sigismember(&old, SIGKILL));
  IS(sigismember(&old, SIGSTOP));
  IS(sigismember(&old, SIGTERM));
  SEE(sigprocmask(77, &full, NULL));
  SEE(sigprocmask(77, NULL, &old));
  SEE(sigprocmask(SIG_SETMASK, &empty, NULL));
  part("by the other name");
  ERROR(pthread_sigmask(SIG_BLOCK, &set, NULL));
  ERROR(pthread_sigmask(SIG_SETMASK, NULL, &old));
  IS(sigismember(&old, SIGTERM));
  part("sigsuspend");
  raise(SIGUSR1);
  sigset_t allow = set;
  sigdelset(&allow, SIGUSR1);
  SEE(sigsuspend(&allow));
  TEXT(order);
  SEE(sigprocmask(SIG_SETMASK, NULL, &old));
  IS(sigismember(&old, SIGUSR1));
  part("sigwait and its kin");
  int number = 0;
  raise(SIGUSR2);
  ERROR(sigwait(&set, &number));
  IS(number == SIGUSR2);
  raise(SIGTERM);
  raise(SIGHUP);
  siginfo_t info;
  IS(sigwaitinfo(&set, &info) == SIGHUP);
  IS(info.si_signo == SIGHUP);
  IS(info.si_pid == getpid());
  struct timespec none = {0, 0}, wrong = {0, 1000000000};
  IS(sigtimedwait(&set, &info, &none) == SIGTERM);
  SEE(sigtimedwait(&set, &info, &none));
  SEE(sigtimedwait(&set, &info, &wrong));
  sigpending(&waiting);
  IS(sigismember(&waiting, SIGTERM));
  return 0;
}

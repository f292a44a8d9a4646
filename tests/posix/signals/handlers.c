// Handlers: installed, run, taken back.
#include "../observe.h"
#include <signal.h>

static volatile int count, last;

static void plain(int number) {
  count++;
  last = number;
}

static void informed(int number, siginfo_t *info, void *context) {
  count++;
  last = number;
  IS(info->si_signo == number);
  IS(info->si_code);
  IS(info->si_pid == getpid());
  IS(info->si_uid == getuid());
}

static void again(int number) {
  if (++count < 3) raise(number);
  printf("leaves at %d\n", count);
}

static void raise_other(int number) {
  printf("%d begins\n", number == SIGUSR1 ? 1 : 2);
  if (number == SIGUSR1) raise(SIGUSR2);
  printf("%d ends\n", number == SIGUSR1 ? 1 : 2);
}

int main(void) {
  struct sigaction action = {.sa_handler = plain}, old;
  part("signal");
  IS(signal(SIGUSR1, plain) == SIG_DFL);
  ERROR(raise(SIGUSR1));
  IS(count);
  IS(last == SIGUSR1);
  ERROR(raise(SIGUSR1));
  IS(count);
  IS(signal(SIGUSR1, SIG_IGN) == plain);
  raise(SIGUSR1);
  IS(count);
  IS(signal(SIGUSR1, SIG_DFL) == SIG_IGN);
  part("kill");
  SEE(sigaction(SIGUSR2, &action, &old));
  IS(old.sa_handler == SIG_DFL);
  SEE(kill(getpid(), SIGUSR2));
  IS(count);
  IS(last == SIGUSR2);
  SEE(kill(getpid(), 0));
  SEE(kill(getpid(), 65));
  SEE(kill(getpid(), -1));
  SEE(sigaction(SIGUSR2, NULL, &old));
  IS(old.sa_handler == plain);
  part("information");
  action = (struct sigaction){.sa_sigaction = informed, .sa_flags = SA_SIGINFO};
  SEE(sigaction(SIGUSR1, &action, NULL));
  SEE(kill(getpid(), SIGUSR1));
  ERROR(raise(SIGUSR1));
  part("once only");
  action = (struct sigaction){.sa_handler = plain, .sa_flags = SA_RESETHAND};
  SEE(sigaction(SIGUSR1, &action, NULL));
  raise(SIGUSR1);
  SEE(sigaction(SIGUSR1, NULL, &old));
  IS(old.sa_handler == SIG_DFL);
  part("a signal waits while its handler runs");
  action = (struct sigaction){.sa_handler = again};
  count = 0;
  SEE(sigaction(SIGUSR1, &action, NULL));
  raise(SIGUSR1);
  part("unless it is told not to");
  action = (struct sigaction){.sa_handler = again, .sa_flags = SA_NODEFER};
  count = 0;
  SEE(sigaction(SIGUSR1, &action, NULL));
  raise(SIGUSR1);
  part("another one comes in between");
  action = (struct sigaction){.sa_handler = raise_other};
  SEE(sigaction(SIGUSR1, &action, NULL));
  SEE(sigaction(SIGUSR2, &action, NULL));
  raise(SIGUSR1);
  part("unless the mask holds it");
  sigaddset(&action.sa_mask, SIGUSR2);
  SEE(sigaction(SIGUSR1, &action, NULL));
  raise(SIGUSR1);
  part("refused");
  SEE(sigaction(SIGKILL, &action, NULL));
  SEE(sigaction(SIGSTOP, &action, NULL));
  SEE(sigaction(0, &action, NULL));
  SEE(sigaction(65, &action, NULL));
  SEE(sigaction(-1, NULL, &old));
  IS(signal(SIGKILL, plain) == SIG_ERR);
  SEE(sigaction(SIGKILL, NULL, &old));
  part("ignored by default");
  raise(SIGCHLD);
  raise(SIGURG);
  raise(SIGWINCH);
  raise(SIGCONT);
  part("faults can be sent, too");
  signal(SIGSEGV, plain);
  signal(SIGFPE, plain);
  raise(SIGSEGV);
  IS(last == SIGSEGV);
  raise(SIGFPE);
  IS(last == SIGFPE);
  return 0;
}

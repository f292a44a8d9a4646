// sigaltstack, as far as one can see without running out of the first one.
// libc: musl
#include "../observe.h"
#include <signal.h>

static char memory[65536];
static stack_t seen;

static void look(int number) { sigaltstack(NULL, &seen); }

int main(void) {
  stack_t stack = {.ss_sp = memory, .ss_size = sizeof memory}, old;
  SEE(sigaltstack(NULL, &old));
  IS(old.ss_flags == SS_DISABLE);
  SEE(sigaltstack(&stack, &old));
  SEE(sigaltstack(NULL, &old));
  IS(old.ss_sp == memory);
  IS(old.ss_size == sizeof memory);
  IS(old.ss_flags);
  part("too small, unknown flags");
  stack_t small = {.ss_sp = memory, .ss_size = 100};
  SEE(sigaltstack(&small, NULL));
  stack_t strange = {.ss_sp = memory, .ss_size = sizeof memory, .ss_flags = 77};
  SEE(sigaltstack(&strange, NULL));
  part("seen from a handler that runs on it");
  struct sigaction action = {.sa_handler = look, .sa_flags = SA_ONSTACK};
  sigaction(SIGUSR1, &action, NULL);
  raise(SIGUSR1);
  IS(seen.ss_flags);
  part("from one that does not");
  action.sa_flags = 0;
  sigaction(SIGUSR1, &action, NULL);
  raise(SIGUSR1);
  IS(seen.ss_flags);
  part("taken away");
  stack.ss_flags = SS_DISABLE;
  SEE(sigaltstack(&stack, &old));
  SEE(sigaltstack(NULL, &old));
  IS(old.ss_flags == SS_DISABLE);
  return 0;
}

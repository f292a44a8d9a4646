// A real-time signal without a handler ends the program, too.
// libc: musl
#include "../observe.h"
#include <signal.h>

int main(void) {
  IS(SIGRTMIN);
  IS(SIGRTMAX);
  raise(SIGRTMAX);
  part("never here");
  return 0;
}

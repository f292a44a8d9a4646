// abort runs the handler of SIGABRT and is deadly all the same.
#include "../observe.h"
#include <signal.h>

static void handler(int number) { IS(number == SIGABRT); }

int main(void) {
  signal(SIGABRT, handler);
  part("raise alone is not deadly");
  raise(SIGABRT);
  part("abort");
  abort();
  part("never here");
  return 0;
}

// A handler of SIGABRT that jumps away keeps the program alive.
#include "../observe.h"
#include <setjmp.h>
#include <signal.h>

static sigjmp_buf place;

static void handler(int number) { siglongjmp(place, number); }

int main(void) {
  signal(SIGABRT, handler);
  int came = sigsetjmp(place, 1);
  if (!came) abort();
  IS(came == SIGABRT);
  return 7;
}

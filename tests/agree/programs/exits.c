// agree: replay
/* exit from nested calls, atexit handlers, and paths that want no test. */
#include <stdlib.h>

#include "agree.h"

AGREE_RESULT(1);

static void first(void) { agree_result[0] = agree_result[0] * 10 + 1; }
static void second(void) { agree_result[0] = agree_result[0] * 10 + 2; }

static void leave(unsigned x) {
  if (x == 7) exit(7);
  if (x > 200) leave(x - 50);
  if (x % 16 == 3) exit(3);
  if (x == 100) klee_silent_exit(1);
}

int main(void) {
  unsigned char x = agree_byte();
  atexit(first);
  if (x & 1) atexit(second);
  leave(x);
  if (x == 55) _Exit(55);
  return 4;
}

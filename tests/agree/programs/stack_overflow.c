/* Recursion without an end, on a few inputs; all on one line, since where the stack ends is
   up to the machine. */
#include "agree.h"

AGREE_RESULT(1);

static int down(int n, int x) { return x > 3 ? n : down(n + 1, x) + 1; }

int main(void) {
  unsigned char x = agree_byte();
  if (x == 1 || x == 3) agree_result[0] = (unsigned long)down(0, x);
  if (x > 250) agree_result[0] = (unsigned long)down(0, x);
  return 0;
}

// agree: bytes=2
/* Assumptions before, between and after branches. */
#include "agree.h"

AGREE_RESULT(1);

int main(void) {
  unsigned char x = agree_byte();
  klee_assume(x > 10);
  if (x & 1) klee_assume(x < 100);
  unsigned char y = agree_byte();
  klee_assume(y == x || y == 5);
  if (y == x) {
    klee_assume(x % 3 == 0);
    agree_result[0] = y;
    return 1;
  }
  if (x == 5) return 2;
  agree_result[0] = x;
  return 3;
}

// agree: bytes=2 replay
/* Some paths ask for more input than others, under repeated names. */
#include "agree.h"

AGREE_RESULT(1);

int main(void) {
  unsigned char x = agree_byte();
  if (x < 100) return 1;
  if (x & 1) {
    unsigned char y;
    klee_make_symbolic(&y, 1, "y");
    agree_result[0] = (unsigned long)(x - y);
    if (y > x) return 2;
    return 3;
  }
  if (x & 2) x = agree_byte();
  agree_result[0] = x;
  if (x == 77) return 4;
  return 5;
}

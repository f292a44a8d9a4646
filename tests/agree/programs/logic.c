// agree: bytes=2 below=110
/* Short circuits, conditional expressions and commas. */
#include "agree.h"

AGREE_RESULT(2);

static int calls;
static int tell(int value) {
  calls++;
  return value;
}

int main(void) {
  unsigned char x = agree_byte(), y = agree_byte();
  klee_assume(x < 110 & y < 110);
  int n = 0;
  if ((x > 10 && tell(y & 1)) || (!(x & 2) && y > 80) || tell(x == y)) n |= 1;
  if (!(x & 4) == !(y & 4)) n |= 2;
  n += (x > y ? tell(4) : y > 90 ? 8 : x == 0 ? tell(16) : 32);
  if ((calls > 1, y % 2) && x % 2 && (x ^ y) != 0xff) n |= 64;
  agree_result[0] = (unsigned long)n;
  agree_result[1] = (unsigned long)calls;
  return n & 1;
}

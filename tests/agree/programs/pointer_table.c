// agree: bytes=2 below=16 sanitize
/* Pointers stored at places from the input and fetched from others; empty places are
   null. */
#include "agree.h"

AGREE_RESULT(3);

static int a = 1, b = 2;

int main(void) {
  unsigned char x = agree_byte(), y = agree_byte();
  klee_assume(x < 16 & y < 16);
  int *table[4] = {0, &a, 0, 0};
  int c = 3;
  table[x & 3] = &b;
  table[x >> 2 & 3] = &c;
  int *p = table[y & 3];
  agree_choice(p == &a ? 1 : p == &b ? 2 : p == &c ? 3 : 0);
  *p = 10 + (x >> 2);
  if (y & 4) {
    int *q = table[y >> 3];
    agree_choice(q == &a ? 1 : q == &b ? 2 : q == &c ? 3 : 0);
    agree_result[0] = (unsigned long)*q;
  }
  agree_result[1] = (unsigned long)(a * 10000 + b * 100 + c);
  return 0;
}

// agree: bytes=2 bounds
/* Indices that reach far beyond an array, over many other objects. */
#include <stdlib.h>

#include "agree.h"

AGREE_RESULT(1);

static char first[16];
static long second[100];

int main(void) {
  unsigned short x;
  klee_make_symbolic(&x, sizeof x, "x");
  int third[10] = {1, 2, 3};
  switch (x & 3) {
  case 0: first[x >> 2] = 1; break;
  case 1: agree_result[0] = (unsigned long)second[(short)x]; break;
  case 2: agree_result[0] = (unsigned long)third[x >> 2]; break;
  }
  return 0;
}

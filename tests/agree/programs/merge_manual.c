// agree: bytes=2 below=16 merged
/* Where the program says so: nested, unbalanced, and left early. */
#include "agree.h"
#include <stdlib.h>

AGREE_RESULT(3);

static int classify(unsigned char byte) {
  klee_open_merge();
  int kind = 0;
  if (byte > 12) {
    klee_close_merge();
    return 9;
  }
  if (byte & 1) kind = 1;
  if (byte & 2) kind += 2;
  klee_close_merge();
  return kind;
}

int main(void) {
  unsigned char a = agree_byte(), b = agree_byte();
  klee_assume(a < 16);
  klee_assume(b < 16);
  klee_close_merge(); /* of nothing */
  klee_open_merge();
  int x = classify(a);
  if (b == 15) exit(3);
  int y = classify(b);
  klee_close_merge();
  agree_result[0] = (unsigned long)x;
  agree_result[1] = (unsigned long)y;
  klee_open_merge(); /* never closed */
  if (x > y) agree_result[2] = 5;
  return 10 / (x - y + 20);
}

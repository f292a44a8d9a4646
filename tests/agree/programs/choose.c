// agree: bytes=8 below=2
/* klee_choose takes eight bytes, of which only small values are meant. */
#include "agree.h"

AGREE_RESULT(1);

int main(void) {
  unsigned long n = klee_choose(2);
  agree_result[0] = n * 7;
  if (n == 1) return 1;
  return 0;
}

// agree: bytes=2 below=16 sanitize merged
/* Locals in memory, of this frame and of callers, that differ where paths meet. */
#include "agree.h"

AGREE_RESULT(5);

static void spill(int *where, int value) { *where = value; }

static int inner(int *outer, int byte) {
  int local[4] = {1, 2, 3, 4};
  if (byte & 1) spill(&local[byte & 3], byte);
  if (byte & 2) *outer += local[1]; else spill(outer, local[2]);
  return local[byte >> 2];
}

int main(void) {
  unsigned char a = agree_byte(), b = agree_byte();
  klee_assume(a < 16);
  klee_assume(b < 16);
  int own = 5;
  short halves[3] = {1, 2, 3};
  int got = inner(&own, a);
  if (b > 9) halves[1] = (short)got;
  ((char *)halves)[3] = (char)(b > 4 ? a : 7);
  agree_result[0] = (unsigned long)own;
  agree_result[1] = (unsigned long)got;
  agree_result[2] = (unsigned long)halves[1];
  agree_result[3] = (unsigned long)inner(&own, b);
  agree_result[4] = (unsigned long)own;
  return own / (got - 9);
}

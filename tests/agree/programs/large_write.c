// agree: bytes=2 below=64
/* A write at an open offset of an object of several pages, then reads around it. */
#include "agree.h"

AGREE_RESULT(4);

static unsigned table[2500];

int main(void) {
  unsigned char x = agree_byte(), y = agree_byte();
  klee_assume(x < 64 & y < 64);
  for (unsigned i = 0; i < 2500; i++) table[i] = i;
  table[1000 + x] = 5;
  table[1000 + y] += 7;
  agree_result[0] = table[1000 + (x ^ 1)];
  agree_result[1] = table[1023] + table[1024];
  agree_result[2] = table[960 + x + y];
  agree_result[3] = *(unsigned long *)&table[1022 + (x & 3)];
  if (table[1040] == 12) return 1;
  return 0;
}

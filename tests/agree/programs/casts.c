// agree: bytes=2
/* Narrowing and widening chains, and bool. */
#include <stdbool.h>

#include "agree.h"

AGREE_RESULT(9);

int main(void) {
  unsigned short x;
  klee_make_symbolic(&x, sizeof x, "x");
  signed char narrow = (signed char)x;
  agree_result[0] = (unsigned long)(long)narrow;
  agree_result[1] = (unsigned short)narrow;
  agree_result[2] = (unsigned)(short)x;
  agree_result[3] = (unsigned long)(short)x;
  agree_result[4] = (bool)(x & 0x0f00);
  agree_result[5] = (unsigned char)((unsigned)narrow >> 4);
  agree_result[6] = (unsigned long)((int)(short)x + (int)narrow);
  agree_result[7] = (unsigned long)(signed char)(short)(x >> 3);
  agree_result[8] = (unsigned long)((long)(int)((unsigned)x << 16) >> 4);
  if ((short)x < 0 && narrow > 0) return 1;
  return (unsigned char)narrow == x ? 2 : 3;
}

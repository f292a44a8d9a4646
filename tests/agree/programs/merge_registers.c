// agree: bytes=2 below=16 merged
/* Paths that meet with other values in registers, wide and narrow, dead and alive. */
#include "agree.h"

AGREE_RESULT(4);

int main(void) {
  unsigned char a = agree_byte(), b = agree_byte();
  klee_assume(a < 16);
  klee_assume(b < 16);
  unsigned long wide = 1;
  __int128 huge = 3;
  int dead = 0, sum = 0;
  if (a > 7) wide = 0x123456789abcdef0ul, dead = b;
  if (b > 3) huge = (__int128)wide * wide + b;
  if (a & 1) sum += a; else sum -= dead;
  for (int i = 0; i < b % 4; i++) sum += i ^ a;
  agree_result[0] = wide;
  agree_result[1] = (unsigned long)(huge >> 60);
  agree_result[2] = (unsigned long)(long)sum;
  agree_result[3] = (unsigned long)huge;
  if (wide / (unsigned long)(sum + 8 == 0 ? 0 : 1) == 5) return 9;
  return sum > 4;
}

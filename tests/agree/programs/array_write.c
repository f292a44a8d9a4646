// agree: bytes=2 below=96
/* Writes at offsets from the input, of each element size, read back at others. */
#include "agree.h"

AGREE_RESULT(8);

int main(void) {
  unsigned char x = agree_byte(), y = agree_byte();
  klee_assume(x < 96 & y < 96);
  unsigned char bytes[8] = {1, 2, 3, 4, 5, 6, 7, 8};
  unsigned short shorts[4] = {10, 20, 30, 40};
  unsigned ints[4] = {100, 200, 300, 400};
  unsigned long longs[4] = {1000, 2000, 3000, 4000};
  bytes[x & 7] = y;
  shorts[x >> 3 & 3] += y;
  ints[y & 3] = x * 77u;
  longs[y >> 5] ^= (unsigned long)x << 40;
  bytes[y >> 2 & 7] += bytes[x & 7];
  agree_result[0] = bytes[(x + 1) & 7];
  agree_result[1] = shorts[y & 3];
  agree_result[2] = ints[x & 3] + ints[0];
  agree_result[3] = longs[x >> 5];
  for (int i = 0; i < 8; i++) agree_result[4] = agree_result[4] << 8 | bytes[i];
  agree_result[5] = *(unsigned *)(bytes + 2);
  agree_result[6] = *(unsigned short *)(bytes + (x & 3) + 1);
  *(unsigned *)(bytes + (y & 3)) = 0x01020304u * x;
  agree_result[7] = *(unsigned long *)bytes;
  if (bytes[0] == 77) return 1;
  return 0;
}

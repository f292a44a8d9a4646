// agree: bytes=2 below=32 sanitize bounds merged
/* Writes at a symbolic index on one of the paths that meet. */
#include "agree.h"

AGREE_RESULT(4);

int main(void) {
  unsigned char a = agree_byte(), b = agree_byte();
  klee_assume(a < 32);
  klee_assume(b < 32);
  unsigned char bytes[16] = {0};
  unsigned words[8] = {1, 2, 3, 4, 5, 6, 7, 8};
  if (b > 20) bytes[a & 15] = b; else bytes[3] = a;
  if (b & 1) words[b & 7] = bytes[3];
  if (b & 2) words[a & 7] += 5;
  agree_result[0] = bytes[b & 15];
  agree_result[1] = words[2] + words[a >> 2];
  agree_result[2] = bytes[3] + bytes[4];
  if (b == 30) words[a] = 1; /* beyond the end */
  agree_result[3] = words[b & 7];
  return bytes[a & 15] > 9;
}

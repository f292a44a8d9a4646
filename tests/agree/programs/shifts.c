/* Shift amounts from the input: left, logical and arithmetic right, up to the width. */
#include "agree.h"

AGREE_RESULT(6);

int main(void) {
  unsigned char x = agree_byte();
  unsigned amount = x & 63;
  agree_result[0] = 1UL << amount;
  agree_result[1] = 0x8765432112345678UL >> amount;
  agree_result[2] = (unsigned long)(-0x123456789abcdefL >> amount);
  agree_result[3] = (unsigned)0x80000001u >> (amount & 31);
  agree_result[4] = (unsigned long)((int)0x80000001 >> (amount & 31));
  agree_result[5] = (unsigned long)((unsigned short)x << (amount & 15)) & 0xffff;
  if ((x >> (x & 7)) & 1) return 1;
  return (signed char)x >> (x & 7) < -3 ? 2 : 0;
}

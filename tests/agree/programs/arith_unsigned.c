// agree: bytes=2
/* Unsigned arithmetic of two bytes: carries, borrows, mixed widths. */
#include "agree.h"

AGREE_RESULT(9);

int main(void) {
  unsigned char a = agree_byte(), b = agree_byte();
  unsigned short s = (unsigned short)(a << 8 | b);
  unsigned u = a * 0x01010101u;
  unsigned long l = b * 0x0123456789abcdefUL;
  agree_result[0] = (unsigned char)(a + b);
  agree_result[1] = (unsigned char)(a - b);
  agree_result[2] = (unsigned short)(s * s);
  agree_result[3] = u - b;
  agree_result[4] = l * u;
  agree_result[5] = (l >> 8) + (u ^ s);
  agree_result[6] =
      (unsigned long)(a < b) | (unsigned long)(a <= b) << 1 | (unsigned long)(u > l) << 2;
  agree_result[7] = (a & b) + (a | b) - (a ^ b);
  agree_result[8] = -(unsigned long)a % 1000;
  return a + b > 255 ? 1 : a > b ? 2 : 3;
}

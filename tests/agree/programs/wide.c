// agree: bytes=2
/* 128-bit arithmetic. */
#include "agree.h"

AGREE_RESULT(12);

static void put(int at, unsigned __int128 value) {
  agree_result[at] = (unsigned long)value;
  agree_result[at + 1] = (unsigned long)(value >> 64);
}

int main(void) {
  unsigned char x = agree_byte(), y = agree_byte();
  unsigned __int128 a = (unsigned __int128)x << 90 | 0x123456789abcdefUL;
  __int128 b = (__int128)(signed char)y * 0x7fffffffffffffffL;
  put(0, a + (unsigned __int128)b);
  put(2, a * x);
  put(4, (unsigned __int128)(b >> (x & 127)));
  put(6, a << (y & 63));
  put(8, (unsigned __int128)-b ^ a);
  put(10, (unsigned __int128)(b < (__int128)a) + (a > (unsigned __int128)b) * 2u);
  if (b < -((__int128)1 << 69)) return 1;
  if ((unsigned long)(a >> 64) == 0x3ffffff) return 2;
  return a % 7 == 3 ? 3 : 0;
}

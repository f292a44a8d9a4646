// agree: bytes=2
/* Signed against unsigned, as C converts them. */
#include "agree.h"

AGREE_RESULT(1);

int main(void) {
  signed char a = (signed char)agree_byte();
  unsigned char b = agree_byte();
  int n = 0;
  if (a < b) n += 1;
  if ((unsigned)a < b) n += 2;
  if ((unsigned long)a > 200) n += 4;
  if ((unsigned char)a == b) n += 8;
  if (a == b) n += 16;
  if ((short)(a * b) < -1000) n += 32;
  agree_result[0] = (unsigned long)n;
  return n;
}

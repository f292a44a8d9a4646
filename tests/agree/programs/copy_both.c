// agree: bytes=2 below=24 sanitize
/* Blocks copied with both addresses and the length from the input, overlapping. */
#include <string.h>

#include "agree.h"

AGREE_RESULT(4);

int main(void) {
  unsigned char x = agree_byte(), y = agree_byte();
  klee_assume(x < 24 & y < 24);
  unsigned char data[16];
  for (int i = 0; i < 16; i++) data[i] = (unsigned char)(i * 7 + x);
  data[y & 15] = 200;
  /* Blocks are copied between addresses that are numbers, unless they are empty. */
  unsigned length = (unsigned)(x + y) / 2;
  if (length != 0) {
    agree_choice(x & 7);
    agree_choice(y & 3);
  }
  memmove(data + (x & 7), data + (y & 3), length);
  if (y >> 1 != 0) agree_choice(y & 7);
  memset(data + (y & 7), x, y >> 1);
  memcpy(agree_result, data, 16);
  return 0;
}

// agree: sanitize replay
/* memcpy, memmove and memset with lengths from the input, too long on some. */
#include <string.h>

#include "agree.h"

AGREE_RESULT(4);

int main(void) {
  unsigned char x = agree_byte();
  unsigned char from[16], to[12] = {0};
  unsigned length = x & 15;
  for (int i = 0; i < 16; i++) from[i] = (unsigned char)(x + i * 17);
  switch (x >> 4 & 3) {
  case 0: memcpy(to, from, length); break;
  case 1: memmove(from + 2, from, length); break;
  case 2: memset(to, x, length); break;
  case 3: memmove(from, from + 3, length); break;
  }
  if (x & 128) agree_choice(length & 3); /* blocks are set at addresses that are numbers */
  if (x & 128) memset(to + (length & 3), 0xee, (x >> 2 & 3) + 2);
  for (int i = 0; i < 8; i++) agree_result[0] = agree_result[0] << 8 | from[i];
  for (int i = 8; i < 16; i++) agree_result[1] = agree_result[1] << 8 | from[i];
  for (int i = 0; i < 8; i++) agree_result[2] = agree_result[2] << 8 | to[i];
  for (int i = 8; i < 12; i++) agree_result[3] = agree_result[3] << 8 | to[i];
  return 0;
}

// agree: sanitize
/* Lengths that wrap around: a difference below zero is a huge size. */
#include <string.h>

#include "agree.h"

AGREE_RESULT(2);

int main(void) {
  signed char x = (signed char)agree_byte();
  char to[16] = {0}, from[16] = "abcdefghijklmno";
  if (x < -100)
    memset(to, 1, (size_t)(x + 102));
  else if (x > 0)
    memcpy(to, from, (size_t)(x - 3));
  memcpy(agree_result, to, 16);
  return 0;
}

// agree: replay
/* The one quotient that does not fit: at 32 and at 64 bits, for / and for %. */
#include <limits.h>

#include "agree.h"

AGREE_RESULT(2);

int main(void) {
  unsigned char x = agree_byte();
  int small = INT_MIN + (x & 3);
  long large = LONG_MIN + (x & 3);
  int divisor = (x >> 2 & 7) - 3;
  if (x & 128) {
    if (x & 64) agree_result[0] = (unsigned long)(small % divisor);
    agree_result[0] += (unsigned long)(small / divisor);
  } else if (x & 64) {
    agree_result[1] = (unsigned long)(large / divisor);
  } else {
    agree_result[1] = (unsigned long)(large % divisor);
  }
  return 0;
}

// agree: replay
/* Amounts that reach the width are errors, for each width its own line. */
#include "agree.h"

AGREE_RESULT(3);

int main(void) {
  unsigned char x = agree_byte();
  int amount = x & 63;
  if (x & 64) {
    agree_result[0] = 1u << amount;
    agree_result[1] = (unsigned long)(-5 >> (amount - 20));
  } else {
    agree_result[0] = 3UL << (amount + 10);
  }
  if (x & 128) agree_result[2] = 0xf0u >> (amount & 15) << (x & 33);
  return 0;
}

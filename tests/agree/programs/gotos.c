/* goto into and out of loops, and computed goto from a table. */
#include "agree.h"

AGREE_RESULT(2);

int main(void) {
  unsigned char x = agree_byte();
  static void *const labels[4] = {&&start, &&middle, &&last, &&done};
  unsigned long steps = 0, i = 0;
  unsigned choice = x & 3;
  goto *labels[choice];
start:
  steps += 1;
  for (i = 0; i < 3; i++) {
    steps += 10;
    if (x & 16) goto middle;
  inside:
    if (steps > 60) goto done;
  }
middle:
  steps += 20;
  if (x & 4 && i < 2) goto inside;
last:
  steps += 3;
  if (steps < 50 && x & 8) goto *labels[(x >> 5 & 1) + 1];
done:
  agree_result[0] = steps;
  agree_result[1] = i;
  return 0;
}

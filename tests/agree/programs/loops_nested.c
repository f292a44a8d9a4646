/* Nested loops with bounds from the input, left early in three ways. */
#include "agree.h"

AGREE_RESULT(2);

int main(void) {
  unsigned char x = agree_byte();
  unsigned rows = x & 7, columns = x >> 3 & 7, stop = x >> 6;
  unsigned long sum = 0, steps = 0;
  for (unsigned i = 0; i < rows; i++) {
    for (unsigned j = columns; j-- > 0;) {
      steps++;
      if ((i + j) % 4 == stop) continue;
      if (i * j == 12) goto out;
      if (j == i + 3) break;
      sum += i * 10 + j;
    }
    if (sum > 70) return 1;
  }
out:
  agree_result[0] = sum;
  agree_result[1] = steps;
  return 0;
}

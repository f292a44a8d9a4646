/* Floating point on inputs: comparisons, conversions, and what is left in memory. */
#include "agree.h"

AGREE_RESULT(4);

int main(void) {
  unsigned char x = agree_byte();
  if (x < 100) {
    agree_result[0] = x;
    return 1;
  }
  double d = x / 4.0;
  float f = (float)(d / 3);
  agree_result[1] = (unsigned long)(d * 10);
  agree_result[2] = (unsigned long)(f * f * 1e6f);
  agree_result[3] = (unsigned long)((long double)f / 7 * 1e9L);
  if (d > 60) return f * 3 == d ? 4 : 5;
  if (d > 40) return 2;
  return 3;
}

// agree: bytes=2 overflow replay
/* Signed overflow as an error: sums, differences, products, negation, at both widths. */
#include <limits.h>

#include "agree.h"

AGREE_RESULT(4);

int main(void) {
  signed char x = (signed char)agree_byte(), y = (signed char)agree_byte();
  int large = INT_MAX - 100 + (x & 127);
  long huge = LONG_MIN + 50;
  agree_result[0] = (unsigned long)(x * y); /* of char, never */
  if (x > 0) {
    int sum = large + y;
    agree_result[1] = (unsigned long)sum;
  } else if (y > 100) {
    long less = huge - -x * 2;
    agree_result[1] = (unsigned long)less;
  } else if (y > 0) {
    int product = x * 1000 * y * 400;
    agree_result[1] = (unsigned long)product;
  } else {
    int least = INT_MIN + (x & 3);
    agree_result[1] = (unsigned long)-least;
    long square = (huge + y) * (y & 1);
    agree_result[2] = (unsigned long)square;
  }
  for (int i = INT_MAX - 3; y == 7 && i > 0; i++) agree_result[3]++;
  return 0;
}

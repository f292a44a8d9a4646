/* Variable arguments of all sizes, with values and a count from the input. */
#include <stdarg.h>

#include "agree.h"

AGREE_RESULT(3);

struct trio {
  short a, b, c;
};

static long add(const char *kinds, ...) {
  va_list list, copy;
  long sum = 0;
  va_start(list, kinds);
  va_copy(copy, list);
  for (; *kinds; kinds++) {
    if (*kinds == 'i') sum = sum * 3 + va_arg(list, int);
    if (*kinds == 'l') sum = sum * 5 - va_arg(list, long);
    if (*kinds == 't') sum ^= va_arg(list, struct trio).b;
    if (*kinds == 'p') sum += *va_arg(list, unsigned char *);
  }
  sum += va_arg(copy, int);
  va_end(copy);
  va_end(list);
  return sum;
}

static int nth(unsigned n, ...) {
  va_list list;
  int value = 0;
  va_start(list, n);
  for (unsigned i = 0; i <= n; i++) value = va_arg(list, int);
  va_end(list);
  return value;
}

int main(void) {
  unsigned char x = agree_byte();
  struct trio trio = {x, (short)(x - 200), 5};
  agree_result[0] = (unsigned long)add("iltpi", x, x * 0x100000001L, trio, &x, -x);
  agree_result[1] = (unsigned long)nth(x & 7, 1, 2, 3, x, 5, 6, 7, x * x);
  return agree_result[1] > 10;
}

/* Tags in the low bits of pointers, differences and comparisons of pointers. */
#include <stdint.h>

#include "agree.h"

AGREE_RESULT(5);

static long values[8] = {1, 2, 3, 4, 5, 6, 7, 8};

int main(void) {
  unsigned char x = agree_byte();
  uintptr_t tagged = (uintptr_t)&values[x & 7] | (x >> 3 & 7);
  long *p = (long *)(tagged & ~(uintptr_t)7), *q = &values[x >> 5];
  agree_result[0] = (unsigned long)*p + (tagged & 7) * 100;
  agree_result[1] = (unsigned long)(p - q);
  agree_result[2] = (p < q) + 2 * (p == q);
  *q = 50;
  agree_result[3] = (unsigned long)*p;
  agree_result[4] = (unsigned long)((char *)(p + 1) - (char *)q);
  if (p > q + 2) return 1;
  return 0;
}

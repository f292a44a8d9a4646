// agree: bytes=3 below=7 callbacks
/* qsort and bsearch with a comparison of our own. */
#include <stdlib.h>

#include "agree.h"

AGREE_RESULT(2);

static int compare(const void *a, const void *b) {
  return *(const signed char *)a - *(const signed char *)b;
}

int main(void) {
  signed char values[4];
  for (int i = 0; i < 3; i++) {
    values[i] = (signed char)agree_byte();
    klee_assume(values[i] >= 0 & values[i] < 7);
  }
  values[3] = 3;
  qsort(values, 4, 1, compare);
  for (int i = 0; i < 4; i++) agree_result[0] = agree_result[0] * 10 + (unsigned long)values[i];
  signed char key = 5, *found = bsearch(&key, values, 4, 1, compare);
  agree_result[1] = found ? (unsigned char)*found : 99;
  for (int i = 1; i < 4; i++)
    if (values[i - 1] > values[i]) return 1;
  return 0;
}

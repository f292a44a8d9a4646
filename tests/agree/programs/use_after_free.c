// agree: sanitize replay
/* Freed on some inputs, used on others, both on a few. */
#include <stdlib.h>

#include "agree.h"

AGREE_RESULT(1);

int main(void) {
  unsigned char x = agree_byte();
  int *p = malloc(4 * sizeof *p);
  for (int i = 0; i < 4; i++) p[i] = i + 1;
  if (x % 3 == 0) free(p);
  if (x % 5 == 0) p[x & 3] = 9;
  if (x % 7 == 0) agree_result[0] = (unsigned long)p[2];
  if (x % 3 != 0) free(p);
  return 0;
}

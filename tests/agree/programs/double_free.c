// agree: sanitize replay
/* Freed twice, at an inner address, not from the heap, or properly. */
#include <stdlib.h>

#include "agree.h"

AGREE_RESULT(1);

static int global;

int main(void) {
  unsigned char x = agree_byte();
  char *p = malloc(8), *q = malloc(8), *keep[2] = {p, q};
  agree_result[0] = x;
  if (x & 1) free(p);
  if (x & 2) agree_choice(x >> 2 & 1); /* what is freed is a number */
  if (x & 2) free(keep[x >> 2 & 1]);
  if (x & 8) {
    int local;
    if (x & 16) free(&global);
    if (x & 32) free(&local);
    free(q + (x >> 6));
  }
  if (x == 20) free(0);
  return 0;
}

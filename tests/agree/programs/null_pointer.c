// agree: sanitize replay
/* Null on some inputs; members of null; a check that comes too late. */
#include <stddef.h>

#include "agree.h"

AGREE_RESULT(1);

struct pair {
  long first;
  int second;
};

static struct pair real = {7, 8};

int main(void) {
  unsigned char x = agree_byte();
  struct pair *p = x > 20 ? &real : NULL, *q = NULL;
  if (x & 1) {
    agree_result[0] = (unsigned long)p->second;
    if (p == NULL) return 1;
  }
  if ((x & 6) == 6 && p != NULL) q = p;
  if (x & 8) {
    if (q != NULL || (x & 16)) q->first = 3;
  }
  agree_result[0] += (unsigned long)real.first;
  return 0;
}

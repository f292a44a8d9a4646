/* A pointer that is one of several objects, by the input: read, written, compared. */
#include "agree.h"

AGREE_RESULT(5);

static int a = 10, b = 20;

int main(void) {
  unsigned char x = agree_byte();
  int c = 30, d[2] = {40, 50};
  int *table[6] = {&a, &b, &c, &d[0], &d[1], &a};
  unsigned chosen = x % 6;
  int *p = table[chosen];
  agree_choice(p == &a ? 0 : p == &b ? 1 : p == &c ? 2 : 3); /* by object */
  *p += 5;
  int *q = table[x >> 5 < 6 ? x >> 5 : 0];
  agree_choice(q == &a ? 0 : q == &b ? 1 : q == &c ? 2 : 3);
  agree_result[0] = (unsigned long)*q;
  agree_result[1] = (unsigned long)(a * b - c);
  agree_result[2] = (unsigned long)(d[0] * d[1]);
  if (p == q) return 1;
  agree_result[3] = p == &d[1];
  return 0;
}

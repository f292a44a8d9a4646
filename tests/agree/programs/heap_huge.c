// agree: bytes=2 far
/* As bounds_huge.c, on the heap; the machine gets the check written out. */
#include <stdlib.h>

#include "agree.h"

AGREE_RESULT(1);

#ifdef AGREE_NATIVE
#define AT(p, i, count) ((unsigned long)(i) >= (count) ? *(volatile int *)0 : (p)[i])
#else
#define AT(p, i, count) ((p)[i])
#endif

int main(void) {
  short x;
  klee_make_symbolic(&x, sizeof x, "x");
  int *a = malloc(10 * sizeof *a), *b = malloc(1000 * sizeof *b), *c = malloc(4);
  for (int i = 0; i < 10; i++) a[i] = i;
  b[500] = 7;
  *c = 3;
  /* one path in the engine, and one block after the check natively */
  agree_result[0] = (unsigned long)AT(b, x, 1000);
  return 0;
}

// agree: bytes=2 below=8 sanitize merged
/* Pointers to other functions, and to other objects, on paths that meet. */
#include "agree.h"

AGREE_RESULT(3);

static int twice(int x) { return 2 * x; }
static int half(int x) { return x / 2; }
static int divide(int x) { return 12 / x; }

int main(void) {
  unsigned char a = agree_byte(), b = agree_byte();
  klee_assume(a < 8);
  klee_assume(b < 8);
  int (*f)(int) = twice;
  int first = 1, second[2] = {2, 3}, *where = &first;
  if (a > 2) f = half;
  if (a > 5) f = divide;
  if (b & 1) where = &second[b & 2 ? 1 : 0];
  *where += a;
  agree_result[0] = (unsigned long)*where;
  agree_result[1] = (unsigned long)(first + 10 * second[0] + 100 * second[1]);
  int got = f(b - 4); /* by zero where b == 4 and a > 5 */
  agree_result[2] = (unsigned long)(long)got;
  if (b == 7 && a == 7) f = 0;
  return f(1);
}

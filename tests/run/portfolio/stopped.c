// Wherever a portfolio is stopped, by a limit, by a signal or by kill -9, what it has found till then is there. Several
// explorations find errors and cover lines here, and none comes to an end.
// RUN: rm -rf %t && mkdir %t
// RUN: %S/Inputs/stop-at-random %t 150000 2 %smew run --portfolio=static,z-equivalence,subsume,loop-summary --portfolio-after=20000 %s | FileCheck %s
// CHECK: nothing lost; {{[2-9]}} errors, enough runs stopped in the middle
#include <klee/klee.h>
#include <stdlib.h>

static int hash(int sum, int c) { return (sum * 31 + c) & 1023; }

int main(void) {
  int sum = 0, count = 0, letters = 0;
  char *copy = malloc(64);
  for (;;) {
    int c = klee_range(0, 128, "c");
    if (c == 0) break;
    if (c >= 'a' && c <= 'z') letters++;
    sum = hash(sum, c & 3);
    copy[count & 63] = (char)c;
    if (letters == 3 && (c & 3) == 1) klee_assert(sum != 77);
    if (letters == 5) klee_assert(c != 'q');
    if (++count == 12 && sum == 5) copy[64] = 0;
    if (count > 6 && letters == 0 && 100 / (sum - 500) == 0) count = 7;
  }
  free(copy);
  return sum;
}

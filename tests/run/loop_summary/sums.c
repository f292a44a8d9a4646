// Sums of an induction variable, a triangular loop, and shifts.
// RUN: %clean --no-output --reduce=loop-summary %s 2>&1 | FileCheck %s
// CHECK: smew: {{[0-9]+}} paths, 0 errors
// CHECK: smew: proved: no error on any input
#include <assert.h>
#include <klee/klee.h>

int main(void) {
  unsigned char n;
  unsigned x, sum = 0, cells = 0, bits = 0, power = 1;
  klee_make_symbolic(&n, sizeof n, "n");
  klee_make_symbolic(&x, sizeof x, "x");
  for (unsigned i = 0; i < n; i++) {
    sum += i;
    for (unsigned j = 0; j < i; j++) cells++;
  }
  assert(2 * sum == (unsigned)n * n - n);
  assert(cells == sum);
  for (; x > 1; x >>= 1) {
    bits++;
    power *= 2;
  }
  assert(bits < 32 && power == 1u << bits);
  return 0;
}

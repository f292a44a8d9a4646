// i reaches n after it has wrapped around; tests of any number of iterations replay.
// RUN: rm -rf %t && %clean --output-dir %t --reduce=loop-summary %s 2>&1 | FileCheck %s
// RUN: %smew replay %t | FileCheck --check-prefix=REPLAY %s
// CHECK: smew: paths: 3 completed, 0 failed
// CHECK: smew: complete: every path was followed to its end
// REPLAY: 3 tests
#include <assert.h>
#include <klee/klee.h>

int main(void) {
  unsigned char i, n, first;
  int sum = 0;
  klee_make_symbolic(&i, sizeof i, "i");
  klee_make_symbolic(&n, sizeof n, "n");
  first = i;
  while (i != n) {
    i++;
    sum += 3;
  }
  assert(sum == 3 * (unsigned char)(n - first));
  return sum == 300;
}

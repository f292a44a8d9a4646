// The error is in the iteration after the last one that is counted.
// RUN: rm -rf %t && %reports --output-dir %t --reduce=loop-summary %s 2>&1 | FileCheck %s
// RUN: %smew replay %t | FileCheck --check-prefix=REPLAY %s
// CHECK: error_in_body.c:[[#@LINE+11]]:{{.*}}division by zero
// CHECK: 1 error
// CHECK: smew: complete
// REPLAY: 1 of 1 errors reproduced
#include <klee/klee.h>

int main(void) {
  unsigned n;
  int sum = 0;
  klee_make_symbolic(&n, sizeof n, "n");
  for (unsigned i = 0; i < n; i++) {
    if (i == 100000) return 1 / sum;
    sum = sum + 0;
  }
  return 0;
}

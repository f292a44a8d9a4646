// A write at a symbolic index made a conditional value of every element, and a read looked at all of them:
// nothing came of ten thousand.
// RUN: %clean --statistics --no-output -DN=64 %s 2>&1 | FileCheck %s
// RUN: %clean --statistics --no-output -DN=10000 %s 2>&1 | FileCheck %s
// RUN: %clean --validate --no-output -DN=10000 %s 2>&1 | FileCheck %s --check-prefix=SAME
// CHECK: smew: 1 path, 0 errors
// CHECK: smew: complete
// CHECK: cadical {{ *}}0 
// SAME: smew: 1 path, 0 errors
#include <klee/klee.h>

unsigned a[N];

int main(void) {
  unsigned i;
  klee_make_symbolic(&i, sizeof i, "i");
  klee_assume(i < N);
  a[i] = i;
  return a[i] != i;
}

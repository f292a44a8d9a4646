// Both inputs that a merged state was made of are kept: where they take different sides of a later decision, both
// sides are possible, and no query is asked. One that a later decision has ruled out answers no more.
// RUN: rm -rf %t && not %smew run --output-dir=%t --statistics --merge=static --similar=always %s 2>&1 | FileCheck %s
// RUN: %smew show %t/test*.ktest | FileCheck %s --check-prefix=INPUT
// CHECK: spares.c:[[@LINE+12]]:19: error: assertion failed
// CHECK: complete:
// CHECK-NOT: other place
// CHECK: spared queries {{[1-9]}}
// INPUT: 5000
#include <klee/klee.h>

int main(void) {
  int x = klee_int("x"), seen = 0;
  if (x > 1000) seen = 1;
  if (seen) {
    klee_assert(x > 1000);
    if (x < 5001) klee_assert(x < 5000);
  }
  if (x == 1001) return 1;
  return seen;
}

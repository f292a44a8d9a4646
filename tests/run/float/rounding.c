// Symbolic operations obey fesetround: rounding up never gives less than rounding to nearest, and at
// times more, natively too.
// RUN: rm -rf %t && %clean --output-dir %t %s 2>&1 | FileCheck %s
// RUN: %smew replay %t | FileCheck %s --check-prefix=REPLAY
// CHECK: smew: complete
// REPLAY-NOT: exit 1
// REPLAY-DAG: exit 0
// REPLAY-DAG: exit 2
// REPLAY: 2 tests replayed
#include <klee/klee.h>
#include <fenv.h>
int main(void) {
  float a, b;
  klee_make_symbolic(&a, sizeof a, "a");
  klee_make_symbolic(&b, sizeof b, "b");
  klee_assume((a > 1) & (a < 2) & (b > 1) & (b < 2));
  float near = a * b;
  fesetround(FE_UPWARD);
  float up = a * b;
  fesetround(FE_TONEAREST);
  if (up < near) return 1;
  if (up > near) return 2;
  return 0;
}

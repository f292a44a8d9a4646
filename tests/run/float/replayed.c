// Tests of paths through floating-point conditions take the same paths natively.
// RUN: rm -rf %t && %clean --output-dir %t %s 2>&1 | FileCheck %s
// RUN: %smew replay %t | FileCheck %s --check-prefix=REPLAY
// CHECK: smew: complete
// REPLAY-DAG: exit 1
// REPLAY-DAG: exit 2
// REPLAY-DAG: exit 3
// REPLAY-DAG: exit 4
// REPLAY-DAG: exit 5
#include <klee/klee.h>
#include <math.h>

int main(void) {
  double x;
  float f;
  klee_make_symbolic(&x, sizeof x, "x");
  klee_make_symbolic(&f, sizeof f, "f");
  if (x * x == 2.25) return 1;
  if (x != x) return 2;
  if (f > 0 && f / 3 < 1e-40f) return 3;
  if (sqrt(x) > 3 && (float)x == f) return 4;
  return 5;
}

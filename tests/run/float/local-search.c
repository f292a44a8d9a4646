// Changing the witness answers most queries about numbers, without the SAT solver.
// RUN: %clean --no-output --portfolio=off --statistics %s 2>&1 | FileCheck %s
// CHECK-DAG: smew: complete
// CHECK-DAG: repair{{ +}}6{{ +}}{{[4-6]}}{{ }}
#include <klee/klee.h>
int main(void) {
  double x, y;
  klee_make_symbolic(&x, sizeof x, "x");
  klee_make_symbolic(&y, sizeof y, "y");
  if (x * y == 6 && x - y == 1) return 1;
  if (x / y > 100 && x + y < -3) return 2;
  return 0;
}

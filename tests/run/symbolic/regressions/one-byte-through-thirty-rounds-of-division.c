// 256 inputs, and ten seconds were not enough: every branch was a new question to the SAT solver.
// RUN: %clean --merge=none --statistics --no-output %s 2>&1 | FileCheck %s
// CHECK: smew: 256 paths, 0 errors
// CHECK: smew: complete
// CHECK: cadical {{ *}}0 {{ *}}0
#include <klee/klee.h>

int main(void) {
  unsigned char c;
  klee_make_symbolic(&c, 1, "c");
  unsigned x = c;
  for (int i = 0; i < 30; i++) x = x % 2 == 0 ? x / 2 : x % 3 == 0 ? x / 3 : 3 * x + 1;
  return x == 1;
}

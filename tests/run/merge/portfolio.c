// Path by path the run would not end. The exploration with merging finishes, and finds the error.
// RUN: rm -rf %t && mkdir %t
// RUN: %reports --output-dir %t/a --merge=portfolio --portfolio-after=1000000 %s 2>&1 | FileCheck %s
// CHECK: portfolio.c:{{[0-9]+}}:{{.*}}error: assertion failed: n != 24
// CHECK: smew: paths: {{[0-9]+}} completed, 1 failed, 0 cut off
// CHECK: smew: merged: {{[0-9]+}} states into others; these paths stand for at most 16777216
// CHECK: smew: complete: every path was followed to its end

// The same run gives the same results.
// RUN: %reports --quiet --output-dir %t/b --merge=portfolio --portfolio-after=1000000 %s > %t/said 2>&1
// RUN: %S/Inputs/same-results %t/a %t/b
// RUN: %smew replay %t/a | FileCheck %s --check-prefix=REPLAY
// REPLAY: 1 of 1 errors reproduced

// If plain exploration finishes before merging starts, the results are the same as without it.
// RUN: %clean --quiet --output-dir %t/c --merge=none -DN=8 %s
// RUN: %clean --quiet --output-dir %t/d --merge=portfolio -DN=8 %s
// RUN: %S/Inputs/same-results %t/c %t/d
#include <assert.h>
#include <klee/klee.h>
#ifndef N
#define N 24
#endif
int main(void) {
  int n = 0;
  for (int i = 0; i < N; i++)
    if (klee_range(0, 1000, "x") > 500) n++;
  assert(n != 24);
  return n & 1;
}

// If every query is put off at first, the paths and errors are the same, whatever the search and the reducers.
// RUN: rm -rf %t && mkdir %t
// RUN: env TMPDIR=%t %S/Inputs/same-results --portfolio=off %s | FileCheck %s
// RUN: env TMPDIR=%t %S/Inputs/same-results --portfolio=off --search=dfs %s | FileCheck %s
// RUN: env TMPDIR=%t %S/Inputs/same-results --portfolio=off --search=bfs %s | FileCheck %s
// RUN: env TMPDIR=%t %S/Inputs/same-results --portfolio=off --search=random-path %s | FileCheck %s
// RUN: env TMPDIR=%t %S/Inputs/same-results --portfolio=off --search=nurs:covnew %s | FileCheck %s
// RUN: env TMPDIR=%t %S/Inputs/same-results --portfolio=off --goal=coverage %s | FileCheck %s
// RUN: %reports --no-output --put-off-after=1us --reduce=redundant %s 2>&1 | FileCheck %s --check-prefix=FEWER
// RUN: %reports --no-output --put-off-after=1us --reduce=z-equivalence %s 2>&1 | FileCheck %s --check-prefix=FEWER
// RUN: %reports --no-output --put-off-after=1us --merge=static %s 2>&1 | FileCheck %s --check-prefix=FEWER
// RUN: %reports --no-output --put-off-after=1us --reduce=subsume %s 2>&1 | FileCheck %s --check-prefix=FEWER
// RUN: %reports --no-output --put-off-after=1us %s 2>&1 | FileCheck %s --check-prefix=FEWER
// CHECK-DAG: smew: 40 paths, 1 error
// CHECK-DAG: smew: complete: every path was followed to its end
// CHECK-DAG: smew: paths: 28 completed, 12 failed, 0 cut off
// FEWER: error: assertion failed: a * 31 + b * 17 != 12345
// FEWER: 1 error,
// FEWER: smew: complete:
#include <assert.h>
#include <klee/klee.h>

int main(void) {
  unsigned a, b;
  unsigned char c[6];
  int count = 0;
  klee_make_symbolic(&a, sizeof a, "a");
  klee_make_symbolic(&b, sizeof b, "b");
  klee_make_symbolic(c, sizeof c, "c");
  klee_assume(a < 1000 & b < 1000 & b > 0);
  if (a * b % 91 == 17) count++;
  if (a / b > 7) count += 2;
  for (unsigned i = 0; i < 6 && c[i] != 0; i++) count += c[i] * a % 7 == 3;
  assert(a * 31 + b * 17 != 12345 || c[0] != 7);
  return count;
}

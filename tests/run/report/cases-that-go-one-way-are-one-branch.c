// Which case of several that lead to the same place counts as covered must not depend on the test
// that happens to be there: they are one branch.
// RUN: %clean --no-output --search dfs %s 2>&1 | FileCheck %s
// RUN: %clean --no-output --search bfs %s 2>&1 | FileCheck %s
// CHECK: smew: 2 paths, 0 errors
// CHECK: 100.0% of branches (2 of 2)
#include <klee/klee.h>

int main(void) {
  switch (klee_int("c")) {
  case 'a':
  case 'b':
  case 'c': return 1;
  default: return 2;
  }
}

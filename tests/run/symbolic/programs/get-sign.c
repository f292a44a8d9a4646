// The first program of KLEE's tutorial: three paths, one test each.
// RUN: rm -rf %t.out
// RUN: %clean --output-dir %t.out %s 2>&1 | FileCheck %s
// RUN: %S/../../report/Inputs/check-results %t.out paths.exited=3 tests=3 complete=true
// RUN: %smew show %t.out/test000001.ktest %t.out/test000002.ktest %t.out/test000003.ktest | FileCheck %s --check-prefix=TESTS
// RUN: %status 0 %smew replay %t.out | FileCheck %s --check-prefix=REPLAY
// CHECK: smew: 3 paths, 0 errors
// CHECK: 3 completed, 0 failed, 0 cut off; 3 tests
// CHECK: 100.0% of lines{{.*}} 100.0% of branches
// CHECK: complete
// TESTS-DAG: int {{ *}}0
// TESTS-DAG: int {{ *}}-{{[0-9]+}}
// TESTS-DAG: int {{ *}}{{[1-9][0-9]*}}
// REPLAY-DAG: exit 0
// REPLAY-DAG: exit 255
// REPLAY-DAG: exit 1
// REPLAY: 3 tests replayed
#include <klee/klee.h>

static int sign_of(int number) {
  if (number == 0) return 0;
  if (number < 0)
    return -1;
  else
    return 1;
}

int main(void) {
  int number;
  klee_make_symbolic(&number, sizeof number, "number");
  return sign_of(number);
}

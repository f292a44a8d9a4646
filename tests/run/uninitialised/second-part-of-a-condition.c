// A condition of several parts is taken as one only where no part depends on what nobody wrote.
// RUN: %reports --no-output %s 2>&1 | FileCheck %s
// RUN: %reports --no-output --fold-conditions=off %s 2>&1 | FileCheck %s
#include <klee/klee.h>

int main(void) {
  int unwritten;
  int x = klee_int("x");
  int *hidden = &unwritten;
  // CHECK: second-part-of-a-condition.c:[[@LINE+1]]:{{.*}} error: {{.*}}condition{{.*}}[uninit]
  if (x == 3 || *hidden == 4) return 1;
  return 0;
}

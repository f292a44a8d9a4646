// A sanitizer's checks are no branches of the program's: each that can fail is one error, the others
// cost no path, and every branch of the source is covered.
// RUN: rm -rf %t && %status 1 %smew run --merge=none --cc-flags=-fsanitize=undefined --output-dir %t %s 2>&1 | FileCheck %s
#include <klee/klee.h>

int main(void) {
  int a, b;
  klee_make_symbolic(&a, sizeof a, "a");
  klee_make_symbolic(&b, sizeof b, "b");
  klee_assume(a > 0 & b > 0 & b < 10);
  // CHECK-DAG: sanitized.c:[[@LINE+1]]:15: error: signed integer overflow: {{[0-9]+}} + {{[0-9]}} cannot be represented in type 'int' [overflow]
  int sum = a + b;
  // CHECK-DAG: sanitized.c:[[@LINE+1]]:15: error: left shift of {{[0-9]+}} by {{[0-9]}} places cannot be represented in type 'int' [overflow]
  int big = a << b;
  if (sum > 5 && big > 100) return 1;
  return 0;
}
// CHECK: smew: 4 paths, 2 errors
// CHECK: 100.0% of lines
// CHECK-SAME: 100.0% of branches (4 of 4)
// CHECK: smew: complete

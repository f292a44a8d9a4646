// What klee_print_expr and its kin print names the function where no line is known.
// RUN: rm -rf %t && mkdir %t
// RUN: clang-19 -O0 -w -emit-llvm -c -I%S/../../../../include -o %t/prog.bc %s
// RUN: %clean --no-output %t/prog.bc 2>&1 | FileCheck %s
// RUN: %clean --no-output %s 2>&1 | FileCheck %s --check-prefix=LINE
// CHECK-NOT: :0:
// CHECK: smew: show: x is: (x[3] ++ (x[2] ++ (x[1] ++ x[0])))
// CHECK: smew: show: x in [-2147483648, 2147483647]
// CHECK: smew: warning: show: look
// LINE: smew: {{.*}}print-without-debug-information.c:[[#@LINE+4]]: x is: (x
#include <klee/klee.h>

static void show(int x) {
  klee_print_expr("x is", x);
  klee_print_range("x", x);
  klee_warning("look");
}

int main(void) {
  show(klee_int("x"));
  return 0;
}

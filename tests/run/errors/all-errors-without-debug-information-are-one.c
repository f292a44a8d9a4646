// Without debug information an error is identified by its instruction, and an allocation by its function.
// RUN: rm -rf %t && mkdir %t
// RUN: clang-19 -O0 -Xclang -disable-O0-optnone -w -emit-llvm -c -I%S/../../../include -o %t/prog.bc %s
// RUN: %reports --check-leaks --no-output %t/prog.bc 2>&1 | FileCheck %s
// CHECK-DAG: {{^}}error: null pointer read of 4 bytes: address 0x0 [ptr]
// CHECK-DAG: {{^}}error: null pointer read of 4 bytes: address 0x4 [ptr]
// CHECK-DAG: {{^}}error: memory leak: heap object (3 bytes, allocated in lose) [leak]
// CHECK-DAG: {{^}}error: memory leak: heap object (4 bytes, allocated in lose) [leak]
// CHECK: smew: {{.*}} 4 errors
#include <klee/klee.h>
#include <stdlib.h>

static void lose(void) {
  char *volatile p = malloc(3);
  p = malloc(4);
}

int main(void) {
  int x = klee_int("x");
  int *p = NULL;
  if (x == 1) return *p;
  if (x == 2) return p[1];
  if (x == 3) lose();
  return 0;
}

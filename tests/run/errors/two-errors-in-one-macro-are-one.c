// What a macro expands to is at one place of the source, but every instruction fails for itself. Of
// optimised code, where one instruction of the source may be many, the place counts.
// RUN: %reports --no-output %s 2>&1 | FileCheck %s
// RUN: rm -rf %t && mkdir %t
// RUN: clang-19 -O2 -g -funroll-loops -w -emit-llvm -c -I%S/../../../include -DLOOP -o %t/prog.bc %s
// RUN: %reports --no-output %t/prog.bc 2>&1 | FileCheck %s --check-prefix=LOOP
// CHECK-DAG: error: null pointer write of 4 bytes: address 0x0 [ptr]
// CHECK-DAG: error: null pointer write of 4 bytes: address 0x4 [ptr]
// CHECK: smew: {{.*}} 2 errors
// LOOP: error: out-of-bounds read of 4 bytes
// LOOP: smew: {{.*}} 1 error,
#include <klee/klee.h>
#include <stddef.h>

#define SET(x, p) if (x == 1) p[0] = 1; else if (x == 2) p[1] = 2

int data[4];

int main(void) {
  int x = klee_int("x");
#ifdef LOOP
  int sum = 0;
  klee_assume(x >= 0 & x < 9);
  for (int i = 0; i < x; i++) sum = sum * 3 ^ ((volatile int *)data)[i];
  return sum & 1;
#else
  int *volatile p = NULL;
  SET(x, p);
  return 0;
#endif
}

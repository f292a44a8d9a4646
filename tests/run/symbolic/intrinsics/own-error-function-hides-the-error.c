// SV-COMP's error functions count where they are called, whatever bodies the program gives them; so do
// they when the test is replayed natively.
// RUN: rm -rf %t && mkdir %t
// RUN: %reports --output-dir %t/out %s 2>&1 | FileCheck %s
// RUN: %status 0 %smew replay %t/out 2>&1 | FileCheck %s --check-prefix=REPLAY
// RUN: %reports --no-output --opt=aggressive %s 2>&1 | FileCheck %s --check-prefix=AGAIN
// RUN: %reports --no-output -D ASSERTS %s 2>&1 | FileCheck %s
// RUN: %reports --no-output -D ONLY_STATIC=static %s 2>&1 | FileCheck %s
// CHECK-DAG: error-function-hides-the-error.c:31:15: error: error function called [assert]
// CHECK-DAG: error-function-hides-the-error.c:32:15: error: error function called [assert]
// CHECK-DAG: error-function-hides-the-error.c:33:15: error: error function called [assert]
// CHECK: smew: 4 paths, 3 errors
// REPLAY-COUNT-3: reproduced
// AGAIN: smew: 4 paths, 3 errors
#include <assert.h>
int __VERIFIER_nondet_int(void);

#ifndef ONLY_STATIC
#define ONLY_STATIC
#endif

ONLY_STATIC void reach_error(void) {
#ifdef ASSERTS
  assert(0);
#endif
}
ONLY_STATIC void __VERIFIER_error() {}

int main(void) {
  int x = __VERIFIER_nondet_int();
  if (x == 1) reach_error();
  if (x == 2) reach_error();
  if (x == 3) __VERIFIER_error();
  return 0;
}

// An array is filled up to a symbolic bound. The first index that is out of bounds is found, with an input that reaches it.
// RUN: rm -rf %t && %reports --output-dir %t --reduce=loop-summary %s 2>&1 | FileCheck %s
// RUN: %smew replay %t | FileCheck --check-prefix=REPLAY %s
// CHECK: fill.c:[[#@LINE+14]]:{{.*}}out-of-bounds write
// CHECK: smew: {{[0-9]}} paths, 1 error
// CHECK: smew: complete: every path was followed to its end
// REPLAY: 1 of 1 errors reproduced
#include <assert.h>
#include <klee/klee.h>

int main(void) {
  int a[24];
  unsigned n, m;
  klee_make_symbolic(&n, sizeof n, "n");
  klee_make_symbolic(&m, sizeof m, "m");
  for (unsigned i = 0; i < 24; i++) a[i] = 7;
  for (unsigned i = 0; i < n; i++)
    a[i] = (int)(2 * i);
  if (m < 24) assert(a[m] == (m < n ? (int)(2 * m) : 7));
  return 0;
}

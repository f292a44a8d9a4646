// What the last iteration computed from the one before it.
// RUN: rm -rf %t && %clean --output-dir %t --reduce=loop-summary %s 2>&1 | FileCheck %s
// RUN: %smew replay %t | FileCheck --check-prefix=REPLAY %s
// CHECK: summarised
// REPLAY: {{[1-9]}} tests
#include <assert.h>
#include <klee/klee.h>

int main(void) {
  unsigned char n;
  unsigned i = 0, last = 7;
  klee_make_symbolic(&n, sizeof n, "n");
  while (i < n) {
    last = i * 2 + 1;
    i++;
  }
  assert(n == 0 ? last == 7 : last == 2 * (unsigned)n - 1);
  return 0;
}

// Errors behind loops that are counted, for small and large numbers of iterations: each has a test that replays.
// RUN: rm -rf %t && %reports --output-dir %t --reduce=loop-summary %s 2>&1 | FileCheck %s
// RUN: %smew replay %t | FileCheck --check-prefix=REPLAY %s
// CHECK-COUNT-5: error: division by zero
// CHECK: smew: complete: every path was followed to its end
// REPLAY: 5 of 5 errors reproduced
#include <klee/klee.h>

int main(void) {
  unsigned n, sum = 0, zero = 0;
  klee_make_symbolic(&n, sizeof n, "n");
  klee_make_symbolic(&zero, sizeof zero, "zero");
  for (unsigned i = 0; i < n; i++) sum += 3;
  if (zero != 0) return 0;
  if (sum == 0) return 1 / zero;
  if (sum == 3) return 2 / zero;
  if (sum == 21) return 3 / zero;
  if (sum == 3 * 4097) return 4 / zero;
  if (n < 2000000 && sum == 3 * 1999999) return 5 / zero;
  return 0;
}

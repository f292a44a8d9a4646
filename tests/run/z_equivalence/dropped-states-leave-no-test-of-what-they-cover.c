// A state that was the first to cover something and is dropped leaves a test of it; with --dropped-tests every dropped
// state leaves one, with the inputs up to there.
//
// RUN: rm -rf %t && %clean --reduce=z-equivalence --search=dfs --libc=none --output-dir %t %s 2>&1 | FileCheck %s
// RUN: cat %t/*.early | FileCheck %s --check-prefix=REASON
// RUN: %smew replay --cov %t 2>&1 | FileCheck %s --check-prefix=REPLAY
// RUN: rm -rf %t && %clean --reduce=z-equivalence --dropped-tests --libc=none --output-dir %t %s 2>&1 | FileCheck %s --check-prefix=ALL
//
// CHECK: smew: paths: 1 completed, 0 failed, 0 cut off; 3 tests
// CHECK: smew: complete: no error is possible
// REASON: what comes after it is explored in another state
// REPLAY: 8 of 8 lines (100.0%), 4 of 4 branches
// ALL: smew: paths: 1 completed, 0 failed, 0 cut off; 4 tests
// ALL: 3 states dropped
#include <smew/verifier.h>

static volatile int seen;

int main(void) {
  for (int i = 0; i < 3; i++)
    if (__VERIFIER_nondet_int() == 5)
      seen = 1;
    else
      seen = 1 + 0 * i;
  return 0;
}

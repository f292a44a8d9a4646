// With --goal=coverage the detector has an exploration of its own; there are 2^40 single paths
// here. What one covers, the other need not: nothing is left to be covered when the detector has followed a few.
// RUN: %smew run --goal=coverage --without=merge,z-equivalence --portfolio-after=1000 --max-time=60 --no-output %s 2>&1 | FileCheck %s
// RUN: %smew run --goal=coverage --without=merge,z-equivalence,redundant --max-instructions=200000 --no-output %s 2>&1 | FileCheck --check-prefix=PLAIN %s
// CHECK: smew: 1 path,
// CHECK: coverage: 100.0% of lines
// CHECK: complete: nothing more can be covered
// CHECK: 40 states dropped by redundant
// PLAIN: not complete
#include "klee/klee.h"

volatile int seen;

int main(void) {
  char text[40];
  klee_make_symbolic(text, sizeof text, "text");
  for (unsigned i = 0; i < sizeof text; i++) {
    if (text[i] == 'a')
      seen = 1;
    else
      seen = 2;
  }
  return 0;
}

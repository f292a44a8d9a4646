// A loop that reads inputs for ever over a few live states is exhausted, without a bound; its near misses are not called
// free of errors.
//
// RUN: %clean --libc=none --no-output %s 2>&1 | FileCheck %s
// RUN: %clean --goal=coverage --without=merge --libc=none --no-output %s 2>&1 | FileCheck %s
// RUN: %reports -DLIMIT=1 --libc=none --no-output %s 2>&1 | FileCheck %s --check-prefix=BUGGY
// RUN: %clean --goal=paths --max-depth=8 --libc=none --no-output %s 2>&1 | FileCheck %s --check-prefix=PLAIN
// RUN: %clean --without=z-equivalence --max-depth=8 --libc=none --no-output %s 2>&1 | FileCheck %s --check-prefix=PLAIN
// RUN: %clean --reduce=z-equivalence --libc=none --no-output %s 2>&1 | FileCheck %s
// RUN: %clean --reduce=z-equivalence --z-places=loops --libc=none --no-output --search=bfs %s 2>&1 | FileCheck %s
// RUN: %clean --reduce=z-equivalence,merge --merge=static --libc=none --no-output %s 2>&1 | FileCheck %s
// RUN: %clean --reduce=z-equivalence -DGLOBALS --libc=none --no-output %s 2>&1 | FileCheck %s
// RUN: %reports --reduce=z-equivalence -DLIMIT=1 --libc=none --no-output %s 2>&1 | FileCheck %s --check-prefix=BUGGY
// RUN: %reports --reduce=z-equivalence -DLIMIT=1 -DGLOBALS --libc=none --no-output %s 2>&1 | FileCheck %s --check-prefix=BUGGY
// RUN: %reports --reduce=z-equivalence -DREMEMBERS --libc=none --no-output %s 2>&1 | FileCheck %s --check-prefix=BUGGY
// RUN: %clean --reduce=none --libc=none --no-output --max-depth=8 %s 2>&1 | FileCheck %s --check-prefix=PLAIN
//
// CHECK: smew: complete: no error is possible beyond those reported, and nothing more can be covered
// CHECK-NEXT: {{[0-9]|[0-4][0-9]}} states dropped by z-equivalence: stood for by another
// BUGGY: error: error function called
// BUGGY: smew: complete: no error is possible beyond those reported
// PLAIN: smew: not complete
#include <smew/verifier.h>

#ifndef LIMIT
#define LIMIT 2
#endif
#ifdef GLOBALS
static volatile int on, level, last;
#endif

int main(void) {
#ifndef GLOBALS
  int on = 0, level = 0, last = 0;
#endif
  for (;;) {
    int input = __VERIFIER_nondet_int();
    if (input) on = !on;
#ifdef REMEMBERS /* the input is live, in part */
    if (last == 5 && input == 7) reach_error();
    last = input;
#endif
    if (__VERIFIER_nondet_int() && level < 2) level++;
    if (on && level > 0) level--;
    if (level > LIMIT) reach_error();
  }
}

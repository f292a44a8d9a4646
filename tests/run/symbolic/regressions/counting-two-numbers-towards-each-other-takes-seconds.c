// Whether a sum wraps follows from other comparisons: ten rounds took three seconds in the SAT
// solver, and unsigned ones of 64 bits a minute.
// RUN: %clean --no-output --merge=none --statistics %s 2>&1 | FileCheck %s
// RUN: %clean --no-output --merge=none --statistics -D "NUMBER=unsigned" %s 2>&1 | FileCheck %s
// RUN: %clean --no-output --merge=none --statistics -D "NUMBER=unsigned long" %s 2>&1 | FileCheck %s
// RUN: %clean --no-output --merge=none --statistics --check-overflow %s 2>&1 | FileCheck %s
// RUN: %clean --no-output --merge=none --statistics -D WRAPS %s 2>&1 | FileCheck %s --check-prefixes=WRAPS,CHECK
// RUN: %clean --no-output --merge=none --statistics -D WRAPS -D NUMBER=unsigned %s 2>&1 | FileCheck %s --check-prefixes=WRAPS,CHECK
// WRAPS: smew: 181 paths, 0 errors
// CHECK: paths: {{66|181}} completed
// CHECK: smew: complete
// CHECK: cadical {{ *}}0 {{ *}}0
#include <klee/klee.h>
#ifndef NUMBER
#define NUMBER int
#endif
#ifdef WRAPS
enum { UP = 2, DOWN = -3 };
#else
enum { UP = 1, DOWN = 1 };
#endif
int main(void) {
  NUMBER x, y, z;
  int rounds = 0;
  klee_make_symbolic(&x, sizeof x, "x");
  klee_make_symbolic(&y, sizeof y, "y");
  klee_make_symbolic(&z, sizeof z, "z");
  while (rounds < 10 && x < y) {
    if (x < z)
      x += UP;
    else
      z += DOWN;
    rounds++;
  }
  return 0;
}

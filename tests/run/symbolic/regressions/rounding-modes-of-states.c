// Each path has its own rounding mode, however paths take turns, and paths with different modes
// are not merged.
// RUN: rm -rf %t.none %t.bfs %t.static
// RUN: %clean --output-dir %t.none --merge=none --search=random-state %s 2>&1 | FileCheck %s
// RUN: %clean --output-dir %t.bfs --merge=none --search=bfs %s 2>&1 | FileCheck %s
// RUN: %clean --output-dir %t.static --merge=static %s 2>&1 | FileCheck %s
// CHECK: complete
#include <assert.h>
#include <fenv.h>
#include <klee/klee.h>

volatile double one = 1, three = 3;

int main(void) {
  static const int modes[] = {FE_TONEAREST, FE_DOWNWARD, FE_UPWARD, FE_TOWARDZERO};
  int which = klee_range(0, 4, "which"), ups = 0;
  char other[3];
  klee_make_symbolic(other, sizeof other, "other");
  assert(fesetround(modes[which]) == 0);
  for (int i = 0; i < 3; i++) {
    if (other[i] > 7) ups++;
    double up = one / three, down = -one / three;
    assert((up > 0x1.5555555555555p-2) == (which == 2));
    assert((down < -0x1.5555555555555p-2) == (which == 1));
  }
  assert(fegetround() == modes[which]);
  return ups;
}

// The functions that a body calls, with their stack objects, are part of it.
// RUN: %clean --no-output --reduce=loop-summary %s 2>&1 | FileCheck %s
// CHECK: smew: {{[0-9]}} paths, 0 errors
// CHECK: smew: proved: no error on any input
#include <assert.h>
#include <klee/klee.h>

static unsigned next(unsigned x) {
  unsigned y[2] = {x, x + 2};
  return y[1];
}

__attribute__((noinline)) static unsigned twice(unsigned x) { return next(next(x)); }

int main(void) {
  unsigned n, s = 0;
  klee_make_symbolic(&n, sizeof n, "n");
  for (unsigned i = 0; i < n; i++) s = twice(s);
  assert(s == 4 * n);
  return 0;
}

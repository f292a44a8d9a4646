// A shift that the threaded code folds into the address of a load has no operation of its
// own. Where a register beside it is symbolic, the careful interpreter has to do it
// itself: it ended in an internal fault.
// RUN: %clean --no-output %s 2>&1 | FileCheck %s
// RUN: %clean --no-output --opt=none %s 2>&1 | FileCheck %s
// RUN: %clean --no-output --cc-flags=-O2 %s 2>&1 | FileCheck %s
// CHECK: smew: 2 paths, 0 errors
#include <klee/klee.h>

static const unsigned char bytes[16] = {3, 1, 4, 1, 5, 9, 2, 6, 5, 3, 5, 8, 9, 7, 9, 3};

__attribute__((noinline)) static unsigned sum(unsigned char x, unsigned long count) {
  unsigned total = x;
  for (unsigned long i = 0; i < count; i++)
    total = total * x + *(bytes + (i << 1)) + *(const unsigned short *)(bytes + (i << 2));
  return total;
}

int main(void) {
  unsigned char x;
  klee_make_symbolic(&x, 1, "x");
  volatile unsigned long four = 4; /* so that the loop stays one */
  if (sum(x, four) > 100000) klee_silent_exit(1);
  return 0;
}

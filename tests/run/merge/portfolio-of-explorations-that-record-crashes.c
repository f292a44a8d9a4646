// With reducers of its own, the first exploration of a portfolio is translated anew; the start of the second must not
// be left with the old code. Freed memory may still have what it had, so this runs several times.
// RUN: %clean --no-output --reduce=record,merge --merge=portfolio --portfolio-after=0 %s 2>&1 | FileCheck %s
// RUN: %clean --no-output --reduce=record,merge --merge=portfolio --portfolio-after=0 %s 2>&1 | FileCheck %s
// RUN: %clean --no-output --reduce=record,merge --merge=portfolio --portfolio-after=0 %s 2>&1 | FileCheck %s
// RUN: %clean --no-output --reduce=record,merge --merge=portfolio --portfolio-after=0 %s 2>&1 | FileCheck %s
// CHECK: smew: complete: every path was followed to its end
#include <klee/klee.h>
int main(void) {
  unsigned char bytes[6];
  int n = 0;
  klee_make_symbolic(bytes, sizeof bytes, "bytes");
  for (int i = 0; i < 6; i++)
    if (bytes[i] > 100) n++;
  return n;
}

// A merged state is one test, which goes one way; tests that are to cover what was executed are of each way
// that was the first.
// RUN: rm -rf %t && mkdir %t
// RUN: %clean --quiet --output-dir %t/one --merge=static %s
// RUN: %smew replay --cov %t/one | FileCheck %s --check-prefix=ONE
// ONE-NOT: 6 of 6
// RUN: %clean --quiet --output-dir %t/all --merge=static --only-output-states-covering-new %s
// RUN: %smew replay --cov %t/all | FileCheck %s --check-prefix=ALL
// ALL: 6 of 6
// RUN: %clean --quiet --output-dir %t/beside --merge=portfolio --portfolio-after=0 --only-output-states-covering-new %s
// RUN: %smew replay --cov %t/beside | FileCheck %s --check-prefix=ALL
#include <klee/klee.h>
int main(void) {
  int x = klee_range(0, 4, "x"), r = 0;
  if (x == 0)
    r = 7;
  else if (x == 1)
    r = 11;
  else if (x == 2)
    r = 13;
  else
    r = 17;
  return r - r;
}

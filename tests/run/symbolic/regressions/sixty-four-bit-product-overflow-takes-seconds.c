// Two 64-bit numbers whose product overflows were found in seconds, by a product of 128 bits.
// RUN: %reports --check-overflow --max-conflicts 10 --without-link repair --no-output %s 2>&1 | FileCheck %s
// CHECK: error: signed multiplication overflow
// CHECK: smew: complete
#include <klee/klee.h>

int main(void) {
  long a, b;
  klee_make_symbolic(&a, sizeof a, "a");
  klee_make_symbolic(&b, sizeof b, "b");
  return a * b == 7;
}

// The example at the end of the paper's evaluation: after reading 5 bytes or 7, every decision falls the same way, so that
// one of the two states is dropped. One that has read nothing is not.
// RUN: %smew run --reduce=redundant --search=dfs --statistics=redundant --no-output %s 2>&1 | FileCheck %s
// RUN: %compare --scratch %t.compare --redundant --goal=coverage --complete %s
// CHECK: coverage: 100.0% of lines
// CHECK: complete: nothing more can be covered
#include "klee/klee.h"

static int input(const char *name) {
  unsigned char c;
  klee_make_symbolic(&c, 1, name);
  return c;
}
volatile int reached, seen;

int main(void) {
  int bytes_read = 0;
  switch (input("a")) {
  case 1: bytes_read = 7; break;
  case 2: bytes_read = 5; break;
  case 3: bytes_read = 3; break;
  case 4: bytes_read = -1; break;
  }
  seen = input("b"); // CHECK: set [[SET:[0-9]+]] at main:[[@LINE]] { bytes_read=1..2147483647 }
  // CHECK-NEXT: dropped at main:{{[0-9]+}} by set [[SET]]
  // CHECK-NEXT: dropped at main:{{[0-9]+}} by set [[SET]]
  if (seen == 7) reached = 1;
  for (int i = 0; i < 2; i++) {
    if (bytes_read - 2 <= -2) break;
    if (input("c") == 9) reached = 2;
  }
  if (bytes_read < 0) reached = 3;
  return 0;
}

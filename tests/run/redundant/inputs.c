// Two paths that have made different inputs meet: what is made later is new on either of them, so that the second is
// dropped.
// RUN: %smew run --reduce=redundant --search=dfs --statistics=redundant --no-output %s 2>&1 | FileCheck %s
// RUN: %compare --scratch %t.compare --redundant --goal=coverage --complete %s
// CHECK: complete: nothing more can be covered
#include "klee/klee.h"

static unsigned char input(const char *name) {
  unsigned char c;
  klee_make_symbolic(&c, 1, name);
  return c;
}
volatile int reached, seen;

int main(void) {
  int unused = 0;
  if (input("a") == 1) unused = input("b");
  else unused = input("c") + input("d");
  seen = unused; // CHECK: dropped at main:[[@LINE]]
  for (int i = 0; i < 2; i++)
    if (input("b") == 7) reached = 1;
  return 0;
}

// States that differ in what the loop tests do not merge in it. They soon stop trying, and some meet behind it.
// RUN: %clean --no-output --merge=static --statistics %s 2>&1 | FileCheck %s
// RUN: %clean --no-output --merge=dynamic --search-phase=0 --statistics -DROUNDS=900 %s 2>&1 | FileCheck %s
// RUN: %compare --scratch %t --merging --complete --common "-DROUNDS=20" %s
// CHECK: smew: complete
// CHECK: merged {{[1-9]}}
// CHECK: met {{[0-9]{1,5}$}}
#include <klee/klee.h>

#ifndef ROUNDS
#define ROUNDS 3000
#endif

int main(void) {
  unsigned char choice, other;
  unsigned step = 1, sum = 0;
  klee_make_symbolic(&choice, sizeof choice, "choice");
  klee_make_symbolic(&other, sizeof other, "other");
  for (unsigned i = 0; i < 24; i++)
    if (choice == i) step = i + 2;
  for (unsigned i = 0; i < ROUNDS; i++)
    sum += (sum * step + i) % 5 ? step : 1;
  klee_assert(sum >= ROUNDS);
  int result = 0;
  if (other > 100) result = 1;
  return result;
}

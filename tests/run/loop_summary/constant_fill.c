// An array is filled from one symbolic index to another: as many states for arrays of any size.
// RUN: %clean --no-output --reduce=loop-summary %s 2>&1 | FileCheck %s
// RUN: sed 's/SIZE 8/SIZE 24/' %s > %t.c && %clean --no-output --reduce=loop-summary %t.c 2>&1 | FileCheck %s
// RUN: %compare --scratch %t.compare --loop-summary --complete --time 10 %s
// CHECK: smew: 5 paths, 0 errors
// CHECK: smew: complete: every path was followed to its end
#include <assert.h>
#include <klee/klee.h>

#define SIZE 8

int main(void) {
  unsigned char a[SIZE];
  unsigned from, to, any;
  klee_make_symbolic(&from, sizeof from, "from");
  klee_make_symbolic(&to, sizeof to, "to");
  klee_make_symbolic(&any, sizeof any, "any");
  for (unsigned i = 0; i < SIZE; i++) a[i] = 0;
  if (to > SIZE || from > to) return 0;
  for (unsigned i = from; i < to; i++) a[i] = 7;
  if (any < SIZE) assert(a[any] == (any >= from && any < to ? 7 : 0));
  return 0;
}

// The length of a string from any place on: as many states for strings of any size.
// RUN: %clean --no-output --reduce=loop-summary %s 2>&1 | FileCheck %s
// RUN: sed 's/SIZE 8/SIZE 48/' %s > %t.c && %clean --no-output --reduce=loop-summary %t.c 2>&1 | FileCheck %s
// RUN: %compare --scratch %t.compare --loop-summary --complete --time 10 %s
// CHECK: smew: 3 paths, 0 errors
// CHECK: smew: complete: every path was followed to its end
#include <assert.h>
#include <klee/klee.h>

#define SIZE 8

int main(void) {
  char s[SIZE];
  unsigned from;
  klee_make_symbolic(s, sizeof s, "s");
  klee_make_symbolic(&from, sizeof from, "from");
  s[SIZE - 1] = 0;
  if (from >= SIZE) return 0;
  unsigned i = from;
  while (s[i]) i++;
  assert(i >= from && i < SIZE && s[i] == 0);
  return 0;
}

// Pointers that walk through a string: as many states for strings of any size.
// RUN: %clean --no-output --reduce=loop-summary %s 2>&1 | FileCheck %s
// RUN: sed 's/SIZE 8/SIZE 32/' %s > %t.c && %clean --no-output --reduce=loop-summary %t.c 2>&1 | FileCheck %s
// RUN: %compare --scratch %t.compare --loop-summary --complete --time 10 %s
// CHECK: smew: 5 paths, 0 errors
// CHECK: smew: complete: every path was followed to its end
#include <assert.h>
#include <klee/klee.h>

#define SIZE 8

int main(void) {
  char s[SIZE];
  klee_make_symbolic(s, sizeof s, "s");
  s[SIZE - 1] = 0;
  const char *p = s;
  while (*p == ' ' || *p == '\t') p++;
  const char *end = p;
  while (*end && *end != ' ') end++;
  assert(end >= p && end < s + SIZE);
  return 0;
}

// Digits of two kinds, so two paths in any order: as many states for strings of any size.
// RUN: %clean --no-output --reduce=loop-summary %s 2>&1 | FileCheck %s
// RUN: sed 's/SIZE 8/SIZE 32/' %s > %t.c && %clean --no-output --reduce=loop-summary %t.c 2>&1 | FileCheck %s
// RUN: %compare --scratch %t.compare --loop-summary --complete --time 10 %s
// CHECK: smew: 4 paths, 0 errors
// CHECK: smew: complete: every path was followed to its end
#include <assert.h>
#include <klee/klee.h>

#define SIZE 8

int main(void) {
  char s[SIZE];
  unsigned i = 0, value = 0;
  klee_make_symbolic(s, sizeof s, "s");
  s[SIZE - 1] = 0;
  for (;; i++) {
    if (s[i] >= '0' && s[i] <= '9')
      value = 16 * value + (unsigned)(s[i] - '0');
    else if (s[i] >= 'a' && s[i] <= 'f')
      value = 16 * value + (unsigned)(s[i] - 'a' + 10);
    else
      break;
  }
  assert(i < SIZE);
  return value == 0xbeef;
}

// A length that comes to something which can only do with numbers is each of its few values in turn:
// nothing is lost.
// RUN: %clean --no-output %s 2>&1 | FileCheck %s
// CHECK: smew: 4 paths, 0 errors
// CHECK: smew: complete
#include <assert.h>
#include <klee/klee.h>
#include <string.h>
#include <unistd.h>

int main(void) {
  char s[4];
  klee_make_symbolic(s, sizeof s, "s");
  s[3] = 0;
  double length = (double)strlen(s);
  assert(length * 2 == (double)(2 * strlen(s)));
  return write(1, s, strlen(s)) == (ssize_t)length ? 0 : 1;
}

// Called through a pointer, also one that the inputs choose.
// RUN: %clean --no-output %s 2>&1 | FileCheck %s
// CHECK: smew: 6 paths, 0 errors
#include <klee/klee.h>
#include <string.h>
#include <strings.h>

static int (*const orders[])(const char *, const char *) = {strcmp, strcasecmp};

int main(void) {
  char s[5];
  unsigned char is_caseless;
  klee_make_symbolic(s, sizeof s, "s");
  klee_make_symbolic(&is_caseless, 1, "is_caseless");
  s[4] = 0;
  klee_assume(is_caseless < 2);
  if (orders[is_caseless](s, "abc") == 0) return 1;
  return 0;
}

// The libc's own uses of strlen fork: what is printed is complete, and the same.
// RUN: %clean --no-output %s 2>&1 | FileCheck %s
// RUN: %clean --no-output --libc-models=off %s 2>&1 | FileCheck %s
// CHECK: smew: 4 paths, 0 errors
// CHECK: smew: complete
#include <klee/klee.h>
#include <stdio.h>

int main(void) {
  char s[4];
  klee_make_symbolic(s, sizeof s, "s");
  s[3] = 0;
  fputs(s, stdout);
  puts(s);
  printf("%s|%5s\n", s, s);
  return 0;
}

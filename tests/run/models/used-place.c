// A place that is written to, or a length that is kept, is better one number on each path: the libc's
// own code runs. What is found of them is the same.
// RUN: %clean --no-output %s 2>&1 | FileCheck %s
// RUN: %clean --no-output --libc-models=off %s 2>&1 | FileCheck %s
// CHECK: smew: 7 paths, 0 errors
#include <assert.h>
#include <klee/klee.h>
#include <string.h>

static size_t kept;

int main(void) {
  char s[4];
  klee_make_symbolic(s, sizeof s, "s");
  s[3] = 0;
  char *comma = strchr(s, ',');
  if (comma == NULL) return 1;
  *comma = 0;
  kept = strlen(s);
  assert(s[kept] == 0);
  return 2;
}

// Only the first byte of a symbolic path was made concrete, over and over: the run never ended.
// RUN: %clean --no-output %s 2>&1 | FileCheck %s
// CHECK: smew: {{[0-9]+}} path{{s?}}, 0 errors
#include <klee/klee.h>
#include <unistd.h>

int main(void) {
  char path[3];
  klee_make_symbolic(path, sizeof path, "path");
  klee_assume(path[0] == '/');
  klee_assume(path[1] == 'q');
  klee_assume(path[2] == 0);
  return access(path, F_OK) == 0;
}

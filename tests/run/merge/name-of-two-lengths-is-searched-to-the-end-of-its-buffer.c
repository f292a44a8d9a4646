// Behind the end of the shorter name are bytes that nobody has written. They do not belong to the name.
// RUN: %clean --no-output --merge=static --max-instructions=100000 %s 2>&1 | FileCheck %s
// CHECK: smew: complete
#include <klee/klee.h>
#include <string.h>
#include <sys/stat.h>

int main(void) {
  char in[3], name[4096];
  struct stat status;
  klee_make_symbolic(in, sizeof in, "in");
  in[2] = 0;
  if (in[1] == 0)
    memcpy(name, in, 2);
  else
    memcpy(name, in, 3);
  klee_assert(stat(name, &status) == 0 || in[0] != '.' || in[1] != 0);
  return 0;
}

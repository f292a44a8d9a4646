// What a function counts and returns decides what its caller does: its rounds stay apart where the
// caller asks about the result, and merge where it does not.
// RUN: %smew run --no-output --merge=static --beta=0.5 -DASKS %s 2>&1 | FileCheck %s --check-prefix=APART
// RUN: %smew run --no-output --merge=static --beta=0.5 %s 2>&1 | FileCheck %s --check-prefix=ONE
// APART: 9 paths, 0 errors
// APART: stand for at most 256
// APART: complete:
// ONE: 1 path, 0 errors
// ONE: complete:
#include <klee/klee.h>

static int count_slashes(const char *text) {
  int count = 0;
  for (int i = 0; i < 8; i++)
    if (text[i] == '/') count++;
  return count;
}

int main(void) {
  static char text[9], copy[16];
  klee_make_symbolic(text, sizeof text, "text");
  int count = count_slashes(text);
#ifdef ASKS
  for (int i = 0; i < count; i++) copy[i + 1] = text[i];
#endif
  return copy[2] + count;
}

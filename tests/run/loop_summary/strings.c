// Loops over strings: all lengths are one state, and tests of it replay.
// RUN: rm -rf %t && %clean --output-dir %t --reduce=loop-summary %s 2>&1 | FileCheck %s
// RUN: %smew replay %t | FileCheck --check-prefix=REPLAY %s
// RUN: %compare --scratch %t.compare --loop-summary --complete --time 10 %s
// CHECK: smew: {{[0-9]}} paths, 0 errors
// CHECK: smew: complete: every path was followed to its end
// REPLAY: {{[1-9]}} tests
#include <assert.h>
#include <klee/klee.h>

int main(void) {
  char s[12];
  unsigned length = 0, digits = 0, value = 0;
  klee_make_symbolic(s, sizeof s, "s");
  s[11] = 0;
  while (s[length]) length++;
  assert(length <= 11 && s[length] == 0);
  while (s[digits] >= '0' && s[digits] <= '9') {
    value = 10 * value + (unsigned)(s[digits] - '0');
    digits++;
  }
  assert(digits <= length);
  return value == 1234;
}

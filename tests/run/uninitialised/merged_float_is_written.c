// Arithmetic on a merged number that was not written on another path is no use of that: the number was written here.
// RUN: %clean --no-output --merge=static --similar=always %s 2>&1 | FileCheck %s
// RUN: %clean --no-output --merge=none %s 2>&1 | FileCheck %s
// CHECK: 0 errors
// CHECK: complete
// RUN: %status 1 %smew run --no-output --merge=static --similar=always -D USED %s 2>&1 | FileCheck %s --check-prefix=USED
// USED: [[@LINE+14]]:{{[0-9]+}}: error: condition depends on {{.*}}[uninit]
#include <klee/klee.h>

int main(void) {
  int kind, sign;
  double number;
  klee_make_symbolic(&kind, sizeof kind, "kind");
  klee_make_symbolic(&sign, sizeof sign, "sign");
  klee_assume(sign == 1 | sign == -1);
  if (kind > 0) number = 2.5;
  double scaled = sign * (number + 1);
#ifndef USED
  if (kind <= 0) return 0;
#endif
  if (scaled == 0.25)
    return 1;
  return 2;
}

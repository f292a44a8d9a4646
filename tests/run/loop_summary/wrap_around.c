// 8-bit variables wrap around within a few iterations: the same numbers of iterations are possible as without summaries.
// RUN: %compare --scratch %t --loop-summary --complete --time 10 --common "-D TYPE=signed -D STRIDE=50 -D ORDER=<" %s
// RUN: %compare --scratch %t --loop-summary --complete --time 10 --common "-D TYPE=signed -D STRIDE=-70 -D ORDER=>=" %s
// RUN: %compare --scratch %t --loop-summary --complete --time 10 --common "-D TYPE=unsigned -D STRIDE=90 -D ORDER=<=" %s
// RUN: %compare --scratch %t --loop-summary --complete --time 10 --common "-D TYPE=unsigned -D STRIDE=-60 -D ORDER=!=" %s
// RUN: %clean --no-output --reduce=loop-summary --statistics -D TYPE=signed -D STRIDE=50 "-D ORDER=<" %s 2>&1 | FileCheck %s
// CHECK: summaries {{ *[1-9]}}
#include <klee/klee.h>

int main(void) {
  TYPE char i, n, last = 0;
  int count = 0;
  klee_make_symbolic(&i, sizeof i, "i");
  klee_make_symbolic(&n, sizeof n, "n");
  while (i ORDER n && count < 9) {
    last = i;
    i += STRIDE;
    count++;
  }
  if (last == 77) return 100;
  if (count > 0 && i - last != STRIDE) count += 10;
  switch (count) {
  case 0:
    return 1;
  case 1:
    return 2;
  case 2:
    return 3;
  case 3:
    return 4;
  case 4:
    return 5;
  case 5:
    return 6;
  case 6:
    return 7;
  case 7:
    return 8;
  case 8:
    return 9;
  case 9:
    return 10;
  case 11:
    return 12;
  case 12:
    return 13;
  case 13:
    return 14;
  case 14:
    return 15;
  case 15:
    return 16;
  case 16:
    return 17;
  case 17:
    return 18;
  case 18:
    return 19;
  case 19:
    return 20;
  }
  return 0;
}

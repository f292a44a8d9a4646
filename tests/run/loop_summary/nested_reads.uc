// Loops in a loop, both of which count and read: the inner one is summarised in the body of the outer one as well.
// RUN: rm -rf %t && %reports --output-dir %t --reduce=loop-summary --statistics %s 2>&1 | FileCheck %s
// RUN: %smew replay %t | FileCheck --check-prefix=REPLAY %s
// CHECK: .uc:[[#@LINE+21]]:{{.*}}division by zero
// CHECK: smew: coverage: 100.0% of lines
// CHECK: smew: complete: no error is possible beyond those reported, and nothing more can be covered
// REPLAY: 1 of 1 errors reproduced
main() {
  var i, k, n, s;
  i = 0;
  n = input;
  s = 0;
  while (i < n) {
    k = 0;
    while (k < input) {
      output input;
      k = k + 1;
    }
    s = k;
    n = input;
    i = i + 1;
  }
  if (i == 2) {
    if (s == 9) {
      s = 1 / (s - 9);
    }
  }
  return s;
}

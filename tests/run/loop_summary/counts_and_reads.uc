// A loop that counts and reads: the bound is another number in each iteration, so that no number of iterations has a
// formula, and the counter is new in each state. Any number of iterations is one state, and a test has the inputs of all.
// RUN: rm -rf %t && %reports --output-dir %t --reduce=loop-summary --statistics %s 2>&1 | FileCheck %s
// RUN: %smew replay %t | FileCheck --check-prefix=REPLAY %s
// CHECK: .uc:[[#@LINE+17]]:{{.*}}division by zero
// CHECK: smew: coverage: 100.0% of lines
// CHECK: smew: complete: no error is possible beyond those reported, and nothing more can be covered
// CHECK: niv_loops {{ *}}1
// CHECK: repeated {{ *[1-9]}}
// REPLAY: 1 of 1 errors reproduced
main() {
  var i, n, s;
  i = 0;
  n = input;
  s = 0;
  while (i < n) {
    n = input;
    if (input) { s = 1; }
    i = i + 1;
  }
  if (i == 77) {
    s = 1 / (s - 1);
  }
  return s;
}

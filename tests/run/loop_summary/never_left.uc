// Both loops run for ever once they are entered: the first reads inputs, the second alternates between two states. All errors
// and lines on the way there are found.
// RUN: rm -rf %t && %reports --output-dir %t --reduce=loop-summary --statistics %s 2>&1 | FileCheck %s
// RUN: %smew replay %t | FileCheck --check-prefix=REPLAY %s
// RUN: %reports --no-output --reduce=loop-summary --statistics=loops %s 2>&1 | FileCheck --check-prefix=LOOPS %s
// CHECK: .uc:[[#@LINE+14]]:{{.*}}division by zero
// CHECK: smew: coverage: 100.0% of lines
// CHECK: smew: complete: no error is possible beyond those reported, and nothing more can be covered
// CHECK: endless {{ *[1-9]}}
// REPLAY: 1 of 1 errors reproduced
// LOOPS: never_left.uc:[[#@LINE+7]]:{{.*}}: sequential, NIV{{.*}}; does not end for input =
// LOOPS: never_left.uc:[[#@LINE+12]]:{{.*}}: sequential, IV{{.*}}; does not end for input =
main() {
  var a, b, c;
  a = input;
  b = input;
  c = 0;
  while (a < 10) {
    c = input;
    if (b == 7) { c = 1 / c; }
    c = 5;
  }
  b = 0;
  while (a > 20) {
    b = 1 - b;
  }
  return c;
}

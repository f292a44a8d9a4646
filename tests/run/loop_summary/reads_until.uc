// A loop that reads until something is read: what it has read before does not matter, so that the second iteration along a
// path says nothing new.
// RUN: rm -rf %t && %reports --output-dir %t --reduce=loop-summary --statistics %s 2>&1 | FileCheck %s
// RUN: %smew replay %t | FileCheck --check-prefix=REPLAY %s
// CHECK: .uc:[[#@LINE+17]]:{{.*}}division by zero
// CHECK: smew: coverage: 100.0% of lines
// CHECK: smew: complete: no error is possible beyond those reported, and nothing more can be covered
// CHECK: repeated {{ *[1-9]}}
// REPLAY: 1 of 1 errors reproduced
main() {
  var n, v, last;
  n = input;
  v = 0;
  last = 0;
  while (v < n) {
    v = input;
    if (v == 3) { last = 1; } else { last = 2; }
  }
  if (n > 2) {
    if (n < 5) {
      if (last == 1) {
        v = 1 / (v - 3);
      }
    }
  }
  return v;
}

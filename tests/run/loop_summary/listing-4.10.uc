// Listing 4.10: two paths take turns. x is n behind the loop, if its body was executed.
// RUN: rm -rf %t && %reports --output-dir %t --reduce=loop-summary --statistics %s 2>&1 | FileCheck %s
// RUN: %smew replay %t | FileCheck --check-prefix=REPLAY %s
// CHECK: .uc:[[#@LINE+20]]:12: error: division by zero [div]
// CHECK: smew: paths: 1 completed
// CHECK: smew: complete: every path was followed to its end
// CHECK: periodic_loops {{ *}}1
// REPLAY: 1 of 1 errors reproduced
main() {
  var n, x, z;
  n = input;
  x = input;
  z = input;
  while (x < n) {
    if (z > x) {
      x = x + 1;
    }
    else {
      z = z + 1;
    }
  }

  // Before the loop x can be greater than n.
  return 1 / (x - n);
}

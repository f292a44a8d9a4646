// Listing 4.10: every path leaves the loop with x == n.
// RUN: rm -rf %t && %reports --output-dir %t --max-depth 8 %s 2>&1 | FileCheck %s
// RUN: %smew replay %t/test000001.ktest | FileCheck --check-prefix=REPLAY %s
// CHECK: .uc:[[#@LINE+16]]:12: error: division by zero [div]
// CHECK: 1 error
// REPLAY: 1 of 1 errors reproduced
main() {
  var n, x, z;
  n = input;
  x = input;
  z = input;
  while (x < n) {           // p1, p2, p3
    if (z > x) {           // p2, p3
      x = x + 1;           // p2
    }
    else {
      z = z + 1;           // p3
    }
  }
  return 1 / (x - n);
}

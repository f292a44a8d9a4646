// An array that holds arrays of its own type: the type is recursive, values are not, and copies do not share.
// RUN: %smew microc types %s | FileCheck --check-prefix=TYPES %s
// RUN: not %smew microc run --input 3 %s 2>&1 | FileCheck %s
// RUN: rm -rf %t && %reports --max-depth 6 --output-dir %t %s 2>&1 | FileCheck --check-prefix=EXPLORE %s
// RUN: %smew replay %t | FileCheck --check-prefix=REPLAY %s
// TYPES: a: t1
// TYPES: t1 = [t1]
// CHECK: 1
// CHECK: 2
// CHECK: array-of-itself.uc:[[#@LINE+19]]:8: error: index out of bounds [index]
// EXPLORE: error: index out of bounds [index]
// REPLAY: {{([0-9]+) tests replayed, ([0-9]+) of \2 errors reproduced}}
main() {
  var a, b, n;
  n = input;
  a = [];
  while (n > 0) {
    a = [a, a];
    n = n - 1;
  }
  b = a;
  b[0] = [];
  b[1][0] = [[]];
  output 1;
  a = a[0];
  b = b[0];
  output 2;
  a = a[1];
  b = b[0];
  return 0;
}

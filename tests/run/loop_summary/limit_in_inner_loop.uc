// The inner loop tests for the last number itself: what its traces say of that is no assumption about overflow in the outer
// loop. The error is in a late iteration of the outer one.
// RUN: %reports --no-output --reduce=loop-summary %s 2>&1 | FileCheck %s
// CHECK: .uc:[[#@LINE+10]]:{{.*}}division by zero
main() {
  var n, i, j, sum;
  n = input;
  sum = 0;
  i = 0;
  while (i < n) {
    j = 0;
    while (j < i) {
      if (sum == 2147483647) {
        sum = 1 / 0;
      }
      sum = sum + 1;
      j = j + 1;
    }
    i = i + 1;
  }
  return 0;
}

// The inner loop runs as often as the outer one has: the number of all iterations is of degree two.
// RUN: %clean --no-output --reduce=loop-summary %s 2>&1 | FileCheck %s
// CHECK: smew: paths: {{[0-9]}} completed
// CHECK: smew: complete: every path was followed to its end
// CHECK: smew: proved: no error on any input
main() {
  var n, i, j, sum;
  n = input;
  sum = 0;
  i = 0;
  while (i < n) {
    j = 0;
    while (j < i) {
      sum = sum + 1;
      j = j + 1;
    }
    i = i + 1;
  }
  if (n > 0) { if (n < 100) {
    if (sum + sum == n * n - n) { sum = 1; } else { sum = 0; }
    sum = 1 / sum;
  } }
  return 0;
}

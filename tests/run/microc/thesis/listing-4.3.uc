// Listing 4.3: the error cannot be reached, but plain execution never ends.
// RUN: %clean --no-output --max-depth 8 %s 2>&1 | FileCheck %s
// CHECK: 0 errors
// CHECK: not complete
main() {
  var x, y, i, n;
  x = input;
  i = input;
  n = input;
  y = x;
  while (i < n) {
    x = x + 1;
    i = i + 1;
  }
  if (x < y) {
    x = 1 / 0;
  }
  return 0;
}

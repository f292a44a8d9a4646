// Sums of one expression and constants that cannot overflow are compared without asking anybody.
// RUN: %clean --no-output --statistics %s 2>&1 | FileCheck %s
// CHECK: 2 paths, 0 errors
// CHECK: {{cadical +0 }}
main() {
  var x, y, i;
  x = input;
  if (x < 1000 && x > -1000) {
    y = x;
    i = 0;
    while (i < 50) {
      x = x + 1;
      i = i + 1;
      if (x <= y) x = 1 / 0;
      if (y - i > x) x = 1 / 0;
    }
  }
  return 0;
}

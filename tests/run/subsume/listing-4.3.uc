// Listing 4.3: proved though the loop has no bound. x >= y is inductive; y shares the register of the
// first x.
// Z3 checks every query of the proofs.
// RUN: %clean --no-output --reduce=subsume --validate %s
// RUN: %clean --no-output --reduce=subsume --statistics=subsume %s 2>&1 | FileCheck %s
// CHECK: smew: proved: no error on any input
// CHECK: subsume: main:[[#@LINE+7]]: x%{{[0-9]+}} >= x%0
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

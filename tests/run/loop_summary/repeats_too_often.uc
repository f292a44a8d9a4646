// An error that needs a hundred thousand iterations, each of which reads a number: it is found, but its test would be too
// long, and that is said.
// RUN: rm -rf %t && %reports --output-dir %t --reduce=loop-summary %s 2>&1 | FileCheck %s
// CHECK: warning: test{{[0-9]+}}.ktest was not written: its inputs repeat too often
// CHECK: .uc:[[#@LINE+14]]:{{.*}}division by zero
// CHECK: inputs that repeat too often to be listed
// CHECK: smew: complete: no error is possible beyond those reported
main() {
  var i, n, s;
  i = 0;
  n = input;
  s = 0;
  while (i < n) {
    n = input;
    if (n == 5) { s = n; }
    i = i + 1;
  }
  if (i == 100000) {
    s = 1 / (s - 5);
  }
  return s;
}

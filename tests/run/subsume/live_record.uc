// A record that an iteration leaves as it was: the error depends on what an earlier one has put into it.
// RUN: %reports --no-output --reduce=subsume --exit-on-error %s 2>&1 | FileCheck %s
// CHECK: division by zero
main() {
  var n, i, x, y, r;
  n = input;
  i = 0;
  x = 1;
  y = 0;
  r = {f: 1, p: &x};
  while (i < n) {
    if (i == 3) {
      r = {f: 1, p: &y};
    } else {
      if (i > 5) {
        x = 6 / *r.p;
      }
    }
    i = i + 1;
  }
  return 0;
}

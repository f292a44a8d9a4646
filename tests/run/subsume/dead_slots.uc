// Records are made in slots, whose old content does not tell states apart; that of variables does (live_record.uc).
// RUN: %clean --no-output --reduce=subsume %s 2>&1 | FileCheck %s
// CHECK: smew: proved: no error on any input
main() {
  var n, i, x, y, r;
  n = input;
  i = 0;
  x = 1;
  y = 2;
  r = {f: 1, p: &x};
  while (i < n) {
    if (input) {
      r = {f: 1, p: &y};
    } else {
      r = {f: 2, p: alloc 3};
    }
    x = 6 / *r.p;
    y = 6 / r.f;
    if (y < 1) {
      y = 1;
    }
    i = i + 1;
  }
  return 0;
}

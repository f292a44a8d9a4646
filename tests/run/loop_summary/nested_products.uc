// A product of itself in each iteration: multiplying out must not take exponential time, and the run must end in time.
// RUN: %clean --no-output --reduce=loop-summary --max-depth 40 --statistics %s 2>&1 | FileCheck %s
// CHECK: smew: complete
// CHECK: niv_loops
main() {
  var i, n, v;
  i = 0;
  n = input;
  v = input;
  while (i < n) {
    v = v * v * v + v * v;
    if (v == 12345) { v = n; }
    i = i + 1;
  }
  return v;
}

// A loop that allocates has other addresses in each iteration, but builds the same. It does not end if n is large.
// RUN: %clean --no-output --reduce=loop-summary --statistics %s 2>&1 | FileCheck %s
// CHECK: smew: complete: no error is possible beyond those reported, and nothing more can be covered
// CHECK: smew: proved: no error on any input
main() {
  var n, v, p;
  n = input;
  v = 0;
  p = alloc 5;
  while (v < n) {
    p = alloc (n < 4);
    v = *p + 3;
    output input;
  }
  return *p;
}

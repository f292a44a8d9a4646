// Listing 4.12: what is added is not known before, so the loop is left alone.
// RUN: %clean --no-output --reduce=loop-summary --statistics --max-depth 8 %s 2>&1 | FileCheck %s
// CHECK: not complete
// CHECK: niv_loops {{ *}}1
// CHECK: summaries {{ *}}0
main() {
  var i, j, k, n;
  i = input;
  k = input;
  n = input;
  while (i < n) {
    j = input;
    i = i + j;
    k = k + 1;
  }
  return k;
}

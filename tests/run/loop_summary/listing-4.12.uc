// Listing 4.12: what is added is not known before, so there is no closed form. But whatever the variables are after an
// iteration, they could have been before.
// RUN: %clean --no-output --reduce=loop-summary --statistics %s 2>&1 | FileCheck %s
// CHECK: smew: complete: no error is possible beyond those reported, and nothing more can be covered
// CHECK: smew: proved: no error on any input
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

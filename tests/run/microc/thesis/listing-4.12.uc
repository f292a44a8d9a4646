// Listing 4.12: what is added is not known before: no error, no end.
// RUN: %clean --no-output --max-depth 8 %s 2>&1 | FileCheck %s
// CHECK: 0 errors
// CHECK: not complete
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

// Listing 4.4, the question whether i < n is inductive: it separates the first state from the error,
// but not the states after it. Here an error depends on it, which comes after any number of iterations.
// RUN: %reports --no-output --reduce=subsume --statistics=subsume --max-time=10 %s 2>&1 | FileCheck %s
// CHECK: division by zero
// CHECK: 1 error
// CHECK-NOT: i < n
main() {
  var i, n, k;
  i = 0;
  n = input;
  k = 0;
  if (n > 40) { n = 40; }
  if (n < 0) { n = 0; }
  while (k < n) {
    i = i + 1;
    k = k + 1;
  }
  if (i == 40) {
    i = 1 / 0;
  }
  return 0;
}

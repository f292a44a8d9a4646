// Listing 5.5: the division fails, as it does in plain exploration; the access beyond the array, which
// only a general state reaches, is not reported. With a test for a, nothing fails.
// RUN: %reports --no-output --reduce=subsume --max-time=10 %s 2>&1 | FileCheck %s
// RUN: sed 's/a != 0/a == 0/' %s > %t.uc
// RUN: %clean --no-output --reduce=subsume %t.uc 2>&1 | FileCheck --check-prefix=GOOD %s
// CHECK: division by zero
// CHECK: 1 error
// CHECK-NOT: out of bounds
// GOOD: smew: proved: no error on any input
main() {
  var a,b,c,i,n;
  n = input;
  a = input;
  b = 0;
  c = [1, 2, 3];
  i = 0;
  if (a != 0) {
    a = 1;
  }
  while (i < n) {
      b = b / a;
      if (i == -1) {
          b = c[3];
      }
      i = i + 1;
  }
  return b;
}

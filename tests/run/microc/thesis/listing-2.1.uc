// Listing 2.1: a factorial.
// RUN: %status 120 %smew microc run %s
// RUN: %clean --no-output %s 2>&1 | FileCheck %s
// CHECK: 1 path, 0 errors
f(n) {
  var r;

  if (n == 0) {
    r = 1;
  } else {
    r = n * f(n - 1);
  }
  return r;
}

main() {
  return f(5);
}

// The order of evaluation: operands from left to right, the right side of an assignment first, the operands of an
// access path before the path is walked.
// RUN: %smew microc run %s | FileCheck --match-full-lines %s
// RUN: not %smew microc run --input 1 %s 2>&1 | FileCheck --check-prefix=PATH %s
// RUN: not %smew microc run --input 2 %s 2>&1 | FileCheck --check-prefix=RIGHT %s
// RUN: not %smew microc run --input 3 %s 2>&1 | FileCheck --check-prefix=BOTH %s
say(x) { output x; return x; }
shrink(p, i) { *p = [7]; return i; }
change(p) { *p = [9, 9]; return 0; }
pick(a, b) { return a[0] + b; }
main() {
  var a, b, c, n, m;
  c = input;
  // CHECK: 1
  // CHECK-NEXT: 2
  // CHECK-NEXT: 3
  n = say(1) + say(2) * say(3);
  a = [0, 0, 0];
  // CHECK-NEXT: 5
  // CHECK-NEXT: 1
  a[say(1)] = say(5);
  // CHECK-NEXT: 0
  // CHECK-NEXT: 1
  n = say(0) && say(1);
  // An argument is copied when it is evaluated.
  // CHECK-NEXT: 0
  output pick(a, change(&a));
  // The index is evaluated before the array is looked at.
  // CHECK-NEXT: 7
  output a[shrink(&a, 0)];
  // So is the right side before the left: b gets what a was.
  m = [a, a];
  m[change(&a)] = a;
  // CHECK-NEXT: 7
  output m[0][0];
  b = [1];
  // PATH: order.uc:[[#@LINE+1]]:27: error: division by zero
  if (c == 1) n = b[9 + 1 / (c - 1)];
  // RIGHT: order.uc:[[#@LINE+1]]:28: error: division by zero
  if (c == 2) b[9] = n + 1 / (c - 2);
  // BOTH: order.uc:[[#@LINE+1]]:26: error: division by zero
  if (c == 3) n = 0 && 1 / (c - 3);
  return 0;
}

// In a recursion without end the deepest level is always furthest behind. What has come out of it must
// get its turn all the same: the error is on the way out of the second level.
// RUN: %status 1 %smew run --no-output --exit-on-error --max-instructions=20000 --merge=static %s 2>&1 | FileCheck %s
// RUN: %status 1 %smew run --no-output --exit-on-error --max-instructions=20000 --merge=static --similar=always %s 2>&1 | FileCheck %s
// RUN: %status 1 %smew run --no-output --exit-on-error --max-instructions=20000 --merge=static --search=bfs %s 2>&1 | FileCheck %s
// RUN: %status 1 %smew run --no-output --exit-on-error --max-instructions=20000 --merge=dynamic %s 2>&1 | FileCheck %s
// CHECK: endless_recursion.uc:[[#@LINE+19]]:12: error: division by zero
even(n) {
  var f;
  if (n == 0) { f = 1; } else { f = odd(n - 1); }
  return f;
}

odd(n) {
  var f;
  if (n == 0) { f = 0; } else { f = even(n - 1); }
  return f;
}

main() {
  var a, b;
  b = input;
  a = even(b);
  output a;
  if (b == 2) { a = 0; }
  return 1 / (a + (b == 1) + (b == 3) * 2 + (b > 3));
}

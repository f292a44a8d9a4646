// In a loop without end there is always a state that can catch up with another one, or is furthest behind.
// What has left the loop must get its turn all the same.
// RUN: %status 1 %smew run --no-output --exit-on-error --max-instructions=20000 --merge=dynamic --similar=always %s 2>&1 | FileCheck %s
// RUN: %status 1 %smew run --no-output --exit-on-error --max-instructions=20000 --merge=dynamic --similar=always --search=tree %s 2>&1 | FileCheck %s
// RUN: %status 1 %smew run --no-output --exit-on-error --max-instructions=20000 --merge=dynamic --similar=always --search=bfs %s 2>&1 | FileCheck %s
// RUN: %status 1 %smew run --no-output --exit-on-error --max-instructions=20000 --merge=static %s 2>&1 | FileCheck %s
// RUN: %status 1 %smew run --no-output --exit-on-error --max-instructions=20000 --merge=static --similar=always %s 2>&1 | FileCheck %s
// CHECK: endless.uc:[[#@LINE+6]]:12: error: division by zero
main() {
  var i, n;
  n = input;
  i = 0;
  while (i < n) { i = i + 1; }
  return 1 / (i - 3);
}

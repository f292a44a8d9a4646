// One side is a loop without end that never forks. The other one must get its turn all the same.
// RUN: %status 1 %smew run --no-output --exit-on-error --max-instructions=100000 --merge=static %s 2>&1 | FileCheck %s
// RUN: %status 1 %smew run --no-output --exit-on-error --max-instructions=100000 --merge=dynamic %s 2>&1 | FileCheck %s
// CHECK: endless_concrete.uc:[[#@LINE+5]]:12: error: division by zero
main() {
  var x;
  x = input;
  while (x > 0) { output 1; }
  return 1 / x;
}

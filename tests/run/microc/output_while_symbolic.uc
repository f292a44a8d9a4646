// RUN: %smew run --no-output %s 2>&1 | FileCheck %s
// "broken invariant: code->origins[op] == number" at a call while a register is symbolic: the
// instructions of a block that is made late stand before those of others.
// CHECK: 2 paths, 0 errors
// CHECK: complete: every path was followed to its end
main() {
  var v, w;
  v = input;
  w = 0;
  if (v == v) {
    if (v) {
      output 5;
      w = 1;
    }
  }
  return w;
}

// Listing 3.1: two paths, and the division cannot fail (section 3.3).
// RUN: rm -rf %t && %clean --output-dir %t %s 2>&1 | FileCheck %s
// RUN: %smew replay %t | FileCheck --check-prefix=REPLAY %s
// RUN: %smew show %t/test000001.ktest %t/test000002.ktest | FileCheck --check-prefix=SHOW %s
// CHECK: 2 paths, 0 errors
// CHECK: 100.0% of lines
// CHECK: complete: every path was followed to its end
// REPLAY: 2 tests replayed{{$}}
// SHOW: object 1: input, 4 bytes
// SHOW: object 1: input, 4 bytes
main() {
  var y,z;
  z = input;
  y = 1;
  if (z == 0) {
    y = 2;
  }
  else {
    y = 3 / z;
  }
  return y;
}

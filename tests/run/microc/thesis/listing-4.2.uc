// Listing 4.2: the division is proven unreachable. That holds over the integers: the least 32-bit
// number is its own negation, and wrapping arithmetic reaches the division with it.
// RUN: %clean --no-output %s 2>&1 | FileCheck %s
// RUN: %reports --no-output --overflow=wrap %s 2>&1 | FileCheck --check-prefix=WRAP %s
// RUN: %reports --no-output --overflow=error %s 2>&1 | FileCheck --check-prefix=ERROR %s
// CHECK: 3 paths, 0 errors
// CHECK: complete
// WRAP: .uc:[[#@LINE+22]]:11: error: division by zero [div]
// WRAP: input_1 = -2147483648
// WRAP: 1 error
// ERROR: .uc:[[#@LINE+11]]:13: error: signed subtraction overflow [overflow]
// ERROR: 1 error
main() {
  var x, y;
  x = 0;
  if (input) {

  }
  else {
    y = input;
    if (y < 0) {
      y = 0 - y;
    }
    x = x + y;
  }
  if (x >= 0) {

  }
  else {
    x = 1 / 0;
  }
  return 0;
}

// Listing 4.11: paths take turns irregularly. A state is replaced a few times, then it goes on iteration by iteration.
// RUN: rm -rf %t && %reports --output-dir %t --reduce=loop-summary --exit-on-error %s 2>&1 | FileCheck %s
// RUN: %smew replay %t | FileCheck --check-prefix=REPLAY %s
// CHECK: .uc:[[#@LINE+22]]:12: error: division by zero [div]
// REPLAY: 1 of 1 errors reproduced
main() {
  var i, j, a;
  i = input;
  j = input;
  a = input;
  while (i < 100) {
    if (a <= 5) {
      a = a + 1;
    }
    else {
      a = a - 4;
    }
    if (j < 8) {
      j = j + 1;
    }
    else {
      j = j - 3;
    }
    i = i + 1;
  }
  return 1 / (a - j);
}

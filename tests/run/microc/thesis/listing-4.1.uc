// Listing 4.1: the branch a < 0 cannot follow the branch a > 1: three paths, not four. What the text
// leaves out: for 0 and 1 the result is never set.
// RUN: rm -rf %t && %reports --output-dir %t %s 2>&1 | FileCheck %s
// RUN: %smew replay %t | FileCheck --check-prefix=REPLAY %s
// RUN: sed '/^someFnc/d' %s > %t.uc && %rejects run %t.uc 2>&1 | FileCheck --check-prefix=NAMES %s
// CHECK: .uc:[[#@LINE+21]]:10: error: use of the uninitialised variable 'res' [uninit]
// CHECK: 3 paths, 1 error
// CHECK: 2 completed, 1 failed
// CHECK: complete
// REPLAY: 1 of 1 errors reproduced
// NAMES: error: 'someFnc' is not declared
// NAMES: error: 'someFnc2' is not declared
someFnc() { return 1; }
someFnc2() { return 2; }
main() {
  var a, res;

  a = input;

  if (a > 1) {
    res = someFnc();
  }
  if (a < 0) {
    res = someFnc2();
  }

  return res;
}

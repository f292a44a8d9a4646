// What a variable becomes depends on what it was and on an input, but it can only be 1 or 2: after two iterations there is
// nothing new, which no map of inputs to inputs shows, but numbers of the solver's do. The loop ends only if v is 2.
// RUN: rm -rf %t && %reports --output-dir %t --reduce=loop-summary --statistics %s 2>&1 | FileCheck %s
// RUN: %smew replay %t | FileCheck --check-prefix=REPLAY %s
// CHECK: .uc:[[#@LINE+16]]:{{.*}}division by zero
// CHECK: smew: coverage: 100.0% of lines
// CHECK: smew: complete: no error is possible beyond those reported, and nothing more can be covered
// CHECK: niv_loops {{ *}}1
// CHECK: repeated {{ *[1-9]}}
// REPLAY: 1 of 1 errors reproduced
main() {
  var v, f, n;
  v = input;
  f = input;
  n = 2;
  while (v < n) {
    v = v == (f && input);
    v = v + 1;
    if (v == 2) {
      if (f == 5) {
        v = 1 / (f - 5);
      }
    }
  }
  return v;
}

// A minus sign may stand apart from its number, and numbers are shown with their sign, and no other way.
// RUN: rm -rf %t
// RUN: %status 1 %smew run --output-dir %t %s 2>&1 | FileCheck %s --implicit-check-not=unsigned --implicit-check-not=42949
// RUN: cat %t/test*.err | FileCheck %s --check-prefix=ERR --implicit-check-not=unsigned
// RUN: %smew show %t/test000002.ktest | FileCheck %s --check-prefix=SHOW --implicit-check-not=unsigned
// RUN: %status 1 %smew microc run --args "-7" %s | FileCheck %s --check-prefix=OUT
// RUN: %smew microc format %s | FileCheck %s --check-prefix=FORMAT
// CHECK: n = -7{{$}}
// ERR: n = -7{{$}}
// SHOW: int   -7{{$}}
// OUT: -5
// FORMAT: x = -5;
main(n) {
  var x;
  x = - 5;
  output x;
  if (n == -
    7) { x = 1 / (n + 7); }
  return x - - 2 + 3 -3;
}

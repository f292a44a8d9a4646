// Listing 4.6: two paths that differ in nothing but what they print.
// RUN: %clean --no-output %s 2>&1 | FileCheck %s
// RUN: %smew microc run --input 0 %s | FileCheck --check-prefix=ONE %s
// RUN: %smew microc run --input 7 %s | FileCheck --check-prefix=ZERO %s
// CHECK: 2 paths, 0 errors
// CHECK: complete
// ONE: {{^1$}}
// ZERO: {{^0$}}
main() {
  if (input) {
      output 0;
  }
  else {
      output 1;
  }
  return 0;
}

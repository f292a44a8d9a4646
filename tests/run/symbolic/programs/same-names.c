// RUN: rm -rf %t && %smew run --quiet --libc=none --output-dir %t %s
// RUN: %smew show %t/test000001.ktest | FileCheck %s
// Names that are asked for again get the first number that is free, also where some name looks like one
// with a number.
// CHECK-DAG: {{[^0-9a-z_]x[^0-9a-z_]}}
// CHECK-DAG: {{[^0-9a-z_]x_1[^0-9a-z_]}}
// CHECK-DAG: {{[^0-9a-z_]x_1_1[^0-9a-z_]}}
// CHECK-DAG: {{[^0-9a-z_]x_1_2[^0-9a-z_]}}
// CHECK-DAG: {{[^0-9a-z_]x_2[^0-9a-z_]}}
// CHECK-DAG: {{[^0-9a-z_]x_3[^0-9a-z_]}}
// CHECK-DAG: {{[^0-9a-z_]x_4[^0-9a-z_]}}
// CHECK-DAG: {{[^0-9a-z_]x_5[^0-9a-z_]}}
#include <klee/klee.h>

int main(void) {
  static const char *const names[] = {"x", "x", "x_1", "x", "x_4", "x", "x", "x_1"};
  char bytes[8];
  for (int i = 0; i < 8; i++) klee_make_symbolic(&bytes[i], 1, names[i]);
  return 0;
}

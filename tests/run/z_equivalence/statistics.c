// --statistics=z-equivalence prints what makes states differ that were kept: registers, cells of memory, conditions.
//
// RUN: rm -rf %t && %clean --reduce=z-equivalence --statistics=z-equivalence --libc=none --output-dir %t %s 2>&1 | FileCheck %s
// RUN: FileCheck %s --input-file %t/summary.json --check-prefix=JSON
//
// CHECK: smew: states that z-equivalence compared, and what differs from the closest of the last at the place
// CHECK-NEXT: kept dropped where
// CHECK-DAG: in set (join)
// CHECK-DAG: differ only in cells+8 (1)
// CHECK-DAG: in ask (join)
// CHECK-DAG: differ in several of condition (0x2:32 <s any[0]) (1), condition (any[0] <s 0x3:32) (1)
// CHECK-DAG: differ only in kept in main ({{[1-3]}})
// JSON: "differences": [
// JSON: "place": "return",
// JSON: "only": {
// JSON: "cells+8": 1
extern int __VERIFIER_nondet_int(void);
extern void abort(void);
static int cells[4];

__attribute__((noinline)) static int set(int condition) {
  if (condition) cells[2] = 1;
  return 0;
}
__attribute__((noinline)) static int choose(int condition) {
  if (condition) return 1;
  return 2;
}
__attribute__((noinline)) static int ask(int condition) {
  if (condition < 3) cells[1] = 0;
  return 5;
}

int main(void) {
  set(__VERIFIER_nondet_int());
  if (cells[2]) return 0;
  int input = __VERIFIER_nondet_int();
  ask(input);
  int kept = choose(__VERIFIER_nondet_int());
  if (kept == 1 && input == 2 && cells[__VERIFIER_nondet_int() & 3]) return 1;
  return 0;
}

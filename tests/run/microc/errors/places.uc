// Every error at the token that names the operation, alike when exploring and when running, with a failing input;
// the tests reproduce it.
// RUN: rm -rf %t && %reports --output-dir %t --search dfs %s 2>&1 | FileCheck %s
// RUN: %smew replay %t | FileCheck --check-prefix=REPLAY %s
// RUN: ls %t | FileCheck --check-prefix=FILES %s
// RUN: cat %t/*.div.err | FileCheck --check-prefix=REPORT %s
// RUN: not %smew microc run --input 1 %s 2>&1 | FileCheck --check-prefix=RUN1 %s
// RUN: not %smew microc run --input 2 %s 2>&1 | FileCheck --check-prefix=RUN2 %s
// RUN: not %smew microc run --input 3 %s 2>&1 | FileCheck --check-prefix=RUN3 %s
// RUN: not %smew microc run --input 4 %s 2>&1 | FileCheck --check-prefix=RUN4 %s
// RUN: not %smew microc run --input 5 %s 2>&1 | FileCheck --check-prefix=RUN5 %s
// RUN: not %smew microc run --input 6 %s 2>&1 | FileCheck --check-prefix=RUN6 %s
// RUN: not %smew microc run --input 7 %s 2>&1 | FileCheck --check-prefix=RUN7 %s
// RUN: not %smew microc run --input 8 %s 2>&1 | FileCheck --check-prefix=RUN8 %s
// RUN: not %smew microc run --input 9 %s 2>&1 | FileCheck --check-prefix=RUN9 %s
// RUN: %smew microc run --input 10 %s
// REPLAY: 11 tests replayed, 9 of 9 errors reproduced
// FILES-DAG: .div.err
// FILES-DAG: .ptr.err
// FILES-DAG: .index.err
// FILES-DAG: .uninit.err
// FILES-DAG: .field.err
// REPORT: Error: division by zero
// REPORT-NEXT: Kind: div
// REPORT-NEXT: File: {{.*}}places.uc
// REPORT: Column: 23
// REPORT: Stack:
// REPORT-NEXT: #0 in div
// REPORT-NEXT: #1 {{.*}}main
// REPORT: input = 1
div(z) { var r; r = 7 / z; return r; }
dead() { var x; x = 5; return &x; }
main() {
  var c, a, m, u, p, r, t;
  c = input;
  a = [1, 2, 3];
  m = [a, []];
  r = {f: 1};
  t = 0;
  p = null;
  if (c == 99) r = {f: 1, g: 2};
  // CHECK-DAG: places.uc:[[#@LINE-11]]:23: error: division by zero [div]
  // RUN1: places.uc:[[#@LINE-12]]:23: error: division by zero [div]
  // RUN1: called from main
  if (c == 1) t = div(c - 1);
  // CHECK-DAG: places.uc:[[#@LINE+2]]:19: error: null dereference [ptr]
  // RUN2: places.uc:[[#@LINE+1]]:19: error: null dereference [ptr]
  if (c == 2) t = *p;
  // CHECK-DAG: places.uc:[[#@LINE+2]]:19: error: dereference of a dead local: x [ptr]
  // RUN3: places.uc:[[#@LINE+1]]:19: error: dereference of a dead local: x [ptr]
  if (c == 3) t = *dead();
  // CHECK-DAG: places.uc:[[#@LINE+2]]:23: error: index out of bounds [index]
  // RUN4: places.uc:[[#@LINE+1]]:23: error: index out of bounds [index]
  if (c == 4) t = m[1][0];
  // CHECK-DAG: places.uc:[[#@LINE+2]]:16: error: index out of bounds [index]
  // RUN5: places.uc:[[#@LINE+1]]:16: error: index out of bounds [index]
  if (c == 5) a[t - 1] = 4;
  // CHECK-DAG: places.uc:[[#@LINE+2]]:19: error: use of the uninitialised variable 'u' [uninit]
  // RUN6: places.uc:[[#@LINE+1]]:19: error: use of the uninitialised variable 'u' [uninit]
  if (c == 6) t = u;
  // CHECK-DAG: places.uc:[[#@LINE+2]]:34: error: use of an uninitialised value [uninit]
  // RUN7: places.uc:[[#@LINE+1]]:34: error: use of an uninitialised value [uninit]
  if (c == 7) { p = &u;      t = *p; }
  // CHECK-DAG: places.uc:[[#@LINE+2]]:20: error: missing field 'g' [field]
  // RUN8: places.uc:[[#@LINE+1]]:20: error: missing field 'g' [field]
  if (c == 8) t = r.g;
  // CHECK-DAG: places.uc:[[#@LINE+2]]:15: error: null dereference [ptr]
  // RUN9: places.uc:[[#@LINE+1]]:15: error: null dereference [ptr]
  if (c == 9) *p = 1;
  return t;
}

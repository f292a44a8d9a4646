// smew run on microc: arguments of main are inputs unless they are given, tests are lists of numbers, the tools
// for C programs work here too.
// RUN: rm -rf %t %t2 && %clean --output-dir %t %s 2>&1 | FileCheck %s
// RUN: %smew show %t/test000001.ktest | FileCheck --check-prefix=SHOW %s
// RUN: %smew replay --program-output %t | FileCheck --check-prefix=REPLAY %s
// RUN: %smew coverage %t | FileCheck --check-prefix=COVERAGE %s
// RUN: %clean --args 7 --output-dir %t2 %s 2>&1 | FileCheck --check-prefix=GIVEN %s
// RUN: %smew replay %t2 | FileCheck --check-prefix=REPLAY2 %s
// RUN: %status 2 %smew run --no-output --follow %t/test000001.ktest %s | FileCheck --check-prefix=FOLLOW %s
// RUN: %smew cfg %s | FileCheck --check-prefix=CFG %s
// RUN: %smew qce %s | FileCheck --check-prefix=QCE %s
// RUN: %smew ir %s | FileCheck --check-prefix=IR %s
// CHECK: 4 paths, 0 errors
// CHECK: 100.0% of branches
// SHOW: object 1: n, 4 bytes
// SHOW: object 2: input, 4 bytes
// REPLAY-COUNT-4: {{^[0-9]+$}}
// REPLAY: 4 tests replayed{{$}}
// COVERAGE: explore.uc
// GIVEN: 2 paths, 0 errors
// REPLAY2: 2 tests replayed{{$}}
// FOLLOW: {{^2$}}
// CFG: digraph
// QCE: explore.uc
// IR: func @main(%0:32) -> 32
main(n) {
  var x, r;
  x = input;
  r = 0;
  if (n > 5)
    r = r + 1;
  if (x == n)
    r = r + 2;
  output r;
  return r;
}

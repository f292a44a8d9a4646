// smew microc run: where numbers come from, and what becomes of the result.
// RUN: %status 6 %smew microc run --args 1,2 --input "3" %s | FileCheck --match-full-lines --check-prefix=A %s
// A: 3
// A-NEXT: -1
// RUN: echo "40 -7" > %t.in && %status 43 %smew microc run --args "1 2" --input-file %t.in %s | FileCheck --match-full-lines --check-prefix=B %s
// B: 40
// B-NEXT: -7
// RUN: echo "72 105" | %status 75 %smew microc run --args=1,2 --ascii %s | FileCheck --check-prefix=ASCII %s
// ASCII: {{^Hi$}}
// RUN: echo "0" | %status 3 %smew microc run --args=1,2 --time %s 2>&1 | FileCheck --check-prefix=TIME %s
// TIME: smew: it took 0.{{[0-9]+}} s
// RUN: not %smew microc run --args 1,2 --input "3 four" %s 2>&1 | FileCheck --check-prefix=WORD %s
// WORD: run.uc:[[#@LINE+16]]:7: error: input is not a 32-bit integer: 'four' [input]
// RUN: not %smew microc run --args 1,2 --input "2147483648" %s 2>&1 | FileCheck --check-prefix=LARGE %s
// LARGE: error: input is not a 32-bit integer: '2147483648' [input]
// RUN: %rejects microc run --args 1 %s 2>&1 | FileCheck --check-prefix=FEW %s
// FEW: main takes 2 arguments, not 1
// RUN: %rejects microc run --args 1,x %s 2>&1 | FileCheck --check-prefix=ARGS %s
// ARGS: --args: 'x' is not a 32-bit integer
// RUN: %rejects microc walk %s 2>&1 | FileCheck --check-prefix=WALK %s
// WALK: there is no 'walk'
// RUN: %rejects microc run 2>&1 | FileCheck --check-prefix=FILE %s
// FILE: microc run needs one file
// RUN: %rejects run %s 1 2 2>&1 | FileCheck --check-prefix=BEHIND %s
// BEHIND: main's arguments are given by --args
main(a, b) {
  var x, y;
  x = input;
  y = input;
  output x;
  output y;
  return x + a + b;
}

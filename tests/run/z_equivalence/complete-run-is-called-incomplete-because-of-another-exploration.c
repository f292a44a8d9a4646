// Single paths were followed to their ends; that z-equivalence, in an exploration of its own, had left out a variable that a number
// might be the address of, is of no concern then.
//
// RUN: %reports --without=merge --portfolio-after=0 --libc=none --no-output %s 2>&1 | FileCheck %s
// CHECK-NOT: not complete
// CHECK: smew: complete: every path was followed to its end
#include "wild-access-reads-a-variable-that-was-left-out.c"

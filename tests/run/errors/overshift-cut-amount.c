// The amount of a shift is looked at before clang cuts it to the width of what is shifted, in C and in
// bitcode. What the programmer cuts is another matter.
// RUN: %reports --opt=none %s 2>&1 | FileCheck %s --check-prefixes=C,CHECK
// RUN: %reports %s 2>&1 | FileCheck %s --check-prefixes=C,CHECK
// RUN: clang -O0 -g -emit-llvm -c %s -o %t.bc
// RUN: %reports %t.bc 2>&1 | FileCheck %s --check-prefixes=BC,CHECK
// RUN: %clean -D CAST %s
// RUN: clang -O0 -g -DCAST -emit-llvm -c %s -o %t.bc
// RUN: %clean %t.bc
// RUN: %clean -D SMALL %s
// RUN: clang -O0 -g -DSMALL -emit-llvm -c %s -o %t.bc
// RUN: %clean %t.bc
// RUN: %clean --check-overflow %t.bc 2>&1 | FileCheck %s --check-prefix=NOTE
// NOTE: smew: not checked: overflow of 1 left shift, because bitcode does not show which are signed
#define CUT(x, n) ((x) >> (int)(n))
int x = 5;

#ifdef CAST
volatile unsigned long far = 1ul << 32;
int main(void) { return (x >> (int)far) + CUT(x, far) != 10; }
#elif defined SMALL
volatile unsigned long near = 31;
int main(void) { return (x >> near) + (x << (near - 29)) != 20; }
#else
volatile unsigned long far = (1ul << 32) + 1;
int main(void) {
  // C: overshift-cut-amount.c:[[@LINE+2]]:12: error: shift exponent 4294967297 is too large for 32-bit type 'int' [overshift]
  // BC: overshift-cut-amount.c:[[@LINE+1]]:12: error: shift amount 4294967297 is not less than the width 32 [overshift]
  return x >> far;
}
#endif
// CHECK: 1 error

// Bitcode from `clang -O0 -Xclang -disable-O0-optnone` is not optimised, whatever its attributes
// say: oversized shifts are reported, in functions without variables too. In optimised code they
// are not, and the summary says so.
// RUN: clang -O0 -g -Xclang -disable-O0-optnone -emit-llvm -c %s -o %t.bc
// RUN: %reports %t.bc 2>&1 | FileCheck %s
// RUN: %reports --opt=none %t.bc 2>&1 | FileCheck %s
// RUN: clang -O0 -g -Xclang -disable-O0-optnone -DNO_LOCALS -emit-llvm -c %s -o %t.plain.bc
// RUN: %reports %t.plain.bc 2>&1 | FileCheck %s --check-prefix=PLAIN
// RUN: clang -O2 -g -emit-llvm -c %s -o %t.fast.bc
// RUN: %clean %t.fast.bc 2>&1 | FileCheck %s --check-prefix=FAST
// RUN: clang -O0 -g -Xclang -disable-O0-optnone -emit-llvm -c %s -o - | opt -passes=mem2reg -o %t.half.bc
// RUN: %clean %t.half.bc 2>&1 | FileCheck %s --check-prefix=HALF

volatile int amount = 40;

#ifdef NO_LOCALS
// PLAIN: overshift-without-optnone.c:[[@LINE+1]]:37: error: shift amount 40 is not less than the width 32 [overshift]
static int shifted(void) { return 1 << amount; }
int main(void) { return shifted() != 7; }
#else
static int shifted(int a, int by) {
  // CHECK: overshift-without-optnone.c:[[@LINE+1]]:12: error: shift amount 40 is not less than the width 32 [overshift]
  return a << by;
}
int main(void) { return shifted(3, amount) & 15; }
#endif

// FAST-NOT: error:
// FAST: smew: not checked: amounts of 1 shift, because the code was optimised (first at {{.*}}overshift-without-optnone.c:{{[0-9]+}}:12)
// HALF: smew: not checked: amounts of 1 shift, because the code was optimised (first at {{.*}}overshift-without-optnone.c:{{[0-9]+}}:12)

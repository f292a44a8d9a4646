// Numbers of the same value are not the same to the engine if they are used as addresses: a[i] stays within a, a
// pointer from undefined code leads to an unknown object, any other number to any object. States that differ in that
// are kept apart, whichever comes first.
//
// RUN: %reports --reduce=none --externals=free --no-output %s 2>&1 | FileCheck %s
// RUN: %reports --reduce=z-equivalence --externals=free --no-output %s 2>&1 | FileCheck %s
// RUN: %reports --reduce=z-equivalence --externals=free --search=bfs --no-output %s 2>&1 | FileCheck %s
// RUN: %reports --reduce=none --externals=free -DSWAPPED --no-output %s 2>&1 | FileCheck %s
// RUN: %reports --reduce=z-equivalence --externals=free -DSWAPPED --no-output %s 2>&1 | FileCheck %s
//
// CHECK-DAG: error: assertion failed: *unknown != 5
// CHECK-DAG: error: assertion failed: *address != 6
// CHECK: smew: complete
#include <smew/verifier.h>

extern void __assert_fail(const char *, const char *, unsigned, const char *) __attribute__((noreturn));
#define assert(e) ((e) ? (void)0 : __assert_fail(#e, __FILE__, __LINE__, __func__))
extern int *get(void);
static volatile int a[2] = {1, 2}, b = 6;

#ifdef SWAPPED
#define FLIP !
#else
#define FLIP
#endif

int main(void) {
  if (__VERIFIER_nondet_bool()) {
    int *unknown = FLIP __VERIFIER_nondet_bool() ? get() : (int *)__VERIFIER_nondet_long();
    if ((unsigned long)unknown == (unsigned long)&b) return 1;
    assert(*unknown != 5);
  } else {
    long i = __VERIFIER_nondet_long();
    volatile int *address = FLIP __VERIFIER_nondet_bool() ? (int *)((long)a + i) : (int *)i;
    assert(*address != 6);
  }
  return 0;
}

// Three numbers that are coupled by sums are any three numbers if the determinant is odd, and then one state stands for another.
// With an even determinant they are not.
//
// RUN: %reports --reduce=z-equivalence --libc=none --no-output --statistics=z-equivalence %s 2>&1 | FileCheck %s --check-prefixes=CHECK,ON
// RUN: %reports --reduce=z-equivalence --z-linear=off --libc=none --no-output --statistics=z-equivalence %s 2>&1 | FileCheck %s --check-prefixes=CHECK,OFF
// RUN: %reports --reduce=z-equivalence -DEVEN --libc=none --no-output --statistics=z-equivalence %s 2>&1 | FileCheck %s --check-prefixes=CHECK,OFF
//
// CHECK: error: assertion failed: z != 4
// CHECK: smew: complete: no error is possible beyond those reported
// ON: {{^ +1 +1 .*}} in couple (join)
// OFF: {{^ +2 +0 .*}} in couple (join)
#include <smew/verifier.h>

extern void __assert_fail(const char *, const char *, unsigned, const char *) __attribute__((noreturn));
#define assert(e) ((e) ? (void)0 : __assert_fail(#e, __FILE__, __LINE__, __func__))

#ifdef EVEN
#define FACTOR 1
#else
#define FACTOR 2
#endif
static unsigned x, y, z;

__attribute__((noinline)) static void couple(void) {
  unsigned a = __VERIFIER_nondet_uint(), b = __VERIFIER_nondet_uint(), c = __VERIFIER_nondet_uint();
  if (__VERIFIER_nondet_int())
    x = a + b, y = b + c, z = c + FACTOR * a;
  else
    x = a, y = b, z = c;
}

int main(void) {
  couple();
  if (x == 3 && y == 6) assert(z != 4);
  return 0;
}

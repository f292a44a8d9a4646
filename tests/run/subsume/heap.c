// Objects allocated in loops without a bound: proven where every iteration builds the same again. What depends on objects of
// earlier iterations, on aliases, or on addresses, is still found.
// RUN: %clean --no-output --reduce=subsume --subsume-heap=isomorphic -D REPLACED %s 2>&1 | FileCheck %s
// RUN: %clean --no-output --reduce=subsume --subsume-heap=isomorphic -D FREED %s 2>&1 | FileCheck %s
// RUN: %clean --no-output --reduce=subsume --subsume-heap=isomorphic -D LAST_TWO %s 2>&1 | FileCheck %s
// RUN: %reports --no-output --reduce=subsume --subsume-heap=isomorphic --exit-on-error -D OLDEST %s 2>&1 | FileCheck --check-prefix=BAD %s
// RUN: %reports --no-output --reduce=subsume --subsume-heap=isomorphic --exit-on-error -D ALIAS %s 2>&1 | FileCheck --check-prefix=BAD %s
// RUN: %reports --no-output --reduce=subsume --subsume-heap=isomorphic --exit-on-error -D SWAPPED %s 2>&1 | FileCheck --check-prefix=BAD %s
// RUN: %reports --no-output --reduce=subsume --subsume-heap=isomorphic --exit-on-error -D HIDDEN %s 2>&1 | FileCheck --check-prefix=BAD %s
// RUN: %reports --no-output --reduce=subsume --subsume-heap=isomorphic --exit-on-error -D ORDER %s 2>&1 | FileCheck --check-prefix=BAD %s
// RUN: %reports --no-output --reduce=subsume --subsume-heap=isomorphic --exit-on-error -D DANGLING %s 2>&1 | FileCheck --check-prefix=FREE %s
// CHECK: smew: proved: no error on any input
// BAD: error function called
// FREE: use after free
#include <stdint.h>
#include <stdlib.h>
extern int __VERIFIER_nondet_int(void);
extern void reach_error(void);
#define check(e) ((e) ? (void)0 : reach_error())

static int *make(int value) {
  int *p = malloc(sizeof *p);
  *p = value;
  return p;
}

int main(void) {
  int *p = make(1);
#if defined REPLACED
  while (__VERIFIER_nondet_int()) {
    check(*p == 1);
    p = make(1);
  }
#elif defined FREED
  while (__VERIFIER_nondet_int()) {
    check(*p > 0);
    free(p);
    p = make(2);
  }
#elif defined LAST_TWO
  int *q = make(2);
  while (__VERIFIER_nondet_int()) {
    int *r = make(*p + 1);
    check(p != q && *p + *q == 3);
    *r = *p;
    p = q;
    q = r;
  }
#elif defined OLDEST
  /* The third object back is wrong. */
  int *q = make(1), *r = make(1), n = 0;
  while (__VERIFIER_nondet_int()) {
    check(*r == 1);
    r = q;
    q = p;
    p = make(n++ == 4 ? 2 : 1);
  }
#elif defined ALIAS
  /* From the fourth iteration on both are the same object. */
  int *q = make(1), n = 0;
  while (__VERIFIER_nondet_int()) {
    *p = 1;
    *q = 2;
    check(*p == 1);
    p = make(1);
    if (++n == 4) q = p;
  }
#elif defined SWAPPED
  int *q = make(2), n = 0;
  while (__VERIFIER_nondet_int()) {
    int *r = p;
    check(n < 3 || *p == 1 || *q == 1);
    p = make(1);
    *p = n++ > 5 ? 2 : 1;
    q = r;
  }
#elif defined HIDDEN
  /* The first object is kept only as a number. */
  uintptr_t key = 0x5555, hidden = (uintptr_t)p ^ key;
  int n = 0;
  while (__VERIFIER_nondet_int()) {
    int *q = (int *)(hidden ^ key);
    *q = 3;
    *p = 7;
    check(*q == 7);
    if (++n != 4) continue;
    p = make(1);
  }
#elif defined ORDER
  int *q = make(1), n = 0;
  while (__VERIFIER_nondet_int()) {
    check(p < q);
    if (++n != 4) continue;
    p = make(1);
  }
#elif defined DANGLING
  int *q = p, n = 0;
  while (__VERIFIER_nondet_int()) {
    check(*q == 1);
    p = make(1);
    if (n++ == 3) free(q);
  }
#endif
}

// Pointers that lead to one of several variables, to objects of the heap, or nowhere, in loops without a bound: one annotation
// holds for all of them. What only some of the targets, or some aliases, lead to is still found.
// RUN: %clean --no-output --reduce=subsume --subsume-heap=isomorphic -D TARGETS %s 2>&1 | FileCheck %s
// RUN: %clean --no-output --reduce=subsume --subsume-heap=isomorphic -D NULLS %s 2>&1 | FileCheck %s
// RUN: %clean --no-output --reduce=subsume --subsume-heap=isomorphic -D ALIASES %s 2>&1 | FileCheck %s
// RUN: %reports --no-output --reduce=subsume --subsume-heap=isomorphic --exit-on-error -D TARGETS -D ERROR %s 2>&1 | FileCheck --check-prefix=BAD %s
// RUN: %reports --no-output --reduce=subsume --subsume-heap=isomorphic --exit-on-error -D NULLS -D ERROR %s 2>&1 | FileCheck --check-prefix=NULL %s
// RUN: %reports --no-output --reduce=subsume --subsume-heap=isomorphic --exit-on-error -D ALIASES -D ERROR %s 2>&1 | FileCheck --check-prefix=BAD %s
// RUN: %reports --no-output --reduce=subsume --subsume-heap=isomorphic --exit-on-error -D CONTENT -D ERROR %s 2>&1 | FileCheck --check-prefix=BAD %s
// CHECK: smew: proved: no error on any input
// BAD: error function called
// NULL: null
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
  int a = 1, b = 2, c = 3, n = 0;
#if defined TARGETS
  int *p = &a, *q = &b;
  while (__VERIFIER_nondet_int()) {
    int what = __VERIFIER_nondet_int();
    if (what == 1) p = &c;
    if (what == 2) q = make(7);
    if (what == 3) p = q;
    if (what == 4) q = &a;
#ifdef ERROR
    if (p == q && p == &a && ++n == 3) c = 0;
#endif
    check(*p > 0 && *q > 0);
  }
#elif defined NULLS
  int *p = NULL, *q = &b;
  while (__VERIFIER_nondet_int()) {
    if (p != NULL) check(*p <= 3);
    if (__VERIFIER_nondet_int()) p = __VERIFIER_nondet_int() ? &c : NULL;
#ifdef ERROR
    if (p == NULL && ++n == 4) q = p;
#endif
    if (__VERIFIER_nondet_int() && p != NULL) q = p;
    check(*q > 1);
  }
#elif defined ALIASES
  /* Writes through one of them change the other only if they are the same object. */
  int *p = make(1), *q = make(2);
  while (__VERIFIER_nondet_int()) {
    int what = __VERIFIER_nondet_int();
    if (what == 1) p = make(1);
    if (what == 2) q = make(2);
#ifdef ERROR
    if (what == 3 && ++n == 3) q = p;
#endif
    *p = 1;
    *q = 2;
    check(*p == 1);
  }
#elif defined CONTENT
  /* The object keeps what was stored while another pointer led to it. */
  int *p = make(1), *q = &a;
  while (__VERIFIER_nondet_int()) {
    int what = __VERIFIER_nondet_int();
    if (what == 1) q = p;
    if (what == 2) p = __VERIFIER_nondet_int() ? make(1) : &b;
    if (what == 3 && q != &a) *q = ++n;
    check(*q < 5);
  }
#endif
  return c + n;
}

// A buffer that is filled and checked again and again, up to a length that is read each time, needs an invariant about its
// elements. If one of them is not as the others, that is still found. Whichever states come first: with these seeds, cubes that
// were made larger were proven again and again, of no use to the states that came later.
// RUN: %clean --no-output --reduce=subsume --seed=6 -D NUMBER=7 %s 2>&1 | FileCheck %s
// RUN: %clean --no-output --reduce=subsume --seed=8 -D NUMBER=i %s 2>&1 | FileCheck %s
// RUN: %reports --no-output --reduce=subsume --seed=3 --exit-on-error -D NUMBER=7 -D ONE %s 2>&1 | FileCheck --check-prefix=BAD %s
// RUN: %reports --no-output --reduce=subsume --seed=3 --exit-on-error -D NUMBER=i -D BEYOND %s 2>&1 | FileCheck --check-prefix=BOUND %s
// CHECK: smew: proved: no error on any input
// BAD: error function called
// BOUND: out-of-bounds write
extern int __VERIFIER_nondet_int(void);
extern void reach_error(void);
#ifndef NUMBER
#define NUMBER 7
#endif

int a[8];
int main(void) {
  for (;;) {
    int n = __VERIFIER_nondet_int();
#ifdef BEYOND
    if (n < 0 || n > 9) return 0;
#else
    if (n < 0 || n > 8) return 0;
#endif
    for (int i = 0; i < n; i++) a[i] = NUMBER;
#ifdef ONE
    if (n > 5) a[4]++;
#endif
    for (int i = 0; i < n; i++)
      if (a[i] != NUMBER) reach_error();
  }
}

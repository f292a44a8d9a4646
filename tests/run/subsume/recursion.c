// Recursion without a bound, by contracts: proven if the stack has no limit. With a limit, a stack that is too deep is an
// error of its own, and no contract hides it. What fails in a deep call only is found.
// RUN: %clean --no-output --reduce=subsume --max-stack-frames=0 -D MCCARTHY %s 2>&1 | FileCheck %s
// RUN: %clean --no-output --reduce=subsume --max-stack-frames=0 -D SUM %s 2>&1 | FileCheck %s
// RUN: %clean --no-output --reduce=subsume --max-stack-frames=0 -D PARITY %s 2>&1 | FileCheck %s
// RUN: %clean --no-output --reduce=subsume --max-stack-frames=0 -D ACKERMANN %s 2>&1 | FileCheck %s
// RUN: %clean --no-output --reduce=subsume --max-stack-frames=0 -D CALLED_TWICE %s 2>&1 | FileCheck %s
// RUN: %reports --no-output --reduce=subsume --max-stack-frames=60 -D PARITY %s 2>&1 | FileCheck --check-prefix=DEEP %s
// RUN: %reports --no-output --reduce=subsume --max-stack-frames=0 --exit-on-error -D FAILS_INSIDE %s 2>&1 | FileCheck --check-prefix=BAD %s
// RUN: %reports --no-output --reduce=subsume --max-stack-frames=0 --exit-on-error -D WRONG_DEEP %s 2>&1 | FileCheck --check-prefix=BAD %s
// RUN: %reports --no-output --reduce=subsume --max-stack-frames=0 --exit-on-error -D WRAPS %s 2>&1 | FileCheck --check-prefix=BAD %s
// RUN: %reports --no-output --reduce=subsume --max-stack-frames=0 --exit-on-error -D COUNTS_CALLS %s 2>&1 | FileCheck --check-prefix=BAD %s
// CHECK: smew: proved: no error on any input
// DEEP: stack overflow
// BAD: error function called
extern int __VERIFIER_nondet_int(void);
extern void __VERIFIER_assume(int);
extern void reach_error(void);
#define check(e) ((e) ? (void)0 : reach_error())

#if defined MCCARTHY
static int f(int n) { return n > 100 ? n - 10 : f(f(n + 11)); }
static void test(int n) {
  int r = f(n);
  check(n > 101 ? r == n - 10 : r == 91);
}
#elif defined SUM
static int add(int m, int n) { return n == 0 ? m : n > 0 ? add(m + 1, n - 1) : add(m - 1, n + 1); }
static void test(int n) {
  int m = __VERIFIER_nondet_int();
  check((unsigned)add(m, n) == (unsigned)m + (unsigned)n);
}
#elif defined PARITY
static int is_odd(unsigned n);
static int is_even(unsigned n) { return n == 0 ? 1 : is_odd(n - 1); }
static int is_odd(unsigned n) { return n == 0 ? 0 : is_even(n - 1); }
static void test(int n) { check(is_even((unsigned)n) == !(n & 1)); }
#elif defined ACKERMANN
static int a(int m, int n) { return m <= 0 ? n + 1 : n <= 0 ? a(m - 1, 1) : a(m - 1, a(m, n - 1)); }
static void test(int n) { check(a(0, n) - 1 == n); }
#elif defined CALLED_TWICE
static unsigned id(unsigned n) { return n == 0 ? 0 : id(n - 1) + 1; }
static void test(int n) { check(id((unsigned)n) + id((unsigned)-n) == 0); }
#elif defined FAILS_INSIDE
static int f(int n) {
  check(n != 150);
  return n <= 0 ? 0 : f(n - 1);
}
static void test(int n) {
  __VERIFIER_assume(n < 200);
  f(n);
}
#elif defined WRONG_DEEP
static int f(int n) { return n <= 0 ? 0 : f(n - 1) + (n == 130 ? 2 : 1); }
static void test(int n) {
  __VERIFIER_assume(n >= 0 && n < 200);
  check(f(n) == n);
}
#elif defined WRAPS
/* At least n only until it wraps around. */
static unsigned char f(unsigned char n) { return n == 0 ? 0 : (unsigned char)(f((unsigned char)(n - 1)) + 2); }
static void test(int n) { check(f((unsigned char)n) >= (unsigned char)n); }
#elif defined COUNTS_CALLS
/* Its effect is not in its result. */
static int calls;
static int f(int n) {
  calls++;
  return n <= 0 ? 0 : f(n - 1);
}
static void test(int n) {
  __VERIFIER_assume(n < 100);
  f(n);
  check(calls != 90);
}
#endif

int main(void) { test(__VERIFIER_nondet_int()); }

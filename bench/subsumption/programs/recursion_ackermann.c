/* Ackermann's function is positive. */
extern int __VERIFIER_nondet_int(void);
extern void __VERIFIER_assume(int);
extern void reach_error(void);
#define check(e) ((e) ? (void)0 : reach_error())

static int ackermann(int m, int n) {
  if (m <= 0) return n + 1;
  if (n <= 0) return ackermann(m - 1, 1);
  return ackermann(m - 1, ackermann(m, n - 1));
}
int main(void) {
  int m = __VERIFIER_nondet_int(), n = __VERIFIER_nondet_int();
  __VERIFIER_assume(m >= 0 && m <= 2 && n >= 0 && n < 1000);
#ifdef ERROR
  check(ackermann(m, n) != 9);
#else
  check(m > 0 || ackermann(m, n) == n + 1);
#endif
}

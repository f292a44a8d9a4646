/* Addition by steps of one. */
extern int __VERIFIER_nondet_int(void);
extern void __VERIFIER_assume(int);
extern void reach_error(void);
#define check(e) ((e) ? (void)0 : reach_error())

static int add(int m, int n) {
  if (n == 0) return m;
  if (n > 0) return add(m + 1, n - 1);
  return add(m - 1, n + 1);
}
int main(void) {
  int m = __VERIFIER_nondet_int(), n = __VERIFIER_nondet_int();
#ifdef ERROR
  check(m != 10 || n != 12 || add(m, n) != 22);
#else
  check((unsigned)add(m, n) == (unsigned)m + (unsigned)n);
#endif
}

/* Steps that a number takes down to zero, by one or by two. */
extern int __VERIFIER_nondet_int(void);
extern void __VERIFIER_assume(int);
extern void reach_error(void);
#define check(e) ((e) ? (void)0 : reach_error())

static int steps(int n) {
  if (n <= 0) return 0;
#ifdef ERROR
  if (n == 12) return 100;
#endif
  if (__VERIFIER_nondet_int() && n >= 2) return 1 + steps(n - 2);
  return 1 + steps(n - 1);
}
int main(void) {
  int n = __VERIFIER_nondet_int();
  __VERIFIER_assume(n >= 0 && n < 1000);
  int s = steps(n);
  check(s <= n);
}

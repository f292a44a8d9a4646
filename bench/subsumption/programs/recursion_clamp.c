/* A result that is never negative. */
extern int __VERIFIER_nondet_int(void);
extern void __VERIFIER_assume(int);
extern void reach_error(void);
#define check(e) ((e) ? (void)0 : reach_error())

static int down(int n, int step) {
  if (n <= 0) return 0;
  return n < step ? n : down(n - step, step);
}
int main(void) {
  int n = __VERIFIER_nondet_int(), step = __VERIFIER_nondet_int();
  __VERIFIER_assume(step > 0 && n < 1000000);
#ifdef ERROR
  check(step != 7 || n != 40 || down(n, step) != 5);
#else
  check(down(n, step) >= 0);
#endif
}

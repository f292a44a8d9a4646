/* McCarthy's function. */
extern int __VERIFIER_nondet_int(void);
extern void __VERIFIER_assume(int);
extern void reach_error(void);
#define check(e) ((e) ? (void)0 : reach_error())

static int f(int n) { return n > 100 ? n - 10 : f(f(n + 11)); }
int main(void) {
  int n = __VERIFIER_nondet_int();
  __VERIFIER_assume(n > 90 && n < 120);
  int r = f(n);
#ifdef ERROR
  check(r != 93);
#else
  check(n > 101 || r == 91);
#endif
}

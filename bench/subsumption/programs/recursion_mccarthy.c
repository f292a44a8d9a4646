/* McCarthy's function of any number. */
extern int __VERIFIER_nondet_int(void);
extern void __VERIFIER_assume(int);
extern void reach_error(void);
#define check(e) ((e) ? (void)0 : reach_error())

static int f(int n) { return n > 100 ? n - 10 : f(f(n + 11)); }
int main(void) {
  int n = __VERIFIER_nondet_int();
  int r = f(n);
#ifdef ERROR
  check(n != 95 || r != 91);
#else
  check(n > 101 ? r == n - 10 : r == 91);
#endif
}

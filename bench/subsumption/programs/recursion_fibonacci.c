/* Fibonacci numbers are not negative, while they do not overflow. */
extern int __VERIFIER_nondet_int(void);
extern void __VERIFIER_assume(int);
extern void reach_error(void);
#define check(e) ((e) ? (void)0 : reach_error())

static int fibonacci(int n) { return n < 1 ? 0 : n == 1 ? 1 : fibonacci(n - 1) + fibonacci(n - 2); }
int main(void) {
  int n = __VERIFIER_nondet_int();
  __VERIFIER_assume(n <= 12);
#ifdef ERROR
  check(fibonacci(n) != 34);
#else
  check(fibonacci(n) >= 0);
#endif
}

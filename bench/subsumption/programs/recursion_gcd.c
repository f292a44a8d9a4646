/* A common divisor of any two numbers. */
extern int __VERIFIER_nondet_int(void);
extern void __VERIFIER_assume(int);
extern void reach_error(void);
#define check(e) ((e) ? (void)0 : reach_error())

static unsigned gcd(unsigned a, unsigned b) { return b == 0 ? a : gcd(b, a % b); }
int main(void) {
  unsigned a = (unsigned)__VERIFIER_nondet_int(), b = (unsigned)__VERIFIER_nondet_int();
  __VERIFIER_assume(a > 0 && a < 100 && b < 100);
#ifdef ERROR
  check(gcd(a, b) != 13);
#else
  check(gcd(a, b) > 0);
#endif
}

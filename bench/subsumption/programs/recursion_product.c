/* Multiplication by adding. */
extern int __VERIFIER_nondet_int(void);
extern void __VERIFIER_assume(int);
extern void reach_error(void);
#define check(e) ((e) ? (void)0 : reach_error())

static unsigned times(unsigned a, unsigned b) {
  if (b == 0) return 0;
#ifdef ERROR
  if (b == 9) return times(a, b - 1) + a + 1;
#endif
  return times(a, b - 1) + a;
}
int main(void) {
  unsigned b = (unsigned)__VERIFIER_nondet_int();
  check(times(0, b) == 0);
  check(times(1, b) == b);
}

/* A number that is taken apart and put together. */
extern int __VERIFIER_nondet_int(void);
extern void __VERIFIER_assume(int);
extern void reach_error(void);
#define check(e) ((e) ? (void)0 : reach_error())

static unsigned id(unsigned n) { return n == 0 ? 0 : id(n - 1) + 1; }
int main(void) {
  unsigned n = (unsigned)__VERIFIER_nondet_int();
#ifdef ERROR
  check(n > 30 || id(n) != 25);
#else
  check(id(n) == n);
#endif
}

/* Mutual recursion of any depth. */
extern int __VERIFIER_nondet_int(void);
extern void __VERIFIER_assume(int);
extern void reach_error(void);
#define check(e) ((e) ? (void)0 : reach_error())

static int is_odd(unsigned n);
static int is_even(unsigned n) { return n == 0 ? 1 : is_odd(n - 1); }
static int is_odd(unsigned n) { return n == 0 ? 0 : is_even(n - 1); }
int main(void) {
  unsigned n = (unsigned)__VERIFIER_nondet_int();
#ifdef ERROR
  check(n != 21 || is_even(n));
#else
  check(is_even(n) == !(n & 1));
#endif
}

/* What is counted up is counted down again. */
extern int __VERIFIER_nondet_int(void);
extern void __VERIFIER_assume(int);
extern void reach_error(void);
#define check(e) ((e) ? (void)0 : reach_error())

int main(void) {
  unsigned n = (unsigned)__VERIFIER_nondet_int(), x = n, y = 0;
  while (x > 0) {
    x--;
    y++;
  }
#ifdef ERROR
  check(y != 9);
#else
  check(y == n);
#endif
}

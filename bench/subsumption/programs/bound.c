/* A counter that does not pass its bound. */
extern int __VERIFIER_nondet_int(void);
extern void __VERIFIER_assume(int);
extern void reach_error(void);
#define check(e) ((e) ? (void)0 : reach_error())

int main(void) {
  int n = __VERIFIER_nondet_int(), i = 0;
  __VERIFIER_assume(n >= 0 && n < 1000000);
  while (i < n) {
    i++;
#ifdef ERROR
    if (i == 11) i += 2;
#endif
  }
  check(i == n);
}

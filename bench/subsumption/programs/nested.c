/* A loop in a loop, both without a bound. */
extern int __VERIFIER_nondet_int(void);
extern void __VERIFIER_assume(int);
extern void reach_error(void);
#define check(e) ((e) ? (void)0 : reach_error())

int main(void) {
  int x = 0, i = 0, n = __VERIFIER_nondet_int(), j, m = __VERIFIER_nondet_int();
  __VERIFIER_assume(n < 1000 && m < 1000);
  while (i < n) {
    j = 0;
    while (j < m) {
      if (x < 100) x++;
      j++;
    }
    i++;
#ifdef ERROR
    if (i == 4) x = -1;
#endif
  }
  check(x >= 0);
}

/* A loop whose second half does something else. */
extern int __VERIFIER_nondet_int(void);
extern void __VERIFIER_assume(int);
extern void reach_error(void);
#define check(e) ((e) ? (void)0 : reach_error())

int main(void) {
  int i = 0, x = 0, n = __VERIFIER_nondet_int();
  __VERIFIER_assume(n <= 100000);
  while (i < n) {
    if (i < n / 2)
      x = 1;
    else
      x = 2;
#ifdef ERROR
    if (i == 6) x = 3;
#endif
    i++;
  }
  check(x >= 0 && x <= 2);
}

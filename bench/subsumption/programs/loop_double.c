/* A sum of twos. */
extern int __VERIFIER_nondet_int(void);
extern void __VERIFIER_assume(int);
extern void reach_error(void);
#define check(e) ((e) ? (void)0 : reach_error())

int main(void) {
  int i = 0, x = 0, n = __VERIFIER_nondet_int();
  __VERIFIER_assume(n >= 0 && n < 100000);
  while (i < n) {
    i++;
    x += 2;
#ifdef ERROR
    if (i == 13) x++;
#endif
  }
  check(x == 2 * i);
}

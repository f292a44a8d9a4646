/* Two counters that grow together. */
extern int __VERIFIER_nondet_int(void);
extern void __VERIFIER_assume(int);
extern void reach_error(void);
#define check(e) ((e) ? (void)0 : reach_error())

int main(void) {
  int x = __VERIFIER_nondet_int(), n = __VERIFIER_nondet_int(), i = 0;
  __VERIFIER_assume(x > -1000 && x < 1000 && n < 1000000);
  int y = x;
  while (i < n) {
    x++;
    i++;
#ifdef ERROR
    if (i == 7) x -= 20;
#endif
  }
  check(x >= y);
}

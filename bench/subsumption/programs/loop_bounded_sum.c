/* A sum that is at most twice its counter. */
extern int __VERIFIER_nondet_int(void);
extern void __VERIFIER_assume(int);
extern void reach_error(void);
#define check(e) ((e) ? (void)0 : reach_error())

int main(void) {
  int i, s = 0;
  for (i = 0; i < 1000; i++) {
    if (__VERIFIER_nondet_int()) s++;
    if (__VERIFIER_nondet_int()) s++;
#ifdef ERROR
    if (i == 9) s += 100;
#endif
    check(s <= 2 * i + 2);
  }
}

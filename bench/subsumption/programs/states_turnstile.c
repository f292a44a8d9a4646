/* A turnstile that lets nobody in for free. */
extern int __VERIFIER_nondet_int(void);
extern void __VERIFIER_assume(int);
extern void reach_error(void);
#define check(e) ((e) ? (void)0 : reach_error())

int main(void) {
  int locked = 1, coins = 0, passed = 0;
  for (;;) {
    int what = __VERIFIER_nondet_int();
    if (what == 0) break;
    if (what == 1 && locked) locked = 0, coins = (coins + 1) & 15;
    if (what == 2 && !locked) {
      passed = (passed + 1) & 15;
      locked = 1;
    }
#ifdef ERROR
    if (what == 3 && coins == 4) locked = 0;
#endif
    check(!locked || coins == passed);
  }
}

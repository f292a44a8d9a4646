/* A request that is sent at most four times. */
extern int __VERIFIER_nondet_int(void);
extern void __VERIFIER_assume(int);
extern void reach_error(void);
#define check(e) ((e) ? (void)0 : reach_error())

int main(void) {
  int tries = 0, done = 0;
  while (__VERIFIER_nondet_int()) {
    if (!done && tries < 4) {
      tries++;
      if (__VERIFIER_nondet_int() == 1) done = 1;
#ifdef ERROR
      if (tries == 4 && __VERIFIER_nondet_int() == 2) tries++;
#endif
    } else if (__VERIFIER_nondet_int()) {
      tries = done = 0;
    }
    check(tries <= 4);
  }
}

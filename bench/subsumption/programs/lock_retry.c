/* A lock that is released only if the work is to be done again. */
extern int __VERIFIER_nondet_int(void);
extern void __VERIFIER_assume(int);
extern void reach_error(void);
#define check(e) ((e) ? (void)0 : reach_error())

int main(void) {
  int held = 0, old, new = __VERIFIER_nondet_int();
  do {
    check(!held);
    held = 1;
    old = new;
    if (__VERIFIER_nondet_int()) {
      held = 0;
      new ++;
#ifdef ERROR
      if (new == 3) held = 1;
#endif
    }
  } while (new != old);
  check(held);
}

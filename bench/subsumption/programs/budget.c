/* A budget that is never overdrawn. */
extern int __VERIFIER_nondet_int(void);
extern void __VERIFIER_assume(int);
extern void reach_error(void);
#define check(e) ((e) ? (void)0 : reach_error())

int main(void) {
  int left = 100;
  while (__VERIFIER_nondet_int()) {
    int cost = __VERIFIER_nondet_int();
    if (cost < 0) continue;
#ifdef ERROR
    if (cost > left + 1) continue;
#else
    if (cost > left) continue;
#endif
    left -= cost;
    check(left >= 0);
  }
}

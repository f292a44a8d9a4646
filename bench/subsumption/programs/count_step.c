/* A counter that goes up by a step read once, until it has passed a limit. */
extern int __VERIFIER_nondet_int(void);
extern void __VERIFIER_assume(int);
extern void reach_error(void);
#define check(e) ((e) ? (void)0 : reach_error())

int main(void) {
  int step = __VERIFIER_nondet_int(), limit = __VERIFIER_nondet_int();
  __VERIFIER_assume(step >= 1 && step <= 10);
  __VERIFIER_assume(limit >= 0 && limit <= 100000);
  int x = 0;
  while (x < limit) {
    x += step;
#ifdef ERROR
    if (x > 90) x += 2;
#endif
  }
  check(x < limit + step);
}

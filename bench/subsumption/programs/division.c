/* A divisor that is never 0. */
extern int __VERIFIER_nondet_int(void);
extern void __VERIFIER_assume(int);
extern void reach_error(void);
#define check(e) ((e) ? (void)0 : reach_error())

int main(void) {
  int d = 1, s = 0;
  while (__VERIFIER_nondet_int()) {
    s = 1000 / d;
    if (d < 50) d++;
#ifdef ERROR
    else
      d = 0;
#endif
  }
  return s & 1;
}

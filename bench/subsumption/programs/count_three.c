/* Three counters that move together, one of them twice as fast. */
extern int __VERIFIER_nondet_int(void);
extern void __VERIFIER_assume(int);
extern void reach_error(void);
#define check(e) ((e) ? (void)0 : reach_error())

int main(void) {
  unsigned a = 0, b = 0, c = 0;
  while (__VERIFIER_nondet_int()) {
    a++;
    b += 2;
    if (__VERIFIER_nondet_int())
      c++;
    else
      c = a;
#ifdef ERROR
    if (a == 25) b++;
#endif
  }
  check(b == 2 * a);
}

/* An unsigned counter that wraps around. */
extern int __VERIFIER_nondet_int(void);
extern void __VERIFIER_assume(int);
extern void reach_error(void);
#define check(e) ((e) ? (void)0 : reach_error())

int main(void) {
  unsigned char i = 0, steps = 0;
  while (__VERIFIER_nondet_int()) {
    i++;
    steps++;
#ifdef ERROR
    if (i == 0) steps = 1;
#endif
    check(i == steps);
  }
}

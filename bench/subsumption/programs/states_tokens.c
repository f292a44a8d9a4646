/* Tokens that are passed around. */
extern int __VERIFIER_nondet_int(void);
extern void __VERIFIER_assume(int);
extern void reach_error(void);
#define check(e) ((e) ? (void)0 : reach_error())

int main(void) {
  int a = 1, b = 0, c = 0;
  while (__VERIFIER_nondet_int()) {
    if (a && __VERIFIER_nondet_int())
      a = 0, b = 1;
    else if (b && __VERIFIER_nondet_int())
      b = 0, c = 1;
    else if (c && __VERIFIER_nondet_int())
      c = 0, a = 1;
#ifdef ERROR
    if (b && __VERIFIER_nondet_int() == 8) c = 1;
#endif
    check(a + b + c == 1);
  }
}

/* Subtraction keeps both positive. */
extern int __VERIFIER_nondet_int(void);
extern void __VERIFIER_assume(int);
extern void reach_error(void);
#define check(e) ((e) ? (void)0 : reach_error())

int main(void) {
  int a = __VERIFIER_nondet_int(), b = __VERIFIER_nondet_int();
  __VERIFIER_assume(a > 0 && b > 0);
  while (a != b) {
    if (a > b)
      a -= b;
    else
      b -= a;
#ifdef ERROR
    if (a == 6) a = 0;
    if (a == 0) break;
#endif
  }
  check(a > 0 && b > 0);
}

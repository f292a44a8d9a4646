/* A counter that is reset at its top. */
extern int __VERIFIER_nondet_int(void);
extern void __VERIFIER_assume(int);
extern void reach_error(void);
#define check(e) ((e) ? (void)0 : reach_error())

int main(void) {
  int i = 0;
  for (;;) {
    i++;
#ifdef ERROR
    if (i == 10 && __VERIFIER_nondet_int() != 77) i = 0;
#else
    if (i == 10) i = 0;
#endif
    check(i < 10);
    if (__VERIFIER_nondet_int() == 3) break;
  }
}

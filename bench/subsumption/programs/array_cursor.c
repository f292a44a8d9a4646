/* A cursor that moves both ways. */
extern int __VERIFIER_nondet_int(void);
extern void __VERIFIER_assume(int);
extern void reach_error(void);
#define check(e) ((e) ? (void)0 : reach_error())

static int tape[32];
int main(void) {
  int at = 16;
  while (__VERIFIER_nondet_int()) {
    if (__VERIFIER_nondet_int() > 0) {
#ifdef ERROR
      if (at < 32) at++;
#else
      if (at < 31) at++;
#endif
    } else if (at > 0)
      at--;
    tape[at] = 1;
  }
}

/* Tokens that are moved between two places; their number stays. */
extern int __VERIFIER_nondet_int(void);
extern void __VERIFIER_assume(int);
extern void reach_error(void);
#define check(e) ((e) ? (void)0 : reach_error())

int main(void) {
  int n = __VERIFIER_nondet_int();
  __VERIFIER_assume(n >= 0 && n < 1000);
  int here = n, there = 0;
  for (;;) {
    int what = __VERIFIER_nondet_int();
    if (what == 1 && here > 0)
      here--, there++;
    else if (what == 2 && there > 0)
      there--, here++;
#ifdef ERROR
    else if (what == 3 && there > 4)
      there--;
#endif
    else if (what == 0)
      break;
    check(here >= 0 && there >= 0);
  }
  check(here + there == n);
}

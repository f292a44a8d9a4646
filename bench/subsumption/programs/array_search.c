/* The first element that is not zero, in an array that is set and cleared. */
extern int __VERIFIER_nondet_int(void);
extern void __VERIFIER_assume(int);
extern void reach_error(void);
#define check(e) ((e) ? (void)0 : reach_error())

char a[12];
int main(void) {
  for (;;) {
    int what = __VERIFIER_nondet_int(), at = __VERIFIER_nondet_int();
    if (at < 0 || at >= 12) break;
    if (what == 1)
      a[at] = 1;
    else if (what == 2)
      a[at] = 0;
#ifdef ERROR
    else if (what == 3)
      a[at]++;
#endif
    int i = 0;
    while (i < 12 && !a[i]) i++;
    check(i == 12 || a[i] == 1);
  }
}

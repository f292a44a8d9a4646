/* Two counters that chase each other, at most three apart. */
extern int __VERIFIER_nondet_int(void);
extern void __VERIFIER_assume(int);
extern void reach_error(void);
#define check(e) ((e) ? (void)0 : reach_error())

int main(void) {
  int low = 0, high = 0;
  while (high < 1000000) {
    if (__VERIFIER_nondet_int() && high - low < 3)
      high++;
    else if (low < high)
      low++;
#ifdef ERROR
    if (high == 9 && low == 9) high += 4;
#endif
    check(high - low <= 3 && high >= low);
  }
}

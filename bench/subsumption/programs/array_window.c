/* A window of constant size over an array. */
extern int __VERIFIER_nondet_int(void);
extern void __VERIFIER_assume(int);
extern void reach_error(void);
#define check(e) ((e) ? (void)0 : reach_error())

static int a[64];
int main(void) {
  int low = 0, high = 8;
  while (high < 64) {
    check(a[low] == a[high - 1]);
    low++;
    high++;
#ifdef ERROR
    if (low == 20) high += 30;
#endif
    check(high - low == 8);
  }
}

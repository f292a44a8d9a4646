/* A histogram of what is read; no count is larger than the number of readings. */
extern int __VERIFIER_nondet_int(void);
extern void __VERIFIER_assume(int);
extern void reach_error(void);
#define check(e) ((e) ? (void)0 : reach_error())

unsigned count[4];
int main(void) {
  unsigned n = 0;
  while (n < 1000) {
    unsigned what = (unsigned)__VERIFIER_nondet_int();
#ifdef ERROR
    if (what < 5)
#else
    if (what < 4)
#endif
      count[what]++;
    n++;
    check(count[0] <= n);
  }
}

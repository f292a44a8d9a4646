/* The largest number so far. */
extern int __VERIFIER_nondet_int(void);
extern void __VERIFIER_assume(int);
extern void reach_error(void);
#define check(e) ((e) ? (void)0 : reach_error())

int main(void) {
  int max = 0;
  while (__VERIFIER_nondet_int()) {
    int x = __VERIFIER_nondet_int();
    if (x > max) max = x;
#ifdef ERROR
    if (x == -100) max = x;
#endif
    check(max >= 0);
  }
}

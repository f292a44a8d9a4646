/* Two counters, one of which is ahead. */
extern int __VERIFIER_nondet_int(void);
extern void __VERIFIER_assume(int);
extern void reach_error(void);
#define check(e) ((e) ? (void)0 : reach_error())

int main(void) {
  unsigned a = 0, b = 10;
  while (__VERIFIER_nondet_int()) {
    a += 3;
    b += 3;
#ifdef ERROR
    if (a == 30) b--;
#endif
  }
  check(b - a == 10);
}

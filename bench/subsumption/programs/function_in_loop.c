/* A function with a loop, called in a loop. */
extern int __VERIFIER_nondet_int(void);
extern void __VERIFIER_assume(int);
extern void reach_error(void);
#define check(e) ((e) ? (void)0 : reach_error())

static int clamp(int x) {
  while (x > 10) x -= 5;
  return x;
}
int main(void) {
  int x = 0;
  while (__VERIFIER_nondet_int()) {
    int y = __VERIFIER_nondet_int();
    if (y < 0 || y > 1000) continue;
    x = clamp(y);
#ifdef ERROR
    check(x != 8);
#else
    check(x <= 10);
#endif
  }
}

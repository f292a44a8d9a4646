/* A number that stays even. */
extern int __VERIFIER_nondet_int(void);
extern void __VERIFIER_assume(int);
extern void reach_error(void);
#define check(e) ((e) ? (void)0 : reach_error())

int main(void) {
  unsigned x = 0;
  while (__VERIFIER_nondet_int()) {
    x += 2;
#ifdef ERROR
    if (x == 40) x++;
#endif
  }
  check(x % 2 == 0);
}

/* A multiple of four. */
extern int __VERIFIER_nondet_int(void);
extern void __VERIFIER_assume(int);
extern void reach_error(void);
#define check(e) ((e) ? (void)0 : reach_error())

int main(void) {
  unsigned x = 8;
  while (__VERIFIER_nondet_int()) {
    if (__VERIFIER_nondet_int())
      x += 4;
    else
      x += 12;
#ifdef ERROR
    if (x == 56) x += 2;
#endif
    check((x & 3) == 0);
  }
}

/* Two sums of the same terms. */
extern int __VERIFIER_nondet_int(void);
extern void __VERIFIER_assume(int);
extern void reach_error(void);
#define check(e) ((e) ? (void)0 : reach_error())

int main(void) {
  unsigned a = 0, b = 0;
  while (__VERIFIER_nondet_int()) {
    unsigned t = (unsigned)__VERIFIER_nondet_int();
    a += t;
    b += t;
#ifdef ERROR
    if (t == 12345) b++;
#endif
  }
  check(a == b);
}

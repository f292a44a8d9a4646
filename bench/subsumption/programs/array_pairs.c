/* Every second element. */
extern int __VERIFIER_nondet_int(void);
extern void __VERIFIER_assume(int);
extern void reach_error(void);
#define check(e) ((e) ? (void)0 : reach_error())

static char a[200];
int main(void) {
  unsigned i = 0, n = (unsigned)__VERIFIER_nondet_int();
  __VERIFIER_assume(n <= 100);
  while (i < 2 * n) {
    a[i] = 1;
    i += 2;
#ifdef ERROR
    if (i == 40) i++;
#endif
    check(i % 2 == 0);
  }
}

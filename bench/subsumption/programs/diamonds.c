/* Many tests before one that none of them decides. */
extern int __VERIFIER_nondet_int(void);
extern void __VERIFIER_assume(int);
extern void reach_error(void);
#define check(e) ((e) ? (void)0 : reach_error())

int main(void) {
  int x = 0, i;
  for (i = 0; i < 20; i++)
    if (__VERIFIER_nondet_int() > i)
      x += 1;
    else
      x += 2;
#ifdef ERROR
  check(x != 27);
#else
  check(x >= 0);
#endif
}

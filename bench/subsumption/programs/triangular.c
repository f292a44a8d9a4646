/* The inner loop begins where the outer one is. */
extern int __VERIFIER_nondet_int(void);
extern void __VERIFIER_assume(int);
extern void reach_error(void);
#define check(e) ((e) ? (void)0 : reach_error())

int main(void) {
  int n = __VERIFIER_nondet_int(), i, j;
  __VERIFIER_assume(n > 0 && n < 10000);
  for (i = 0; i < n; i++)
    for (j = i; j < n; j++)
#ifdef ERROR
      check(!(i == 3 && j == 5));
#else
      check(j >= i);
#endif
}

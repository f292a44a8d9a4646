/* An array that is filled and checked. */
extern int __VERIFIER_nondet_int(void);
extern void __VERIFIER_assume(int);
extern void reach_error(void);
#define check(e) ((e) ? (void)0 : reach_error())

int main(void) {
  int a[20], n = __VERIFIER_nondet_int(), i;
  __VERIFIER_assume(n >= 0 && n <= 20);
  for (i = 0; i < n; i++) a[i] = i;
#ifdef ERROR
  if (n > 9) a[9] = 0;
#endif
  for (i = 0; i < n; i++) check(a[i] == i);
}

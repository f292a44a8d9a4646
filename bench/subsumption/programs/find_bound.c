/* A search that stays within its array. */
extern int __VERIFIER_nondet_int(void);
extern void __VERIFIER_assume(int);
extern void reach_error(void);
#define check(e) ((e) ? (void)0 : reach_error())

int main(void) {
  int a[30] = {0}, n = __VERIFIER_nondet_int(), i = 0;
  __VERIFIER_assume(n >= 0 && n <= 30);
  while (i < n && a[i] == 0) i++;
#ifdef ERROR
  check(i != 12);
#else
  check(i <= 30);
#endif
}

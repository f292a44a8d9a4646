/* A copy of unknown length. */
extern int __VERIFIER_nondet_int(void);
extern void __VERIFIER_assume(int);
extern void reach_error(void);
#define check(e) ((e) ? (void)0 : reach_error())

int main(void) {
  char from[12] = "hello world", to[12];
  int n = __VERIFIER_nondet_int(), i;
#ifdef ERROR
  __VERIFIER_assume(n >= 0 && n <= 13);
#else
  __VERIFIER_assume(n >= 0 && n <= 12);
#endif
  for (i = 0; i < n; i++) to[i] = from[i];
  check(n < 5 || to[4] == 'o');
}

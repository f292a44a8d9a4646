/* A permutation of eight numbers under swaps, whose sum stays. */
extern int __VERIFIER_nondet_int(void);
extern void __VERIFIER_assume(int);
extern void reach_error(void);
#define check(e) ((e) ? (void)0 : reach_error())

int a[8] = {0, 1, 2, 3, 4, 5, 6, 7};
int main(void) {
  while (__VERIFIER_nondet_int()) {
    int i = __VERIFIER_nondet_int(), j = __VERIFIER_nondet_int();
    __VERIFIER_assume(i >= 0 && i < 8 && j >= 0 && j < 8);
    int t = a[i];
    a[i] = a[j];
#ifdef ERROR
    if (i == j) t++;
#endif
    a[j] = t;
  }
  int sum = 0;
  for (int i = 0; i < 8; i++) sum += a[i];
  check(sum == 28);
}

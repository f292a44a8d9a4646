/* A buffer that is filled and checked again and again, each time up to another length. */
extern int __VERIFIER_nondet_int(void);
extern void __VERIFIER_assume(int);
extern void reach_error(void);
#define check(e) ((e) ? (void)0 : reach_error())

int a[16];
int main(void) {
  while (__VERIFIER_nondet_int()) {
    int n = __VERIFIER_nondet_int();
    __VERIFIER_assume(n >= 0 && n <= 16);
    for (int i = 0; i < n; i++) a[i] = 7;
#ifdef ERROR
    if (n == 13) a[11] = 0;
#endif
    for (int i = 0; i < n; i++) check(a[i] == 7);
  }
}

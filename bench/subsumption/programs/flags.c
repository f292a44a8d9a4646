/* Flags that follow each other. */
extern int __VERIFIER_nondet_int(void);
extern void __VERIFIER_assume(int);
extern void reach_error(void);
#define check(e) ((e) ? (void)0 : reach_error())

int main(void) {
  int a = 0, b = 0, c = 0;
  while (__VERIFIER_nondet_int()) {
    if (__VERIFIER_nondet_int()) a = 1;
    if (a && __VERIFIER_nondet_int()) b = 1;
    if (b && __VERIFIER_nondet_int()) c = 1;
#ifdef ERROR
    if (c && __VERIFIER_nondet_int()) a = 0;
#endif
    check(!c || a);
  }
}

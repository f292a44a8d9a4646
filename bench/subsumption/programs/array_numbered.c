/* A table of numbers that is made anew whenever it is wanted. */
extern int __VERIFIER_nondet_int(void);
extern void __VERIFIER_assume(int);
extern void reach_error(void);
#define check(e) ((e) ? (void)0 : reach_error())

int table[12];
int main(void) {
  for (;;) {
    int n = __VERIFIER_nondet_int(), at = __VERIFIER_nondet_int();
    if (n < 1 || n > 12) break;
    for (int i = 0; i < n; i++) table[i] = i;
    __VERIFIER_assume(at >= 0 && at < n);
#ifdef ERROR
    if (at > 8) table[at] = at + 1;
#endif
    check(table[at] == at);
  }
}

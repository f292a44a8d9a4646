/* An index into a ring. */
extern int __VERIFIER_nondet_int(void);
extern void __VERIFIER_assume(int);
extern void reach_error(void);
#define check(e) ((e) ? (void)0 : reach_error())

static int ring[8];
int main(void) {
  unsigned at = 0;
  while (__VERIFIER_nondet_int()) {
    ring[at] = 1;
#ifdef ERROR
    at = (at + 1) % 9;
#else
    at = (at + 1) % 8;
#endif
  }
}

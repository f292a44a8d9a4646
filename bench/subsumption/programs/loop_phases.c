/* Phases that come in turn. */
extern int __VERIFIER_nondet_int(void);
extern void __VERIFIER_assume(int);
extern void reach_error(void);
#define check(e) ((e) ? (void)0 : reach_error())

int main(void) {
  int phase = 0, work = 0;
  while (__VERIFIER_nondet_int()) {
    if (phase == 0) work = 5;
    if (phase == 1) work--;
    if (phase == 2) check(work == 4);
#ifdef ERROR
    if (phase == 2 && __VERIFIER_nondet_int() == 3) {
      phase = 1;
      continue;
    }
#endif
    phase = (phase + 1) % 3;
  }
}

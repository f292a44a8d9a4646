/* Two lights that are green in turns, each with a timer. */
extern int __VERIFIER_nondet_int(void);
extern void __VERIFIER_assume(int);
extern void reach_error(void);
#define check(e) ((e) ? (void)0 : reach_error())

int main(void) {
  int a = 0, b = 2, timer = 0; /* 0 red, 1 yellow, 2 green */
  while (__VERIFIER_nondet_int()) {
    timer++;
    if (a == 2 && timer > 5)
      a = 1, timer = 0;
    else if (a == 1 && timer > 1)
      a = 0, b = 2, timer = 0;
    else if (b == 2 && timer > 7)
      b = 1, timer = 0;
    else if (b == 1 && timer > 1)
      b = 0, a = 2, timer = 0;
#ifdef ERROR
    if (b == 1 && timer == 1) a = 1;
#endif
    check(a == 0 || b == 0);
  }
}

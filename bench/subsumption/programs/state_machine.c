/* Four states, of which the last is an error. */
extern int __VERIFIER_nondet_int(void);
extern void __VERIFIER_assume(int);
extern void reach_error(void);
#define check(e) ((e) ? (void)0 : reach_error())

int main(void) {
  int state = 0;
  for (;;) {
    int input = __VERIFIER_nondet_int();
    if (state == 0 && input == 1)
      state = 1;
    else if (state == 1 && input == 2)
      state = 2;
    else if (state == 1 && input == 3)
      state = 0;
    else if (state == 2 && input == 4)
      state = 0;
#ifdef ERROR
    else if (state == 2 && input == 5)
      state = 3;
#endif
    check(state != 3);
  }
}

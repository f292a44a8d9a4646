/* A door that is opened, closed and locked; it is never open and locked. */
extern int __VERIFIER_nondet_int(void);
extern void __VERIFIER_assume(int);
extern void reach_error(void);
#define check(e) ((e) ? (void)0 : reach_error())

enum { CLOSED, OPEN, LOCKED };
int main(void) {
  int state = CLOSED, is_locked = 0, is_open = 0;
  for (;;) {
    int what = __VERIFIER_nondet_int();
    switch (state) {
    case CLOSED:
      if (what == 1) state = OPEN, is_open = 1;
      if (what == 2) state = LOCKED, is_locked = 1;
      break;
    case OPEN:
      if (what == 3) state = CLOSED, is_open = 0;
#ifdef ERROR
      if (what == 2) state = LOCKED, is_locked = 1;
#endif
      break;
    case LOCKED:
      if (what == 4) state = CLOSED, is_locked = 0;
      break;
    }
    check(!(is_open && is_locked));
    if (what == 0) return 0;
  }
}

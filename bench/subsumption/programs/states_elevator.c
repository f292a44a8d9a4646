/* An elevator that moves with closed doors only. */
extern int __VERIFIER_nondet_int(void);
extern void __VERIFIER_assume(int);
extern void reach_error(void);
#define check(e) ((e) ? (void)0 : reach_error())

int main(void) {
  int floor = 0, open = 0, moving = 0;
  for (;;) {
    int what = __VERIFIER_nondet_int();
    if (what == 1 && !moving) open = 1;
    if (what == 2) open = 0;
#ifdef ERROR
    if (what == 3) moving = 1;
#else
    if (what == 3 && !open) moving = 1;
#endif
    if (what == 4) moving = 0;
    if (moving && what == 5 && floor < 9) floor++;
    if (moving && what == 6 && floor > 0) floor--;
    check(!(open && moving));
    check(floor >= 0 && floor < 10);
    if (what == 7) break;
  }
}

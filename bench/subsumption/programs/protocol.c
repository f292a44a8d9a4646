/* Requests are answered before the next one. */
extern int __VERIFIER_nondet_int(void);
extern void __VERIFIER_assume(int);
extern void reach_error(void);
#define check(e) ((e) ? (void)0 : reach_error())

int main(void) {
  int open = 0, sent = 0, answered = 0;
  while (__VERIFIER_nondet_int()) {
    if (!open && __VERIFIER_nondet_int()) {
      open = 1;
      sent = (sent + 1) & 255;
    } else if (open) {
      open = 0;
      answered = (answered + 1) & 255;
#ifdef ERROR
      if (sent == 6) answered = 0;
#endif
    }
    check(open || sent == answered);
  }
}

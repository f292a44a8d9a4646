/* A window of messages that are not acknowledged. */
extern int __VERIFIER_nondet_int(void);
extern void __VERIFIER_assume(int);
extern void reach_error(void);
#define check(e) ((e) ? (void)0 : reach_error())

int main(void) {
  unsigned sent = 0, acknowledged = 0;
  while (__VERIFIER_nondet_int()) {
    if (sent - acknowledged < 4 && __VERIFIER_nondet_int()) sent++;
#ifdef ERROR
    if (sent - acknowledged <= 4 && __VERIFIER_nondet_int() == 4) sent++;
#endif
    if (sent != acknowledged && __VERIFIER_nondet_int()) acknowledged++;
    check(sent - acknowledged <= 4);
  }
}

/* A lock that is taken and released in turn. */
extern int __VERIFIER_nondet_int(void);
extern void __VERIFIER_assume(int);
extern void reach_error(void);
#define check(e) ((e) ? (void)0 : reach_error())

static int locked;
static void lock(void) {
  check(!locked);
  locked = 1;
}
static void unlock(void) {
  check(locked);
  locked = 0;
}
int main(void) {
  while (__VERIFIER_nondet_int()) {
    lock();
#ifdef ERROR
    if (__VERIFIER_nondet_int() == 5) continue;
#endif
    unlock();
  }
  check(!locked);
}

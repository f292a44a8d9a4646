// A number may be known to be the address of a variable since it was compared with it. An access by that number reads a
// variable that analyses say is not read any more, so states that differ in it may have been dropped: the run is not complete,
// and says so.
//
// RUN: %reports --reduce=none --externals=free --no-output %s 2>&1 | FileCheck %s --check-prefix=PLAIN
// RUN: %reports --reduce=z-equivalence --externals=free --no-output %s 2>&1 | FileCheck %s
//
// PLAIN: error: assertion failed: *number != 2
// PLAIN: smew: complete
// CHECK: smew: not complete:
// CHECK: a number used as an address may be that of a variable that z-equivalence has left out
extern void __assert_fail(const char *, const char *, unsigned, const char *) __attribute__((noreturn));
#define assert(e) ((e) ? (void)0 : __assert_fail(#e, __FILE__, __LINE__, __func__))
extern unsigned long __VERIFIER_nondet_ulong(void);
extern int any(void);
static int secret;

__attribute__((noinline)) static void choose(int *to) {
  if (any()) *to = 1;
  else *to = 2;
}

int main(void) {
  int *volatile hidden = (int *)__VERIFIER_nondet_ulong();
  choose(&secret);
  int *number = hidden;
  if ((unsigned long)number == (unsigned long)&secret) assert(*number != 2);
  return 0;
}

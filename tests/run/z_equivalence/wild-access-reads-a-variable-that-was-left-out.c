// A number that was computed from no address may be the address of any variable. If states were dropped that differed in one
// that is otherwise not read any more, the run is not complete, and says so.
//
// RUN: %reports --reduce=z-equivalence --z-order=callees --libc=none --no-output %s 2>&1 | FileCheck %s
// RUN: %reports --reduce=z-equivalence --libc=none --z-memory=all --no-output %s 2>&1 | FileCheck %s --check-prefix=ALL
//
// CHECK: smew: not complete:
// CHECK: a number used as an address may be that of a variable that z-equivalence has left out
// ALL: smew: complete
extern int __VERIFIER_nondet_int(void);
extern unsigned long __VERIFIER_nondet_ulong(void);
static volatile int secret;

__attribute__((noinline)) static void choose(void) {
  if (__VERIFIER_nondet_int()) secret = 1;
  else secret = 2;
}

int main(void) {
  choose();
  return *(volatile char *)__VERIFIER_nondet_ulong() == 2;
}

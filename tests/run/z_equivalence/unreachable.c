// Unknown objects that nothing leads to any more do not tell states apart: a loop that looks at errno for ever ends. An object
// that a pointer leads to counts, also a pointer that is only known to be equal, and one in another unknown object.
//
// RUN: %clean --reduce=z-equivalence --externals=free --no-output --max-time=60 %s 2>&1 | FileCheck %s
// RUN: %reports --reduce=none --externals=free --cc-flags=-DKEPT=1 --no-output %s 2>&1 | FileCheck %s --check-prefix=KEPT
// RUN: %reports --reduce=z-equivalence --externals=free --cc-flags=-DKEPT=1 --no-output %s 2>&1 | FileCheck %s --check-prefix=KEPT
// RUN: %reports --reduce=z-equivalence --externals=free --cc-flags=-DKEPT=1 --search=bfs --no-output %s 2>&1 | FileCheck %s --check-prefix=KEPT
// RUN: %reports --reduce=z-equivalence --externals=free --cc-flags=-DKEPT=2 --no-output %s 2>&1 | FileCheck %s --check-prefix=KEPT
// RUN: %reports --reduce=z-equivalence --externals=free --cc-flags=-DKEPT=2 --search=bfs --no-output %s 2>&1 | FileCheck %s --check-prefix=KEPT
// RUN: %reports --reduce=z-equivalence --externals=free --cc-flags=-DKEPT=3 --no-output %s 2>&1 | FileCheck %s --check-prefix=KEPT
// RUN: %reports --reduce=z-equivalence --externals=free --cc-flags=-DKEPT=3 --search=bfs --no-output %s 2>&1 | FileCheck %s --check-prefix=KEPT
//
// CHECK: smew: complete: no error is possible
// KEPT: error: assertion failed: value != 4
// KEPT-NOT: error: assertion failed: value != 5
// KEPT: smew: complete
extern void __assert_fail(const char *, const char *, unsigned, const char *) __attribute__((noreturn));
#define assert(e) ((e) ? (void)0 : __assert_fail(#e, __FILE__, __LINE__, __func__))
extern int *__errno_location(void), *one(void), **list(void), any(void);

#ifdef KEPT
int main(void) {
  int *first = KEPT == 3 ? 0 : one(), *second = one(), **third = KEPT == 3 ? list() : 0;
  if (KEPT == 2 && first != second) return 0;
  if (KEPT == 3 && (third == 0 || (first = *third) == 0)) return 0;
  if (first == 0 || *first == 5) return 0;
  if (any()) *first = 4;
  else *first = 3;
  int *last = KEPT == 1 ? first : KEPT == 2 ? second : *third;
  if (any()) any();
  int value = *last;
  assert(value != 4);
  assert(value != 5);
  return 0;
}
#else
int main(void) {
  int on = 0;
  for (;;) {
    if (*__errno_location() == 4) on = !on;
    if (*__errno_location() > 9 && on == 2) __assert_fail("on", __FILE__, __LINE__, __func__);
  }
}
#endif

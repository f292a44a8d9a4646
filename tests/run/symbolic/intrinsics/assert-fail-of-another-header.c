// A klee.h may call klee_assert_fail when klee_assert fails: it is an assertion as any other.
// RUN: rm -rf %t && mkdir %t
// RUN: %reports --output-dir %t/out %s 2>&1 | FileCheck %s
// RUN: %status 0 %smew replay %t/out 2>&1 | FileCheck %s --check-prefix=REPLAY
// CHECK: assert-fail-of-another-header.c:[[#@LINE+12]]:3: error: assertion failed: x != 7 [assert]
// CHECK: smew: 2 paths, 1 error
// REPLAY: reproduced
void klee_assert_fail(const char *expression, const char *file, unsigned line,
                      const char *function) __attribute__((noreturn));
#define klee_assert(expr)                                                                          \
  ((expr) ? (void)(0) : klee_assert_fail(#expr, __FILE__, __LINE__, __PRETTY_FUNCTION__))
int klee_int(const char *name);

int main(void) {
  int x = klee_int("x");
  // here
  klee_assert(x != 7);
  return 0;
}

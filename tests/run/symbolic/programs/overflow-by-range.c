// Whether results fit follows from the bounds of their operands: no search is needed, and a path that has
// gone by a check knows bounds itself.
// RUN: rm -rf %t.out
// RUN: %reports --check-overflow --max-conflicts 1 --output-dir %t.out %s 2>&1 | FileCheck %s
// RUN: %S/../../report/Inputs/check-results %t.out paths.failed=2 complete=true
#include <klee/klee.h>

#define INPUT(type, name)                                                                          \
  type name;                                                                                       \
  klee_make_symbolic(&name, sizeof name, #name)

static void squares(void) {
  INPUT(int, a);
  INPUT(long, b);
  if (a > -46341 && a < 46341) {
    int square = a * a;
    if (square < 0 || square > 2147395600 || square % 4 == 2 || square % 4 == 3) klee_abort();
  }
  if (b >= -3037000499L && b <= 3037000499L && b * b < 0) klee_abort();
}

static void products(void) {
  INPUT(int, a);
  INPUT(int, b);
  INPUT(long, c);
  INPUT(long, d);
  if (a >= 0 && a < 100 && b >= 0 && b < 200 && a * 200 + b >= 20000) klee_abort();
  if (a > -100 && a < 100) a = a * a * a - 3 * a * a + 2 * a - 1;
  if (c >= 0 && c <= 3000000000L && d >= -100 && d <= 3000000000L && c * d < -300000000000L)
    klee_abort();
}

static void sums(void) {
  INPUT(int, a);
  INPUT(long, b);
  INPUT(long, c);
  if (a != -2147483647 - 1 && -a == -2147483647 - 1) klee_abort();
  if (b >= 0 && c >= 0 && b < 1L << 62 && c < 1L << 62 && b + c < 0) klee_abort();
}

static void unbounded(void) {
  INPUT(long, a);
  INPUT(long, b);
  // CHECK-DAG: overflow-by-range.c:[[@LINE+1]]:{{[0-9]+}}: error: signed multiplication overflow
  if (a * a < 0) klee_abort();
  // CHECK-DAG: overflow-by-range.c:[[@LINE+1]]:{{[0-9]+}}: error: signed multiplication overflow
  b = b * 1000003;
}

int main(void) {
  switch (klee_choose(4)) {
  case 0: squares(); break;
  case 1: products(); break;
  case 2: sums(); break;
  default: unbounded();
  }
  return 0;
}
// CHECK: smew: complete

// The address of the element is folded into the load behind the call, so threaded code had not
// formed it when the call returned something symbolic: the load was at address 0. The same where a
// long jump leads back into the middle of a block.
// RUN: %clean --no-output %s 2>&1 | FileCheck %s
// RUN: %clean --no-output --opt=none %s 2>&1 | FileCheck %s
// CHECK: smew: 1 path, 0 errors
#include <assert.h>
#include <klee/klee.h>
#include <setjmp.h>

static jmp_buf place;

static int next(const char *p) { return *p + 1; }

static int add(const int *numbers, int i, const char *p) {
  const int *number = &numbers[i];
  int x = next(p);
  return *number + x;
}

static void leave(const char *p) { longjmp(place, *p | 256); }

static int add_after_jump(const int *numbers, int i, const char *p) {
  const int *number = &numbers[i];
  int x = setjmp(place);
  int sum = *number + x;
  return x == 0 ? (leave(p), 0) : sum;
}

int main(void) {
  static const int numbers[4] = {10, 20, 30, 40};
  volatile int two = 2;
  char c;
  klee_make_symbolic(&c, 1, "c");
  klee_assume(c > 0);
  assert(add(numbers, two, &c) == 30 + c + 1);
  assert(add_after_jump(numbers, two, &c) == 30 + (c | 256));
  return 0;
}

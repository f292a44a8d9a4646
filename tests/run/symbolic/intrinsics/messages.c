// What a program has to say while it is explored.
// RUN: rm -rf %t.out
// RUN: %clean --search dfs --output-dir %t.out %s 2>&1 | FileCheck %s --implicit-check-not=again
// RUN: %clean --quiet --no-output %s 2>&1 | count 0
// RUN: FileCheck %s < %t.out/messages.txt
// RUN: FileCheck %s --check-prefix=WARNINGS --implicit-check-not=range < %t.out/warnings.txt
#include <klee/klee.h>

static void trace(int depth) {
  if (depth > 0)
    trace(depth - 1);
  else
    klee_stack_trace();
}

int main(void) {
  unsigned char a;
  klee_make_symbolic(&a, 1, "a");
  klee_assume((a > 16) & (a < 32));
  // CHECK: messages.c:[[@LINE+1]]: {{.*}}sum: {{.*}}a{{.*}}
  klee_print_expr("sum", a + 3);
  // CHECK: messages.c:[[@LINE+1]]: {{.*}}constant: 42
  klee_print_expr("constant", 42);
  // CHECK: messages.c:[[@LINE+1]]: {{.*}}a in [17, 31]
  klee_print_range("a", a);
  // CHECK: messages.c:[[@LINE+1]]: {{.*}}twice in [34, 62]
  klee_print_range("twice", 2 * a);
  // CHECK: messages.c:[[@LINE+1]]: {{.*}}below in [-31, -17]
  klee_print_range("below", -a);
  // CHECK: messages.c:[[@LINE+1]]: {{.*}}any in [-2147483648, 2147483647]
  klee_print_range("any", klee_int("any"));
  // CHECK: messages.c:[[@LINE+1]]: {{.*}}known = -5
  klee_print_range("known", -5);
  // CHECK: in trace at {{.*}}messages.c:13
  // CHECK: called from trace at {{.*}}messages.c:11
  // CHECK: called from main at {{.*}}messages.c:[[@LINE+2]]
  // CHECK-NEXT: watch out
  trace(1);
  // CHECK-NEXT: watch out
  // WARNINGS-COUNT-2: smew: warning: {{.*}}watch out
  for (int i = 0; i < 2; i++) klee_warning("watch out");
  // CHECK-COUNT-1: said once
  // WARNINGS-COUNT-1: smew: warning: {{.*}}said once
  // CHECK-NOT: said once
  for (int i = 0; i < 3; i++) klee_warning_once("said once");
  return 0;
}

// --statistics=queries asks each query of a merged state again on the single paths that the state stands for.
//
// In the loop 2, 4 and 8 single paths ask what one merged state does. What depends on `sum` is a query of the merged
// state alone, and on the last byte one of each of the 16 paths, on the side that they took.
// RUN: rm -rf %t
// RUN: %clean --merge=static --alpha=1 --statistics=queries --output-dir %t %s 2>&1 | FileCheck %s
// CHECK: smew: proved: no error on any input
// CHECK-NEXT: smew: queries of merged states, and of the single paths they stand for; the greatest loss first
// CHECK-NEXT: merged ms most ms single ms slower where
// CHECK-DAG: {{ 3 +[0-9.]+ +[0-9.]+ +14 +[0-9.]+ .*}}queries.c:28 in main
// CHECK-DAG: {{ 1 +[0-9.]+ +[0-9.]+ +0 +0.00 .*}}queries.c:30 in main
// CHECK-DAG: {{ 2 +[0-9.]+ +[0-9.]+ +16 +[0-9.]+ .*}}queries.c:31 in main
// CHECK: in all, at 3 places
// RUN: grep '"queries": \[' %t/summary.json
// RUN: grep '"merged_seconds":' %t/summary.json
//
// RUN: %clean --merge=static --no-output %s 2>&1 | FileCheck %s --check-prefix=WITHOUT
// WITHOUT-NOT: queries of merged states
// RUN: %rejects run --statistics=queries %s 2>&1 | FileCheck %s --check-prefix=PORTFOLIO
// PORTFOLIO: smew: --statistics=queries looks into merged states, so it needs --merge=static
#include <klee/klee.h>

int main(void) {
  unsigned char in[5];
  int sum = 0;
  klee_make_symbolic(in, sizeof in, "in");
  for (int i = 0; i < 4; i++)
    if (in[i] > 100) sum += i;
  int result = 0;
  if (sum > 5) result++;
  if (in[4] > 7) result++;
  klee_assert(result <= 2);
  return 0;
}

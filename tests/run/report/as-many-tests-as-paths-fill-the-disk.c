// Of very many finished paths that cover nothing new only the first 10,000 leave a test, and the summary says so; --all-tests
// writes all.
// RUN: rm -rf %t && mkdir %t
// RUN: %clean --portfolio=off --output-dir %t/usual %s 2>&1 | FileCheck %s --check-prefix=USUAL
// RUN: %clean --portfolio=off --output-dir %t/all --all-tests %s 2>&1 | FileCheck %s --check-prefix=ALL
// USUAL: smew: paths: 13898 completed, 0 failed, 0 cut off; {{1000[0-9]|1001[0-9]}} tests
// USUAL-NEXT: smew: 38{{[0-9]+}} finished paths that cover nothing new left no test (--all-tests writes them)
// USUAL: smew: coverage: 100.0% of lines {{.*}}, 100.0% of branches
// USUAL: smew: complete: every path was followed to its end
// ALL: smew: paths: 13898 completed, 0 failed, 0 cut off; 13898 tests
// ALL-NOT: left no test
#include <klee/klee.h>

enum { BITS = 13 };

int main(void) {
  unsigned bits, last;
  int count = 0;
  klee_make_symbolic(&bits, sizeof bits, "bits");
  klee_make_symbolic(&last, sizeof last, "last");
  for (int i = 0; i < BITS; i++) {
    if (bits >> i & 1) count++;
    if (count == 11) return 1;
  }
  if (count > 5 && last == 4711) return 2; /* found late by some searches */
  return 0;
}

// Each member that is named ends the run alone, where single paths would not; the summary says which members ran and
// which one finished. There are 2^20 single paths.
// RUN: %clean --no-output --portfolio=static --portfolio-after=100000 %s 2>&1 | FileCheck %s --check-prefix=STATIC
// STATIC: smew: merged:
// STATIC: smew: portfolio: single paths: {{[0-9]+}}% of the work, {{[0-9]+}} path
// STATIC-NEXT: smew: portfolio: static: {{[0-9]+}}% of the work, {{[0-9]+}} paths that stand for at most 1048576, {{[0-9]+}} states dropped; finished
// STATIC-NEXT: smew: coverage
// STATIC: smew: complete: every path was followed to its end

// RUN: %clean --no-output --portfolio=z-equivalence --portfolio-after=100000 %s 2>&1 | FileCheck %s --check-prefix=Z
// Z: smew: portfolio: z-equivalence: {{.*}} states dropped; finished
// Z: smew: complete: no error is possible beyond those reported, and nothing more can be covered

// RUN: %clean --no-output --portfolio=subsume --portfolio-after=100000 %s 2>&1 | FileCheck %s --check-prefix=SUBSUME
// SUBSUME: smew: portfolio: subsume: {{.*}} states dropped; finished
// SUBSUME: smew: complete: no error is possible beyond those reported; more could be covered

// RUN: %clean --no-output --portfolio=redundant --portfolio-after=100000 %s 2>&1 | FileCheck %s --check-prefix=REDUNDANT
// REDUNDANT: smew: portfolio: redundant: {{.*}} states dropped; finished
// REDUNDANT: smew: complete: nothing more can be covered; other errors are possible

// Several take turns, and what is in the summary is in summary.json.
// RUN: rm -rf %t && mkdir %t
// RUN: %clean --output-dir %t/out --portfolio=static,subsume,z-equivalence --portfolio-after=100000 %s
// RUN: %S/Inputs/explorations %t/out | FileCheck %s --check-prefix=JSON
// JSON: single paths stopped
// JSON: {{z-equivalence|subsume|static}} finished
// JSON: work adds up
// JSON: one counts

// A program whose paths are few is done before anything else begins.
// RUN: %clean --no-output -DN=5 %s 2>&1 | FileCheck %s --check-prefix=SMALL
// SMALL-NOT: portfolio:
// SMALL: smew: complete: every path was followed to its end
#include <assert.h>
#include <klee/klee.h>
#ifndef N
#define N 20
#endif
int main(void) {
  int n = 0;
  for (int i = 0; i < N; i++)
    if (klee_range(0, 1000, "x") > 500) n++;
  assert(n <= N);
  return n & 1;
}

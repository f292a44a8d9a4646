// Seeds change the order, and nothing else: the number of paths is the same with any of them, in any order, whatever the search.
// With the tests of a whole run as seeds, no path is left to be found.
// RUN: rm -rf %t && mkdir -p %t/plain && printf abcd > %t/plain/short && printf xyzxyz > %t/plain/whole
// RUN: %clean --portfolio=off --output-dir %t/none %s 2>&1 | FileCheck %s
// RUN: %clean --portfolio=off --output-dir %t/one --seed-file %t/plain/short %s 2>&1 | FileCheck %s
// RUN: %clean --portfolio=off --output-dir %t/two --seed-dir %t/plain --search=dfs %s 2>&1 | FileCheck %s
// RUN: %clean --portfolio=off --no-output --seed-dir %t/plain --search=bfs --put-off-after=1us %s 2>&1 | FileCheck %s
// RUN: %clean --portfolio=off --no-output --seed-dir %t/plain --search=random-path --fold-conditions=off %s 2>&1 | FileCheck %s
// RUN: %clean --seed-dir %t/plain --output-dir %t/portfolio %s 2>&1 | FileCheck %s --check-prefix=ANY
// RUN: %clean --portfolio=off --seed-dir %t/none --output-dir %t/again %s 2>&1 | FileCheck %s
// RUN: %S/../report/Inputs/check-results %t/again seeds=157 seeds_unfit=0 paths.exited=157 complete=true
// CHECK: smew: 157 paths, 0 errors
// CHECK: smew: coverage: 100.0% of lines {{.*}}, 100.0% of branches
// CHECK: smew: complete: every path was followed to its end
// ANY: smew: complete:
#include <klee/klee.h>

int main(void) {
  unsigned char bytes[6];
  unsigned least;
  int count = 0;
  klee_make_symbolic(bytes, sizeof bytes, "bytes");
  klee_make_symbolic(&least, sizeof least, "least");
  klee_assume(least < 50);
  for (int i = 0; i < 6; i++) {
    if (bytes[i] > least) count++;
    if (bytes[i] == 'x') break;
  }
  if (count == 4 && least == 7) return 1;
  return 0;
}

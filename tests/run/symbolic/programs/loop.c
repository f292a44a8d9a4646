// A loop with a two-way branch at each turn: 2^N paths, whatever the order in which they are taken.
// RUN: rm -rf %t && mkdir %t
// RUN: %clean --merge=none --output-dir %t/out -D N=10 %s 2>&1 | FileCheck %s
// RUN: %S/../../report/Inputs/check-results %t/out paths.exited=1024 forks=1023 tests=1024 complete=true
// RUN: %clean --merge=none --no-output -D N=10 --search bfs %s 2>&1 | FileCheck %s --check-prefix=PATHS
// RUN: %clean --merge=none --no-output -D N=10 --search dfs %s 2>&1 | FileCheck %s --check-prefix=PATHS
// CHECK: smew: 1024 paths, 0 errors
// CHECK: 1024 completed, 0 failed, 0 cut off; 1024 tests
// CHECK: complete
// PATHS: 1024 completed, 0 failed, 0 cut off
// PATHS: complete
#include <klee/klee.h>

int main(void) {
  unsigned char bytes[N];
  int large = 0;
  klee_make_symbolic(bytes, sizeof bytes, "bytes");
  for (int i = 0; i < N; i++)
    if (bytes[i] > 100) large++;
  klee_assert(large >= 0 && large <= N);
  return large;
}

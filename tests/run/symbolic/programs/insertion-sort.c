// Every order of N numbers is one path: N! of them. All end sorted.
// RUN: rm -rf %t && mkdir %t
// RUN: %clean --no-output -D N=3 %s 2>&1 | FileCheck %s --check-prefix=THREE
// RUN: %clean --output-dir %t/6 -D N=6 %s 2>&1 | FileCheck %s --check-prefix=SIX
// RUN: %S/../../report/Inputs/check-results %t/6 paths.exited=720 tests=720 complete=true
// RUN: %clean --no-output --search dfs --opt=none -D N=5 %s 2>&1 | FileCheck %s --check-prefix=FIVE
// RUN: %reports --no-output -D N=4 -D WRONG %s 2>&1 | FileCheck %s --check-prefix=WRONG
// THREE: smew: 6 paths, 0 errors
// SIX: smew: 720 paths, 0 errors
// SIX: 720 completed, 0 failed, 0 cut off; 720 tests
// SIX: complete
// FIVE: smew: 120 paths, 0 errors
// WRONG: assertion failed: numbers[i - 1] <= numbers[i] [assert]
#include <klee/klee.h>

int main(void) {
  int numbers[N];
  klee_make_symbolic(numbers, sizeof numbers, "numbers");
  for (int i = 1; i < N; i++) {
    int number = numbers[i], at = i;
#ifdef WRONG
    while (at > 1 && numbers[at - 1] > number) {
#else
    while (at > 0 && numbers[at - 1] > number) {
#endif
      numbers[at] = numbers[at - 1];
      at--;
    }
    numbers[at] = number;
  }
  for (int i = 1; i < N; i++) klee_assert(numbers[i - 1] <= numbers[i]);
  return 0;
}

// Paths that merged states stand for, counted with and without those that were cut off.
//
// RUN: rm -rf %t
// RUN: %smew run --quiet --max-instructions=20000 --output-dir %t --merge=static --search=random-state %s || true
// RUN: FileCheck %s < %t/summary.json
// CHECK: "exited": 1,
// CHECK: "early": 1,
// CHECK: "multiplicity": 4,
// CHECK: "finished_multiplicity": 2,
#include <klee/klee.h>

int main(void) {
  char a, b, count = 0;
  klee_make_symbolic(&a, sizeof a, "a");
  klee_make_symbolic(&b, sizeof b, "b");
  if (a) count++;
  if (b)
    for (;;) count++;
  return 0;
}

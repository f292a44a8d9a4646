// A variable that nothing reads any more does not tell states apart; one that something may read does.
//
// RUN: rm -rf %t && %clean --reduce=z-equivalence --z-places=returns --libc=none --output-dir %t %s 2>&1 | FileCheck %s --check-prefix=COMPLETE
// RUN: FileCheck %s --check-prefix=DEAD <%t/summary.json
// RUN: rm -rf %t && %clean --reduce=z-equivalence --z-places=returns --z-memory=all --libc=none --output-dir %t %s 2>&1 | FileCheck %s --check-prefix=COMPLETE
// RUN: FileCheck %s --check-prefix=LIVE <%t/summary.json
// RUN: rm -rf %t && %reports --reduce=z-equivalence --z-places=returns -DREAD --libc=none --output-dir %t %s 2>&1 | FileCheck %s --check-prefix=ERROR
// RUN: FileCheck %s --check-prefix=LIVE <%t/summary.json
//
// COMPLETE: smew: complete:
// ERROR: error: error function called
// ERROR: smew: complete:
// DEAD: "function": "work",
// DEAD-NEXT: "compared": 4,
// DEAD-NEXT: "dropped": 3
// LIVE: "function": "work",
// LIVE-NEXT: "compared": 4,
// LIVE-NEXT: "dropped": 0
#include <smew/verifier.h>

int events[2];
int unused;

__attribute__((noinline)) static void work(void) {
  unused++;
  for (int i = 0; i < 2; i++)
    if (__VERIFIER_nondet_int() > 5) events[i] = i + 3, unused += i;
  if (events[0] < 0) unused++;
}

int main(void) {
  work();
  int x = __VERIFIER_nondet_int();
#ifdef READ
  if (events[0] == 3 && events[1] == 4 && x == 7) reach_error();
#endif
  return x == 3;
}

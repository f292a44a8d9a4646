// The motivating example of the paper (Figure 2). Six states return from readData, of which four are left, and then
// three of readAndNoti, with the same verdict on the assertion. With liveness, two are left of readData already: type
// is not read again.
//
// RUN: %reports --reduce=none --libc=none --no-output %s 2>&1 | FileCheck %s --check-prefixes=ERROR,PLAIN
// RUN: rm -rf %t && %reports --reduce=z-equivalence --z-places=returns --z-observable=caller --libc=none --output-dir %t %s 2>&1 | FileCheck %s --check-prefixes=ERROR,CALLER
// RUN: FileCheck %s --check-prefix=RETURNS <%t/summary.json
// RUN: rm -rf %t && %reports --reduce=z-equivalence --z-places=returns --z-observable=caller --z-order=callees --libc=none --output-dir %t %s 2>&1 | FileCheck %s --check-prefixes=ERROR,CALLER
// RUN: FileCheck %s --check-prefix=RETURNS <%t/summary.json
// RUN: FileCheck %s --check-prefix=MULTIPLICITY <%t/summary.json
// RUN: rm -rf %t && %reports --reduce=z-equivalence --z-places=returns --libc=none --output-dir %t %s 2>&1 | FileCheck %s --check-prefixes=ERROR,LIVE
// RUN: FileCheck %s --check-prefix=LIVE-RETURNS <%t/summary.json
//
// ERROR: figure_2.c:[[@LINE+49]]:{{.*}} error: assertion failed: rawInput >= 0
// PLAIN: smew: 10 paths, 1 error
// CALLER: smew: complete: no error is possible beyond those reported, and nothing more can be covered
// LIVE: smew: complete: no error is possible beyond those reported, and nothing more can be covered
//
// MULTIPLICITY: "multiplicity": 10,
//
// RETURNS: "function": "readAndNoti",
// RETURNS-NEXT: "compared": 6,
// RETURNS-NEXT: "dropped": 3
// RETURNS: "function": "readData",
// RETURNS-NEXT: "compared": 6,
// RETURNS-NEXT: "dropped": 2
//
// LIVE-RETURNS: "function": "readAndNoti",
// LIVE-RETURNS-NEXT: "compared": 3,
// LIVE-RETURNS-NEXT: "dropped": 0
// LIVE-RETURNS: "function": "readData",
// LIVE-RETURNS-NEXT: "compared": 6,
// LIVE-RETURNS-NEXT: "dropped": 4
#include <assert.h>
#include <smew/verifier.h>

static int has_next(void) { return __VERIFIER_nondet_int(); }
static int next_int(void) { return __VERIFIER_nondet_int(); }

__attribute__((noinline)) static int readData(char type) {
  int sum = 0;
  if ('F' == type)
    for (int i = 0; i < 2 && has_next(); i++) sum += next_int();
  else
    for (int i = 0; i < 2 && has_next(); i++) sum += next_int();
  return sum;
}

__attribute__((noinline)) static void print(const char *text) { (void)text; }

__attribute__((noinline)) static int readAndNoti(void) {
  char type = __VERIFIER_nondet_char();
  int s = readData(type);
  if (s >= 0)
    print("Zero or Positive");
  else
    print("negative");
  return s;
}

int main(void) {
  int rawInput = readAndNoti();
  assert(rawInput >= 0);
  return 0;
}

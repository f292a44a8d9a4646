// Merging gets through the first loop, induction through the second one. What the member for subsumption has proven of the
// second loop ends the states of the one that merges, which is the first to finish.
// RUN: %clean --no-output --portfolio=static,subsume --portfolio-after=400000 --max-time=60 %s 2>&1 | FileCheck %s
// CHECK: smew: portfolio: static: {{.*}}; finished
// CHECK: smew: complete: no error is possible beyond those reported; more could be covered
// CHECK: smew: {{.*}} states dropped by annotations: cannot fail
// CHECK: smew: proved: no error on any input

// An error behind the second loop is found all the same.
// RUN: %reports --no-output --portfolio=static,subsume --portfolio-after=400000 --exit-on-error --max-time=60 -DERROR %s 2>&1 | FileCheck %s --check-prefix=ERROR
// ERROR: annotations.c:[[# @LINE + 30]]:{{.*}}error: assertion failed

// With another goal they are not shared: they drop states that could cover something.
// RUN: %clean --no-output --portfolio=static,subsume --goal=coverage --portfolio-after=100000 --max-instructions=60000 -DN=8 %s 2>&1 | FileCheck %s --check-prefix=COVERAGE
// COVERAGE-NOT: dropped by annotations
#include <klee/klee.h>
#ifndef N
#define N 14
#endif
int main(void) {
  char text[N + 1];
  int lines = 0, words = 0, chars = 0, in_word = 0;
  klee_make_symbolic(text, sizeof text, "text");
  text[N] = 0;
  for (char *p = text; *p; p++) {
    chars++;
    if (*p == '\n') lines++;
    if (*p == ' ' || *p == '\n' || *p == '\t') in_word = 0;
    else if (!in_word) in_word = 1, words++;
  }
  klee_assert(words <= chars);
  klee_assert(lines <= chars);
  unsigned x = 0, y = 0;
  while (klee_int("go")) {
    x++;
    y += 2;
#ifdef ERROR
    if (lines == 3 && words == 2 && x == 2) y++;
#endif
  }
  klee_assert(y == 2 * x);
  return 0;
}

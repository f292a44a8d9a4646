// 40 characters have 10^12 paths and more: single paths never get through. Merging does at once, and by default it gets half
// of the work until its states pile up.
// RUN: %clean --no-output --max-time=120 %s 2>&1 | FileCheck %s
// RUN: %clean --no-output --max-time=120 --without=z-equivalence,subsume %s 2>&1 | FileCheck %s
// CHECK: smew: complete:
#include <klee/klee.h>

int main(void) {
  char text[41];
  int words = 0, characters = 0, in_word = 0;
  klee_make_symbolic(text, sizeof text, "text");
  text[40] = 0;
  for (char *p = text; *p; p++) {
    characters++;
    if (*p == ' ' || *p == '\n' || *p == '\t') in_word = 0;
    else if (!in_word) in_word = 1, words++;
  }
  klee_assert(words <= characters);
  return 0;
}

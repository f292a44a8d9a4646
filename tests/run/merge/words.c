// A word counter. States that agree in all counts become one in each round, so the number of states that end
// is that of the values of the counts, not of the paths, which are up to 4 to the power of N.
//
// A state that leaves the loop in a round ends; of those in it, none may start the next round before all others have
// come to the end of this one: not even in the first, which one state begins alone.
// RUN: %clean --no-output --merge=static -DN=3 %s 2>&1 | FileCheck %s --check-prefix=SMALL
// SMALL: smew: 23 paths, 0 errors
// SMALL: smew: complete
// RUN: %clean --no-output --merge=static -DN=20 %s 2>&1 | FileCheck %s --check-prefix=LARGE
// LARGE: smew: 2486 paths, 0 errors
// LARGE: smew: complete
// RUN: %compare --scratch %t/a --merging --complete --common "-DN=4" %s
#include <klee/klee.h>

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
  return 0;
}

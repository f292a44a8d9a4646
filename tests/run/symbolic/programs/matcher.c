// The regular expression matcher of Kernighan and Pike on a symbolic pattern, as in KLEE's tutorial.
// Without a terminator it reads beyond the pattern in two places; with one it never does. The
// numbers of paths are those of native runs of all patterns, distinguished by their branches.
// RUN: %reports --no-output --merge=none --fold-conditions=off -D SIZE=7 %s 2>&1 | FileCheck %s --check-prefix=SEVEN
// RUN: %reports --no-output --merge=none -D SIZE=7 %s 2>&1 | FileCheck %s --check-prefix=FOLDED
// RUN: %reports --no-output -D SIZE=4 %s 2>&1 | FileCheck %s --check-prefix=FOUR
// RUN: %clean --no-output -D SIZE=4 -D TERMINATED %s 2>&1 | FileCheck %s --check-prefix=TERMINATED
// SEVEN-DAG: matcher.c:[[# @LINE + 26]]:7: error: out-of-bounds read of 1 byte: offset 7 of 'pattern' (7 bytes) [ptr]
// SEVEN-DAG: matcher.c:[[# @LINE + 26]]:7: error: out-of-bounds read of 1 byte: offset 7 of 'pattern' (7 bytes) [ptr]
// SEVEN: smew: 7692 paths, 2 errors
// SEVEN: paths: 6802 completed, 890 failed, 0 cut off
// SEVEN: coverage: 100.0% of lines{{.*}} 100.0% of branches
// SEVEN: complete
// FOLDED-DAG: matcher.c:[[# @LINE + 20]]:7: error: out-of-bounds read of 1 byte: offset 7 of 'pattern' (7 bytes) [ptr]
// FOLDED-DAG: matcher.c:[[# @LINE + 20]]:7: error: out-of-bounds read of 1 byte: offset 7 of 'pattern' (7 bytes) [ptr]
// FOLDED: smew: 4501 paths, 2 errors
// FOLDED: coverage: 100.0% of lines{{.*}} 100.0% of branches
// FOLDED: complete
// FOUR: complete
// TERMINATED: 0 failed, 0 cut off
// TERMINATED: complete
#include <klee/klee.h>

static int matches_here(const char *pattern, const char *text);

static int matches_star(int c, const char *pattern, const char *text) {
  do {
    if (matches_here(pattern, text)) return 1;
  } while (*text != '\0' && (*text++ == c || c == '.'));
  return 0;
}

static int matches_here(const char *pattern, const char *text) {
  if (pattern[0] == '\0') return 0;
  if (pattern[1] == '*') return matches_star(pattern[0], pattern + 2, text);
  if (pattern[0] == '$' && pattern[1] == '\0') return *text == '\0';
  if (*text != '\0' && (pattern[0] == '.' || pattern[0] == *text))
    return matches_here(pattern + 1, text + 1);
  return 0;
}

static int matches(const char *pattern, const char *text) {
  if (pattern[0] == '^') return matches_here(pattern + 1, text);
  do {
    if (matches_here(pattern, text)) return 1;
  } while (*text++ != '\0');
  return 0;
}

int main(void) {
  char pattern[SIZE];
  klee_make_symbolic(pattern, sizeof pattern, "pattern");
#ifdef TERMINATED
  pattern[SIZE - 1] = '\0';
#endif
  matches(pattern, "hello");
  return 0;
}

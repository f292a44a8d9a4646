/* A matcher of regular expressions after Kernighan and Pike, on a symbolic pattern: c, '.',
   '^', '$' and '*'. The pattern has no terminator of its own, so the matcher may run past
   its end. */
#include <klee/klee.h>

#ifndef N
#define N 4
#endif

static int match_here(const char *pattern, const char *text);

static int match_star(int c, const char *pattern, const char *text) {
  do {
    if (match_here(pattern, text)) return 1;
  } while (*text != '\0' && (*text++ == c || c == '.'));
  return 0;
}

static int match_here(const char *pattern, const char *text) {
  if (pattern[0] == '\0') return 0;
  if (pattern[1] == '*') return match_star(pattern[0], pattern + 2, text);
  if (pattern[0] == '$' && pattern[1] == '\0') return *text == '\0';
  if (*text != '\0' && (pattern[0] == '.' || pattern[0] == *text))
    return match_here(pattern + 1, text + 1);
  return 0;
}

static int match(const char *pattern, const char *text) {
  if (pattern[0] == '^') return match_here(pattern + 1, text);
  do {
    if (match_here(pattern, text)) return 1;
  } while (*text++ != '\0');
  return 0;
}

int main(void) {
  char pattern[N];
  klee_make_symbolic(pattern, sizeof pattern, "pattern");
  match(pattern, "hello");
  return 0;
}

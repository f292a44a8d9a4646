// What is found is a place or NULL on one path, and can be used on without a fork for each place.
// RUN: %clean --no-output %s 2>&1 | FileCheck %s --check-prefixes=ON,BOTH
// RUN: %clean --no-output --libc-models=off %s 2>&1 | FileCheck %s --check-prefixes=OFF,BOTH
// ON: smew: 6 paths, 0 errors
// OFF: smew: {{[0-9][0-9][0-9]+}} paths, 0 errors
// BOTH: smew: complete
#define _GNU_SOURCE
#include <assert.h>
#include <klee/klee.h>
#include <string.h>

int main(void) {
  char s[6];
  klee_make_symbolic(s, sizeof s, "s");
  s[5] = 0;
  char *equals = strchr(s, '=');
  if (equals == NULL) return strchrnul(s, '=') == s + strlen(s) ? 1 : 99;
  assert(*equals == '=' && memchr(s, '=', 5) == equals && strpbrk(s, "=") == equals);
  if (strcmp(equals, "=on") == 0) return 2;
  if (strstr(s, "ab") == s + 1) return 3;
  char *last = strrchr(s, '=');
  if (last != equals) return last > equals ? 4 : 99;
  if (memrchr(s, '=', 5) != last) return last[1] == 0 ? 99 : 5;
  *equals = 0;
  return strlen(s) > 2 ? 6 : 7;
}

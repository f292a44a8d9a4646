// What is found is a place or NULL on one path, as long as it is only compared, by the program or by
// another function.
// RUN: %clean --no-output %s 2>&1 | FileCheck %s --check-prefixes=ON,BOTH
// RUN: %clean --no-output --libc-models=off %s 2>&1 | FileCheck %s --check-prefixes=OFF,BOTH
// ON: smew: 7 paths, 0 errors
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
  if (equals == NULL) {
    assert(strchrnul(s, '=') == s + strlen(s));
    return 1;
  }
  assert(memchr(s, '=', 5) == equals && strpbrk(s, "=") == equals);
  if (strcmp(equals, "=on") == 0) return 2;
  if (strstr(s, "ab") == s + 1) return 3;
  char *last = strrchr(s, '=');
  if (last != equals) {
    assert(last > equals);
    return 4;
  }
  assert((memrchr(s, '=', 5) == last) | (strlen(s) < 5));
  if (strspn(s, "ab") == (size_t)(last - s)) return 5;
  if (strcspn(s, "=xyz") + 1 == (size_t)(last + 1 - s)) return 6;
  return 7;
}

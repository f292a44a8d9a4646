// A length is one value on one path: only what is done with it forks.
// RUN: %clean --no-output %s 2>&1 | FileCheck %s --check-prefixes=ON,BOTH
// RUN: %clean --no-output --libc-models=off %s 2>&1 | FileCheck %s --check-prefixes=OFF,BOTH
// ON: length.c:[[#]]: length: ite((s[0] == 0x0:8), 0x0:64, ite((s[1] == 0x0:8), 0x1:64, ite((s[2] == 0x0:8), 0x2:64, 0x3:64)))
// ON: length.c:[[#]]: at most 2: ite((s[0] == 0x0:8), 0x0:64, ite((s[1] == 0x0:8), 0x1:64, 0x2:64))
// ON: length.c:[[#]]: digits: {{.*}}0x3:64
// ON: smew: 3 paths, 0 errors
// OFF: smew: {{[0-9][0-9]+}} paths, 0 errors
// BOTH: smew: complete
#define _GNU_SOURCE
#include <klee/klee.h>
#include <string.h>

int main(void) {
  char s[4];
  klee_make_symbolic(s, sizeof s, "s");
  s[3] = 0;
  klee_print_expr("length", strlen(s));
  klee_print_expr("at most 2", strnlen(s, 2));
  klee_print_expr("digits", strspn(s, "0123456789"));
  if (strlen(s) > 2) return 1;
  if (strcspn(s, ",;") == strlen(s)) return 2;
  return 0;
}

// Each comparison is two questions, whatever the length: does the first byte differ, and any other?
// RUN: %clean --no-output %s 2>&1 | FileCheck %s --check-prefixes=ON,BOTH
// RUN: %clean --no-output --libc-models=off %s 2>&1 | FileCheck %s --check-prefixes=OFF,BOTH
// ON-DAG: equal: 0
// ON-DAG: equal: zext32(((s[1] == 0x6f:8) & ((s[2] == 0x72:8) & (s[3] == 0x0:8))))
// ON: smew: 15 paths, 0 errors
// OFF: smew: 50 paths, 0 errors
// BOTH: smew: complete
#include <klee/klee.h>
#include <string.h>
#include <strings.h>

int main(void) {
  char s[6];
  klee_make_symbolic(s, sizeof s, "s");
  s[5] = 0;
  int is_for = strcmp(s, "for") == 0;
  klee_print_expr("equal", is_for);
  if (is_for) return 1;
  if (strncmp(s, "--", 2) == 0) return 2;
  if (strcasecmp(s, "yes") == 0) return 3;
  if (strncasecmp(s, "nobody", 2) == 0) return 4;
  if (memcmp(s, "\x7f" "ELF", 4) == 0) return 5;
  if (strcmp("for", s) < 0) return 6;
  return 0;
}

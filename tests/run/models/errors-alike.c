// Whatever goes wrong in a string function goes wrong with models as without: the same kinds at the
// same lines, and nothing else.
// RUN: rm -rf %t && mkdir %t
// RUN: %status 1 %smew run --no-output --quiet %s 2>&1 | grep -E 'error:|in main|from main' | sort >%t/on
// RUN: %status 1 %smew run --no-output --quiet --libc-models=off %s 2>&1 | grep -E 'error:|in main|from main' | sort >%t/off
// RUN: diff %t/on %t/off
// RUN: FileCheck %s <%t/on
// CHECK-DAG: errors-alike.c:25:{{.*}} error: out-of-bounds read of 1 byte: offset 2 of 'short_text' (2 bytes) (in memcmp) [ptr]
// CHECK-DAG: errors-alike.c:26:{{.*}} error: use after free: read of 1 byte at offset 0 of heap object
// CHECK-DAG: errors-alike.c:27:{{.*}} error: null pointer read of 1 byte: address 0x0 (in strchr) [ptr]
// CHECK-DAG: errors-alike.c:28:{{.*}} error: out-of-bounds read of 1 byte: offset 9 of 's' (4 bytes) (in memrchr) [ptr]
// CHECK-DAG: errors-alike.c:29:{{.*}} error: out-of-bounds read of 1 byte: offset 4 of 's' (4 bytes) (in strspn) [ptr]
#define _GNU_SOURCE
#include <klee/klee.h>
#include <stdlib.h>
#include <string.h>

int main(void) {
  char s[4], short_text[2] = "a";
  klee_make_symbolic(s, sizeof s, "s");
  unsigned char which = (unsigned char)klee_int("which");
  char *gone = malloc(4);
  strcpy(gone, "gon");
  switch (which) {
  case 0: return memcmp(s, short_text, 4);
  case 1: free(gone); return strcmp(gone, s);
  case 2: return strchr(NULL, s[0]) != 0;
  case 3: return memrchr(s, 'x', 10) != 0;
  case 4: return (int)strspn(s, "xyz");
  }
  free(gone);
  return 0;
}

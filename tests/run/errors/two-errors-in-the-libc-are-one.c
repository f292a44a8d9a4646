// An error in the libc belongs to the program's line that called it, and two such lines are two errors.
// The same call failing in the same way is one, however often, and so is arithmetic in the libc that
// goes wrong in several of its steps.
// RUN: rm -rf %t && %status 1 %smew run --check-overflow --check-leaks --output-dir %t %s 2>&1 | FileCheck %s
// RUN: grep -h -A1 '^File: ' %t/*.ptr.err | FileCheck %s --check-prefix=FILES --implicit-check-not=musl
// RUN: grep -A12 '"kind": "overflow"' %t/summary.json | FileCheck %s --check-prefix=JSON
// CHECK-DAG: two-errors-in-the-libc-are-one.c:[[#ATOI:]]:22: error: signed {{.*}} overflow (in atoi) [overflow]
// CHECK-DAG: two-errors-in-the-libc-are-one.c:[[#ATOI-2]]:22: error: null pointer read of 1 byte: address 0x0 (in strlen) [ptr]
// CHECK-DAG: two-errors-in-the-libc-are-one.c:[[#ATOI-1]]:22: error: null pointer read of 1 byte: address 0x0 (in strlen) [ptr]
// CHECK-DAG: two-errors-in-the-libc-are-one.c:[[#ATOI+1]]:19: error: memory leak: heap object (3 bytes, allocated at {{.*}}two-errors-in-the-libc-are-one.c:[[#ATOI+1]]) [leak]
// CHECK-DAG: two-errors-in-the-libc-are-one.c:[[#ATOI+2]]:19: error: memory leak: heap object (4 bytes, allocated at {{.*}}two-errors-in-the-libc-are-one.c:[[#ATOI+2]]) [leak]
// CHECK-DAG: two-errors-in-the-libc-are-one.c:[[#ATOI+3]]:{{.*}}: error: out-of-bounds read of 1 byte: offset 2 of 'b' (2 bytes) (in strlen) [ptr]
// CHECK-DAG: two-errors-in-the-libc-are-one.c:[[#ATOI-8]]:{{.*}}: error: null pointer read of 4 bytes: address 0x0 [ptr]
// CHECK: smew: {{.*}} 7 errors
// FILES: File: {{.*}}two-errors-in-the-libc-are-one.c
// FILES: Line: {{[0-9]+}}
// JSON: "file": "{{.*}}two-errors-in-the-libc-are-one.c"
// JSON: "function": "main"
#include <klee/klee.h>
#include <stdlib.h>
#include <string.h>

/* called by the libc, but the program's own */
static int compare(const void *a, const void *b) { return *(const int *)a - *(int *)(b ? 0 : b); }

int main(void) {
  int x = klee_int("x");
  char *p = NULL, b[2] = {1, 2};
  int pair[2] = {2, 1};
  if (x == 1) return strlen(p);
  if (x == 2) return strlen(p);
  if (x == 3) return atoi(x ? "99999999999" : "1");
  if (x == 4) p = strdup("ab");
  if (x == 5) p = strdup("abc");
  for (int i = 0; i < 2; i++) if (x == 10 + i) return strlen(b);
  if (x == 7) qsort(pair, 2, sizeof *pair, compare);
  p = NULL;
  return 0;
}

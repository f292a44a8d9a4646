// --uninitialized=any: whatever value, the same each time it is read, also through a copy; zero: 0.
// RUN: %clean --no-output --uninitialized=any %s 2>&1 | FileCheck %s
// CHECK: smew: 8 paths, 0 errors
// RUN: %clean --no-output --uninitialized=zero %s 2>&1 | FileCheck --check-prefix=ZERO %s
// ZERO: smew: 1 path, 0 errors
// RUN: %reports --no-output %s 2>&1 | FileCheck --check-prefix=ERROR %s
// ERROR: any-value.c:15:3: error: condition depends on bytes 4..7 of heap object (8 bytes, allocated at {{.*}}any-value.c:13)
#include <assert.h>
#include <stdlib.h>
#include <string.h>

int main(void) {
  int *p = malloc(8), *q = malloc(8), copy[2], x, y = x;
  memcpy(copy, p, 8);
  assert(copy[1] == p[1]);
  assert(x == y);
  int status = 0;
  if (p[0] == 5) status = 1;
  if (p[0] == 5 && status == 0) abort();
  if (p[0] != q[0]) status += 2; /* two blocks are not the same */
  if (x == 9) return status;
  return 4 + status;
}

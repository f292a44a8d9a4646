// What a pointer from undefined code leads to is made by the access, not by an allocation or a call.
// RUN: %clean --no-output --externals=free --reduce=record %s 2>&1 | FileCheck %s
// CHECK: smew: 3 paths
#include <stddef.h>

extern int *get(void);

int main(void) {
  int *p = get();
  if (p == NULL) return 0;
  if (*p == 5) return 1;
  return *p == 6 ? 2 : 3;
}

// A text that is too long for its target, or a target that is none, is an error on those inputs
// only; texts that overlap are copied as the libc does it.
// RUN: rm -rf %t && mkdir %t
// RUN: %status 1 %smew run --no-output --quiet %s 2>&1 | grep -E 'error:|in main|from main' | sort >%t/on
// RUN: %status 1 %smew run --no-output --quiet --libc-models=off %s 2>&1 | grep -E 'error:|in main|from main' | sort >%t/off
// RUN: diff %t/on %t/off
// RUN: FileCheck %s <%t/on
// CHECK-DAG: copy-errors.c:21:{{.*}} error: out-of-bounds write of 1 byte: offset 3 of 'small' (3 bytes) (in strcpy) [ptr]
// CHECK-DAG: copy-errors.c:22:{{.*}} error: write to constant {{.*}} (in strcpy) [read_only]
// CHECK-DAG: copy-errors.c:23:{{.*}} error: out-of-bounds read of 1 byte: offset 4 of 's' (4 bytes) (in strncpy) [ptr]
#include <assert.h>
#include <klee/klee.h>
#include <string.h>

int main(void) {
  char s[4], small[3], room[8];
  static const char fixed[8] = "fixed";
  klee_make_symbolic(s, sizeof s, "s");
  unsigned char which = (unsigned char)klee_int("which");
  switch (which) {
  case 0: s[3] = 0; strcpy(small, s); return strlen(small) > 2;
  case 1: s[3] = 0; strcpy((char *)fixed, s); return 0;
  case 2: strncpy(room, s, 6); return 0;
  case 3:
    memcpy(room, s, 3);
    room[3] = 0;
    strcpy(room, room + 1);
    assert((room[0] == s[1]) & ((room[1] == s[2]) | (s[1] == 0)));
    return 0;
  }
  return 0;
}

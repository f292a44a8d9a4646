// An input on which the function runs off the end goes its own way, and is reported where it is
// without models: at the program's line that calls the libc. The others go on as one.
// RUN: %reports --no-output %s 2>&1 | FileCheck %s --check-prefixes=ON,BOTH
// RUN: %reports --no-output --libc-models=off %s 2>&1 | FileCheck %s --check-prefixes=OFF,BOTH
// BOTH: errors.c:{{.*}}: error: out-of-bounds read of 1 byte: offset 3 of heap object (3 bytes, allocated at {{.*}}errors.c:[[#ALLOCATED:]]) (in strlen) [ptr]
// BOTH: in strlen at {{.*}}musl/src/string/strlen.c
// BOTH-NEXT: called from check at {{.*}}errors.c:[[#ALLOCATED - 7]]:
// ON: smew: 2 paths, 1 error
// OFF: smew: 4 paths, 1 error
// BOTH: smew: complete
#include <klee/klee.h>
#include <stdlib.h>
#include <string.h>

static int check(const char *text) {
  return strlen(text) < 2; // here
}

int main(void) {
  /* the text ends within the object unless all of its bytes are open and not 0 */
  char bytes[3];
  klee_make_symbolic(bytes, sizeof bytes, "bytes");
  char *text = malloc(3);
  memcpy(text, bytes, 3);
  int is_short = check(text);
  free(text);
  return is_short ? 1 : 2;
}
